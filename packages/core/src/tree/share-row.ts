import { type EncodedRows, sideOfRow } from "./route-row.ts";
import { EVERY_CHILD, isLeaf, sumOfChildren, type Tree } from "./tree.ts";

/** A row, or a part of it, that has come to a node. */
export interface RowPart {
  readonly node: number;
  readonly share: number;
}

/** From `node` down as long as the row goes one way: to the leaf, or to the node from which it goes down every branch. */
export function forkOrLeaf(tree: Tree, rows: EncodedRows, row: number, node: number): number {
  let at = node;
  while (!isLeaf(tree, at)) {
    const side = sideOfRow(tree, rows, row, at);
    if (side === EVERY_CHILD) return at;
    at = tree.firstChild[at] + side;
  }
  return at;
}

/** The parts of a row that goes down every branch, by the branches' shares of the cover; a branch without cover gets none. */
export function partsAtFork(tree: Tree, node: number, share: number): RowPart[] {
  const first = tree.firstChild[node];
  const cover = sumOfChildren(tree, node, tree.cover);
  // A file may say that no training row came by: the first branch is as good as any.
  if (!(cover > 0)) return [{ node: first, share }];
  const parts: RowPart[] = [];
  for (let child = first; child < first + tree.childCount[node]; child++) {
    if (tree.cover[child] > 0) parts.push({ node: child, share: share * (tree.cover[child] / cover) });
  }
  return parts;
}

/** Where a part of a row goes from an inner node: down one branch, or down every one. */
export function partsBelow(tree: Tree, rows: EncodedRows, row: number, { node, share }: RowPart): RowPart[] {
  const side = sideOfRow(tree, rows, row, node);
  return side === EVERY_CHILD ? partsAtFork(tree, node, share) : [{ node: tree.firstChild[node] + side, share }];
}
