import { gridExponent, largestOf, roundRange } from "./grid.ts";
import { type Turns, turnsOver } from "./turns.ts";

/** `roundToGrid` for rows by the million. */
export function* roundInTurns(values: Float64Array, rows: Uint32Array): Turns<number> {
  let most = 0;
  yield* turnsOver(rows.length, (start, end) => {
    most = Math.max(most, largestOf(values, rows, start, end));
  });
  const k = gridExponent(rows.length, most);
  yield* turnsOver(rows.length, (start, end) => roundRange(values, rows, k, start, end));
  return k;
}
