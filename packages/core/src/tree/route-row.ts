import type { Column } from "../dataset/column.ts";
import { sideOfCategory, sideOfNumber } from "../util/side-of-value.ts";
import { type Surrogates, sideOfSurrogate } from "./surrogates.ts";
import { EVERY_CHILD, heaviestChild, isLeaf, NodeKind, type Tree } from "./tree.ts";

/** A table as a tree reads it: per feature of the model a number (NaN is missing) or a category code (-1 is missing) a row. */
export interface EncodedRows {
  readonly rowCount: number;
  readonly columns: readonly (Float64Array | Float32Array | Int32Array)[];
  /** What is added to the scores of each row, all rows of the first score before those of the second; no tree reads it. */
  readonly offsets?: Float64Array;
}

/** A dataset's own columns, in the form in which trees read rows. */
export function rowsOfColumns(rowCount: number, columns: readonly Column[]): EncodedRows {
  return { rowCount, columns: columns.map((column) => (column.kind === "numeric" ? column.values : column.codes)) };
}

/** The child of `node` that this row goes to, the heaviest where it goes to all of them; -1 in a leaf. */
export function routeRow(tree: Tree, rows: EncodedRows, row: number, node: number): number {
  if (isLeaf(tree, node)) return -1;
  const side = sideOfRow(tree, rows, row, node);
  return tree.firstChild[node] + (side === EVERY_CHILD ? knownHeaviest(tree, node) : side);
}

/** By node 1 + its heaviest child, once it was asked for: a node may have as many children as a file has room for. */
const heaviest = /* @__PURE__ */ new WeakMap<Tree, Uint32Array>();

function knownHeaviest(tree: Tree, node: number): number {
  const known = heaviest.get(tree) ?? new Uint32Array(tree.nodeCount);
  heaviest.set(tree, known);
  if (known[node] === 0) known[node] = 1 + heaviestChild(tree, node);
  return known[node] - 1;
}

/** The leaf that this row ends in; where it goes down every branch, that of the heaviest on each fork. */
export function leafOf(tree: Tree, rows: EncodedRows, row: number): number {
  const { kind, firstChild, feature, surrogates } = tree;
  let node = 0;
  if (surrogates === null && !tree.sharesRows) {
    while (kind[node] !== NodeKind.Leaf)
      node = firstChild[node] + sideOfValue(tree, node, rows.columns[feature[node]][row]);
  } else while (kind[node] !== NodeKind.Leaf) node = routeRow(tree, rows, row, node);
  return node;
}

/** The leaf that a way of sides from the root leads to, or comes through. */
export function leafOnWay({ kind, firstChild }: Tree, sides: readonly number[]): number {
  let node = 0;
  for (let step = 0; kind[node] !== NodeKind.Leaf; step++) node = firstChild[node] + sides[step];
  return node;
}

/** The surrogate of `node` that decides where this row goes; -1 where the row has a value, or no surrogate can tell. */
export function surrogateOfRow(tree: Tree, rows: EncodedRows, row: number, node: number): number {
  const { surrogates } = tree;
  if (surrogates === null || !isMissing(tree, node, rows.columns[tree.feature[node]][row])) return -1;
  const end = surrogates.start[node] + surrogates.count[node];
  for (let index = surrogates.start[node]; index < end; index++) {
    if (sideOfStandIn(surrogates, index, rows, row) >= 0) return index;
  }
  return -1;
}

/** The child of an inner node, counted from the first, that this row goes to; or `EVERY_CHILD`. */
export function sideOfRow(tree: Tree, rows: EncodedRows, row: number, node: number): number {
  const standIn = surrogateOfRow(tree, rows, row, node);
  if (standIn < 0) return sideOfValue(tree, node, rows.columns[tree.feature[node]][row]);
  return sideOfStandIn(tree.surrogates as Surrogates, standIn, rows, row);
}

function sideOfStandIn(surrogates: Surrogates, index: number, rows: EncodedRows, row: number): number {
  return sideOfSurrogate(surrogates, index, rows.columns[surrogates.feature[index]][row]);
}

function isMissing(tree: Tree, node: number, value: number): boolean {
  return tree.kind[node] === NodeKind.Threshold ? Number.isNaN(value) : value < 0;
}

function sideOfValue(tree: Tree, node: number, value: number): number {
  const missingChild = tree.missingChild[node];
  const kind = tree.kind[node];
  if (kind === NodeKind.Threshold) return sideOfNumber(value, tree.threshold[node], missingChild);
  const start = tree.categoryStart[node];
  if (kind === NodeKind.Multiway) return value < 0 ? missingChild : tree.categories[start + value];
  return sideOfCategory(value, tree.categories, start, tree.categoryWords[node], missingChild);
}
