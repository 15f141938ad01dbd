import type { EncodedRows } from "../tree/route-row.ts";
import { shuffledRows } from "../util/random.ts";

/** The same rows, where the listed ones have dealt the values of one column anew among themselves, by `keys` alone. */
export function permuteColumn(rows: EncodedRows, column: number, among: Uint32Array, ...keys: number[]): EncodedRows {
  const from = rows.columns[column];
  const to = from.slice();
  shuffledRows(among.length, ...keys).forEach((place, i) => {
    to[among[i]] = from[among[place]];
  });
  const columns = rows.columns.slice();
  columns[column] = to;
  return { ...rows, columns };
}
