import type { Ensemble } from "../ensemble/ensemble.ts";
import { type EncodedRows, leafOf, sideOfRow } from "../tree/route-row.ts";
import { EVERY_CHILD, isLeaf, sumOfChildren, type Tree } from "../tree/tree.ts";

/** The scores of every row, row after row, `initialScore.length` numbers each. Trees are added in their order. */
export function predictScores(ensemble: Ensemble, rows: EncodedRows): Float64Array {
  const width = ensemble.initialScore.length;
  const scores = new Float64Array(rows.rowCount * width);
  for (let row = 0; row < rows.rowCount; row++) scores.set(ensemble.initialScore, row * width);
  for (const tree of ensemble.trees) addTree(tree, rows, scores, 0, rows.rowCount);
  return scores;
}

/** Adds to the scores of rows `start` to `end` - 1 the values of the leaf that each reaches. */
export function addTree(tree: Tree, rows: EncodedRows, scores: Float64Array, start: number, end: number): void {
  const width = tree.valueWidth;
  if (tree.sharesRows) {
    for (let row = start; row < end; row++) addShares(tree, rows, row, scores, row * width);
    return;
  }
  for (let row = start; row < end; row++) {
    const leaf = leafOf(tree, rows, row);
    for (let k = 0; k < width; k++) scores[row * width + k] += tree.value[leaf * width + k];
  }
}

/** A row without a value goes down every branch, by the branch's share of the cover; the leaves are averaged by these shares. */
function addShares(tree: Tree, rows: EncodedRows, row: number, scores: Float64Array, at: number): void {
  const open: { node: number; share: number }[] = [{ node: 0, share: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, share } = next;
    if (isLeaf(tree, node)) {
      const from = node * tree.valueWidth;
      for (let k = 0; k < tree.valueWidth; k++) scores[at + k] += share * tree.value[from + k];
      continue;
    }
    const first = tree.firstChild[node];
    const side = sideOfRow(tree, rows, row, node);
    const cover = side === EVERY_CHILD ? sumOfChildren(tree, node, tree.cover) : 0;
    if (side !== EVERY_CHILD) open.push({ node: first + side, share });
    // A file may say that no training row came by: the first branch is as good as any.
    else if (!(cover > 0)) open.push({ node: first, share });
    else {
      for (let child = first + tree.childCount[node] - 1; child >= first; child--) {
        if (tree.cover[child] > 0) open.push({ node: child, share: share * (tree.cover[child] / cover) });
      }
    }
  }
}
