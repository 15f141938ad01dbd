import { addRow, type FitGoal } from "../goal/fit-goal.ts";
import type { BestCut } from "./best-cut.ts";

/**
 * The scan of one sorted column for a criterion without a compiled loop: offers every cut between two neighbouring values,
 * then, if values are missing, the one that parts the present from the missing. `order[start … end-1]` ascends, NaN last.
 */
export function scanColumn(
  values: Float64Array,
  order: Uint32Array,
  start: number,
  end: number,
  goal: FitGoal,
  parent: Float64Array,
  best: BestCut,
): void {
  const missing = new Float64Array(parent.length);
  let present = end;
  while (present > start && Number.isNaN(values[order[present - 1]])) addRow(goal, order[--present], missing, 0);
  best.begin(parent, end - start, missing, end - present);
  const left = new Float64Array(parent.length);
  for (let i = start; i < present; i++) {
    addRow(goal, order[i], left, 0);
    const isLast = i + 1 === present;
    if (isLast ? present < end : values[order[i]] !== values[order[i + 1]])
      best.offer(left, i + 1 - start, i + 1 - start);
  }
}
