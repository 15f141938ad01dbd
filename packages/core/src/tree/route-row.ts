import type { Column } from "../dataset/column.ts";
import { sideOfCategory, sideOfNumber } from "../util/side-of-value.ts";
import { EVERY_CHILD, heaviestChild, isLeaf, NodeKind, type Tree } from "./tree.ts";

/** A table as a tree reads it: per feature of the model a number (NaN is missing) or a category code (-1 is missing) a row. */
export interface EncodedRows {
  readonly rowCount: number;
  readonly columns: readonly (Float64Array | Float32Array | Int32Array)[];
}

/** A dataset's own columns, in the form in which trees read rows. */
export function rowsOfColumns(rowCount: number, columns: readonly Column[]): EncodedRows {
  return { rowCount, columns: columns.map((column) => (column.kind === "numeric" ? column.values : column.codes)) };
}

/** The child of `node` that this row goes to, the heaviest where it goes to all of them; -1 in a leaf. */
export function routeRow(tree: Tree, rows: EncodedRows, row: number, node: number): number {
  if (isLeaf(tree, node)) return -1;
  const side = sideOfRow(tree, node, rows.columns[tree.feature[node]][row]);
  return tree.firstChild[node] + (side === EVERY_CHILD ? heaviestChild(tree, node) : side);
}

/** The leaf that this row ends in, in a tree without `EVERY_CHILD`. */
export function leafOf(tree: Tree, rows: EncodedRows, row: number): number {
  const { kind, firstChild, feature } = tree;
  let node = 0;
  while (kind[node] !== NodeKind.Leaf)
    node = firstChild[node] + sideOfRow(tree, node, rows.columns[feature[node]][row]);
  return node;
}

function sideOfRow(tree: Tree, node: number, value: number): number {
  const missingChild = tree.missingChild[node];
  const kind = tree.kind[node];
  if (kind === NodeKind.Threshold) return sideOfNumber(value, tree.threshold[node], missingChild);
  const start = tree.categoryStart[node];
  if (kind === NodeKind.Multiway) return value < 0 ? missingChild : tree.categories[start + value];
  return sideOfCategory(value, tree.categories, start, tree.categoryWords[node], missingChild);
}
