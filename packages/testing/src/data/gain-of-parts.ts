import type { Criterion, FitGoal } from "@cambium/core";
import { gainOf, statsOf } from "./stats-record.ts";

/**
 * What it gains to part rows like this. Where a criterion has no sums to tell that from, it is what the impurity of all rows
 * is more than that of the parts.
 */
export function gainOfParts(criterion: Criterion, goal: FitGoal, parts: readonly Uint32Array[]): number {
  if (criterion.additive !== false) {
    return gainOf(
      criterion,
      parts.map((part) => statsOf(goal, part)),
    );
  }
  if (parts.some((part) => !(weightOf(goal, part) > 0))) return 0;
  const whole = Uint32Array.from(parts.flatMap((part) => [...part])).sort();
  return parts.reduce((left, part) => left - criterion.impurity(goal, part), criterion.impurity(goal, whole));
}

/** The weight of these rows. */
export function weightOf(goal: FitGoal, rows: Uint32Array): number {
  const weights = goal.kind === "gradients" ? goal.hessians : goal.weights;
  return rows.reduce((sum, row) => sum + weights[row], 0);
}
