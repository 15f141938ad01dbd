import { columnDealtAnew } from "../predict/permute-column.ts";
import type { EncodedRows } from "../tree/route-row.ts";
import { Purpose } from "../util/random.ts";
import { allRows } from "../util/ranges.ts";
import type { Turns } from "../util/turns.ts";

/**
 * For each column and repeat how much `quality`, of which more is better, is lost when the values of the column are dealt
 * anew among all rows. A column that `quality` does not depend on loses exactly 0; where `used` says which those are, it is not
 * asked about the others.
 */
export function* dropsInTurns(
  quality: (rows: EncodedRows) => Turns<number>,
  rows: EncodedRows,
  repeats: number,
  seed: number,
  used: ReadonlySet<number> | null = null,
): Turns<number[][]> {
  const among = allRows(rows.rowCount);
  const baseline = yield* quality(rows);
  const drops: number[][] = [];
  for (let column = 0; column < rows.columns.length; column++) {
    const ofColumn: number[] = [];
    const needed = used === null || used.has(column) ? repeats : 0;
    for (let repeat = 0; repeat < needed; repeat++) {
      const dealt = yield* columnDealtAnew(rows, column, among, seed, Purpose.Permutation, column, repeat);
      ofColumn.push(baseline - (yield* quality(dealt)));
    }
    // NaN without a quality, else 0.
    drops.push(needed > 0 ? ofColumn : new Array<number>(repeats).fill(baseline - baseline));
  }
  return drops;
}
