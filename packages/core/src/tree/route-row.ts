import type { Column } from "../dataset/column.ts";
import { isLeaf, NodeKind, type Tree } from "./tree.ts";

/** A table as a tree reads it: per feature of the model a number (NaN is missing) or a category code (-1 is missing) a row. */
export interface EncodedRows {
  readonly rowCount: number;
  readonly columns: readonly (Float64Array | Float32Array | Int32Array)[];
}

/** A dataset's own columns, in the form in which trees read rows. */
export function encodedRows(rowCount: number, columns: readonly Column[]): EncodedRows {
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

/** 0 for the first child, 1 for the second. A category beyond the node's bitset has no bit, and goes to the second. */
function sideOfRow(tree: Tree, node: number, value: number): number {
  if (tree.kind[node] === NodeKind.Threshold) {
    if (value <= tree.threshold[node]) return 0;
    return Number.isNaN(value) ? tree.missingChild[node] : 1;
  }
  if (value < 0) return tree.missingChild[node];
  const word = value >>> 5;
  if (word >= tree.categoryWords[node]) return 1;
  return (tree.categories[tree.categoryStart[node] + word] >>> (value & 31)) & 1 ? 0 : 1;
}
