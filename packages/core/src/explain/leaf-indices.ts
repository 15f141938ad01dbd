import { expectModel } from "../model/expect-model.ts";
import type { Model } from "../model/model.ts";
import { encodeTable, type PredictInput } from "../predict/encode-table.ts";
import { leafOf } from "../tree/route-row.ts";

/**
 * The node in which each row ends: row after row, one number per tree. Rows that share a leaf are treated alike. Of a row that
 * goes down every branch, as in trees of `c45` without a value, it is the leaf along the heaviest.
 */
export function leafIndices(model: Model, table: PredictInput): Uint32Array<ArrayBuffer> {
  expectModel("leafIndices", model);
  const { trees } = model.ensemble;
  const rows = encodeTable(model, table);
  const leaves = new Uint32Array(rows.rowCount * trees.length);
  trees.forEach((tree, index) => {
    for (let row = 0; row < rows.rowCount; row++) leaves[row * trees.length + index] = leafOf(tree, rows, row);
  });
  return leaves;
}
