import type { Target } from "../dataset/target.ts";
import { classGoal } from "../goal/class-goal.ts";
import { countGoal } from "../goal/count-goal.ts";
import type { FitGoal } from "../goal/fit-goal.ts";
import { leastSquaresGoal } from "../goal/gradient-goal.ts";
import type { Criterion } from "./criterion.ts";

/** What a single tree fits by this criterion, and what is to be added to its leaves. */
export function goalOfTarget(
  criterion: Pick<Criterion, "origin" | "additive">,
  target: Target,
  rows: Uint32Array,
): { goal: FitGoal; centre: number } {
  if (target.task === "classification") return { goal: classGoal(target, rows), centre: 0 };
  if (criterion.origin === "zero") return { goal: countGoal(target, rows), centre: 0 };
  const leastSquares = leastSquaresGoal(target, rows);
  // What is no sum is taken from the targets themselves, and needs no centre.
  return criterion.additive === false ? { ...leastSquares, centre: 0 } : leastSquares;
}
