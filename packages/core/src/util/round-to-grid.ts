import { gridExponent, largestOf, roundRange } from "./grid.ts";
import { allRows } from "./ranges.ts";
import { atOnce, type Turns, turnsOver } from "./turns.ts";

/** The weights of so many rows, 1 each for null, on a grid on which sums of any of them are exact. */
export function weightsOnGrid(count: number, weights: ArrayLike<number> | null): Float64Array {
  if (weights === null) return new Float64Array(count).fill(1);
  const rounded = Float64Array.from(weights);
  roundToGrid(rounded, allRows(count));
  return rounded;
}

/** Rounds the listed entries of `values` in place to their common grid, and returns its k. */
export function roundToGrid(values: Float64Array, rows: Uint32Array): number {
  return atOnce(roundInTurns(values, rows));
}

/** The same, for rows by the million. */
export function* roundInTurns(values: Float64Array, rows: Uint32Array): Turns<number> {
  let most = 0;
  yield* turnsOver(rows.length, (start, end) => {
    most = Math.max(most, largestOf(values, rows, start, end));
  });
  const k = gridExponent(rows.length, most);
  yield* turnsOver(rows.length, (start, end) => roundRange(values, rows, k, start, end));
  return k;
}
