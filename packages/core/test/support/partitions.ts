import { encodeTable, leafOf, type Model, type TableInput } from "../../src/index.ts";

/** The leaf of each row in the model's first tree. */
export function partitionOf(model: Model, table: TableInput): number[] {
  const rows = encodeTable(model, table);
  return Array.from({ length: rows.rowCount }, (_, row) => leafOf(model.ensemble.trees[0], rows, row));
}
