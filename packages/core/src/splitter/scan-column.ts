import type { ClassGoal, FitGoal, GradientGoal } from "../goal/fit-goal.ts";
import type { BestCut } from "./best-cut.ts";

/** The rows of a dataset in the order of a column. */
export interface SortedColumn {
  readonly values: Float64Array;
  readonly order: Uint32Array;
}

/**
 * The scan of one sorted column, in which a node begins at `start`: offers the cuts behind the rows at places `from` to `to` - 1,
 * where the next row has another value. A cut's position is the number of rows on its left. `left` is the record of the rows before them, and afterwards of these too.
 */
export function offerCuts(
  column: SortedColumn,
  start: number,
  goal: FitGoal,
  left: Float64Array,
  best: BestCut,
  from: number,
  to: number,
): void {
  if (goal.kind === "gradients") offerCutsOfGradients(column, start, goal, left, best, from, to);
  else offerCutsOfClasses(column, start, goal, left, best, from, to);
}

function offerCutsOfGradients(
  { values, order }: SortedColumn,
  start: number,
  { gradients, hessians }: GradientGoal,
  left: Float64Array,
  best: BestCut,
  from: number,
  to: number,
): void {
  let value = values[order[from]];
  for (let i = from; i < to; i++) {
    const row = order[i];
    left[0] += gradients[row];
    left[1] += hessians[row];
    const next = values[order[i + 1]];
    if (value !== next) best.offer(left, i + 1 - start, i + 1 - start);
    value = next;
  }
}

/** In a loop of its own: one for both kinds of goals takes longer. */
function offerCutsOfClasses(
  { values, order }: SortedColumn,
  start: number,
  { codes, weights, classCount }: ClassGoal,
  left: Float64Array,
  best: BestCut,
  from: number,
  to: number,
): void {
  let value = values[order[from]];
  for (let i = from; i < to; i++) {
    const row = order[i];
    left[codes[row]] += weights[row];
    left[classCount] += weights[row];
    const next = values[order[i + 1]];
    if (value !== next) best.offer(left, i + 1 - start, i + 1 - start);
    value = next;
  }
}
