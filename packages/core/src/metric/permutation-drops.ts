import { permuteColumn } from "../predict/permute-column.ts";
import type { EncodedRows } from "../tree/route-row.ts";
import { Purpose } from "../util/random.ts";
import { allRows } from "../util/ranges.ts";

/**
 * For each column and repeat how much `quality`, of which more is better, is lost when the values of the column are dealt
 * anew among all rows. A column that `quality` does not depend on loses exactly 0.
 */
export function permutationDrops(
  quality: (rows: EncodedRows) => number,
  rows: EncodedRows,
  repeats: number,
  seed: number,
): number[][] {
  const among = allRows(rows.rowCount);
  const baseline = quality(rows);
  return rows.columns.map((_, column) =>
    Array.from({ length: repeats }, (__, repeat) => {
      return baseline - quality(permuteColumn(rows, column, among, seed, Purpose.Permutation, column, repeat));
    }),
  );
}
