import { gridExponent, largestOf, roundRange } from "./grid.ts";
import { atOnce, type Turns, turnsOver } from "./turns.ts";

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
