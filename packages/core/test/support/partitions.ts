import { encodeTable, leafOf, type Model, type TableInput } from "../../src/index.ts";

/** The leaf of each row in the model's first tree. */
export function partitionOf(model: Model, table: TableInput): number[] {
  const rows = encodeTable(model, table);
  return Array.from({ length: rows.rowCount }, (_, row) => leafOf(model.ensemble.trees[0], rows, row));
}

/** True when both put the same rows together, whatever the names of the groups. */
export function samePartition(a: readonly number[], b: readonly number[]): boolean {
  const pairs = new Set(a.map((leaf, row) => `${leaf} ${b[row]}`));
  return pairs.size === new Set(a).size && pairs.size === new Set(b).size;
}
