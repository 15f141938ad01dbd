import type { Target } from "../dataset/target.ts";
import { classGoalInTurns, type FitGoal } from "../goal/fit-goal.ts";
import { countGoalInTurns, leastSquaresInTurns } from "../goal/gradient-goal.ts";
import { atOnce, type Turns } from "../util/turns.ts";
import type { Criterion } from "./criterion.ts";

/** What a single tree fits, and what is to be added to its leaves. */
type CentredGoal = { goal: FitGoal; centre: number };
type GoalRules = Pick<Criterion, "origin" | "additive">;

/** By this criterion. */
export function* goalInTurns(criterion: GoalRules, target: Target, rows: Uint32Array): Turns<CentredGoal> {
  if (target.task === "classification") return { goal: yield* classGoalInTurns(target, rows), centre: 0 };
  if (criterion.origin === "zero") return { goal: yield* countGoalInTurns(target, rows), centre: 0 };
  const leastSquares = yield* leastSquaresInTurns(target, rows);
  // What is no sum is taken from the targets themselves, and needs no centre.
  return criterion.additive === false ? { ...leastSquares, centre: 0 } : leastSquares;
}

/** The same at once. */
export function goalOfTarget(
  criterion: Pick<Criterion, "origin" | "additive">,
  target: Target,
  rows: Uint32Array,
): { goal: FitGoal; centre: number } {
  return atOnce(goalInTurns(criterion, target, rows));
}
