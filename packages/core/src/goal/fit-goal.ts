import type { ClassificationTarget } from "../dataset/target.ts";
import { roundInTurns } from "../util/round-to-grid.ts";
import { atOnce, type Turns } from "../util/turns.ts";

/**
 * What one tree is asked to fit, row by row, on the tree's grid: every sum of these numbers is exact. Rows outside the bag
 * hold numbers that nobody reads.
 */
export interface GradientGoal {
  readonly kind: "gradients";
  readonly gradients: Float64Array;
  readonly hessians: Float64Array;
  /** What each row alone would say, where that is known: a node whose rows all say the same has nothing to gain. */
  readonly targets: Float64Array | null;
}

export interface ClassGoal {
  readonly kind: "classes";
  readonly codes: Int32Array;
  readonly classCount: number;
  readonly weights: Float64Array;
}

export type FitGoal = GradientGoal | ClassGoal;

/** Numbers in one statistics record of this goal: see `criterion.ts`. */
export function statsWidth(goal: FitGoal): number {
  return goal.kind === "gradients" ? 2 : goal.classCount + 1;
}

/** Adds one row to the record at `at`. */
export function addRow(goal: FitGoal, row: number, stats: Float64Array, at: number): void {
  if (goal.kind === "gradients") {
    stats[at] += goal.gradients[row];
    stats[at + 1] += goal.hessians[row];
  } else {
    stats[at + goal.codes[row]] += goal.weights[row];
    stats[at + goal.classCount] += goal.weights[row];
  }
}

/** The classes of the rows in the bag, each with its weight. */
export function* classGoalInTurns(target: ClassificationTarget, rows: Uint32Array): Turns<ClassGoal> {
  const weights = target.weights?.slice() ?? new Float64Array(target.codes.length).fill(1);
  yield* roundInTurns(weights, rows);
  return { kind: "classes", codes: target.codes, classCount: target.classes.length, weights };
}

/** The same at once. */
export function classGoal(target: ClassificationTarget, rows: Uint32Array): ClassGoal {
  return atOnce(classGoalInTurns(target, rows));
}
