import { permuteColumn } from "../predict/permute-column.ts";
import type { EncodedRows } from "../tree/route-row.ts";
import { Purpose } from "../util/random.ts";
import { allRows } from "../util/ranges.ts";

/**
 * For each column and repeat how much `quality`, of which more is better, is lost when the values of the column are dealt
 * anew among all rows. A column that `quality` does not depend on loses exactly 0; where `used` says which those are, it is not
 * asked about the others.
 */
export function permutationDrops(
  quality: (rows: EncodedRows) => number,
  rows: EncodedRows,
  repeats: number,
  seed: number,
  used: ReadonlySet<number> | null = null,
): number[][] {
  const among = allRows(rows.rowCount);
  const baseline = quality(rows);
  return rows.columns.map((_, column) =>
    Array.from({ length: repeats }, (__, repeat) => {
      if (used?.has(column) === false) return baseline - baseline;
      return baseline - quality(permuteColumn(rows, column, among, seed, Purpose.Permutation, column, repeat));
    }),
  );
}
