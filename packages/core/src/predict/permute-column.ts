import type { EncodedRows } from "../tree/route-row.ts";
import { shuffleInTurns } from "../util/random.ts";
import { type Turns, turnsOver } from "../util/turns.ts";

/** The same rows, where the listed ones have dealt the values of one column anew among themselves, by `keys` alone. */
export function* columnDealtAnew(
  rows: EncodedRows,
  column: number,
  among: Uint32Array,
  ...keys: number[]
): Turns<EncodedRows> {
  const from = rows.columns[column];
  const to = from.slice();
  const places = yield* shuffleInTurns(among.length, ...keys);
  yield* turnsOver(places.length, (start, end) => {
    for (let i = start; i < end; i++) to[among[i]] = from[among[places[i]]];
  });
  const columns = rows.columns.slice();
  columns[column] = to;
  return { ...rows, columns };
}
