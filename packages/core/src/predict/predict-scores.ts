import type { Ensemble } from "../ensemble/ensemble.ts";
import { type EncodedRows, leafOf } from "../tree/route-row.ts";
import type { Tree } from "../tree/tree.ts";

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
  for (let row = start; row < end; row++) {
    const leaf = leafOf(tree, rows, row);
    for (let k = 0; k < width; k++) scores[row * width + k] += tree.value[leaf * width + k];
  }
}
