import type { Column } from "../dataset/column.ts";
import { sideOfCategory, sideOfNumber } from "../util/side-of-value.ts";
import { isLeaf, NodeKind, type Tree } from "./tree.ts";

/** A table as a tree reads it: per feature of the model a number (NaN is missing) or a category code (-1 is missing) a row. */
export interface EncodedRows {
  readonly rowCount: number;
  readonly columns: readonly (Float64Array | Float32Array | Int32Array)[];
}

/** A dataset's own columns, in the form in which trees read rows. */
export function rowsOfColumns(rowCount: number, columns: readonly Column[]): EncodedRows {
  return { rowCount, columns: columns.map((column) => (column.kind === "numeric" ? column.values : column.codes)) };
}

/** The child of `node` that this row goes to; -1 in a leaf. */
export function routeRow(tree: Tree, rows: EncodedRows, row: number, node: number): number {
  if (isLeaf(tree, node)) return -1;
  return tree.firstChild[node] + sideOfRow(tree, node, rows.columns[tree.feature[node]][row]);
}

/** The leaf that this row ends in. */
export function leafOf(tree: Tree, rows: EncodedRows, row: number): number {
  const { kind, firstChild, feature } = tree;
  let node = 0;
  while (kind[node] !== NodeKind.Leaf)
    node = firstChild[node] + sideOfRow(tree, node, rows.columns[feature[node]][row]);
  return node;
}

function sideOfRow(tree: Tree, node: number, value: number): number {
  const missingChild = tree.missingChild[node];
  if (tree.kind[node] === NodeKind.Threshold) return sideOfNumber(value, tree.threshold[node], missingChild);
  return sideOfCategory(value, tree.categories, tree.categoryStart[node], tree.categoryWords[node], missingChild);
}
