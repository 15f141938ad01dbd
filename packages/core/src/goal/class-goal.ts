import type { ClassificationTarget } from "../dataset/target.ts";
import { roundInTurns } from "../util/round-to-grid.ts";
import { atOnce, type Turns } from "../util/turns.ts";
import type { ClassGoal } from "./fit-goal.ts";

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
