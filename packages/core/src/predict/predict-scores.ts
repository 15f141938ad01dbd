import { type Combination, type Ensemble, scoreOfTree } from "../ensemble/ensemble.ts";
import { forkOrLeaf, partsAtFork, type RowPart } from "../tree/part-rows.ts";
import { type EncodedRows, leafOf } from "../tree/route-row.ts";
import { isLeaf, type Tree } from "../tree/tree.ts";
import { addValuesOfNode } from "../tree/values-of-node.ts";
import { atOnce, type Turns, turnsOver } from "../util/turns.ts";
import { packedEnsemble, packedLeaves } from "./packed-ensembles.ts";
import { walkRows } from "./walk-rows.ts";

/** The scores of every row, row after row, `initialScore.length` numbers each. Trees are added in their order. */
export function predictScores(ensemble: Ensemble, rows: EncodedRows): Float64Array {
  return atOnce(scoresInTurns(ensemble, rows));
}

/** The same for rows by the million. */
export function* scoresInTurns(ensemble: Ensemble, rows: EncodedRows): Turns<Float64Array> {
  const { trees, initialScore, combine } = ensemble;
  if (combine?.by === "median") return yield* predictMedians(trees, initialScore[0], combine, rows);
  const width = initialScore.length;
  const scores = new Float64Array(rows.rowCount * width);
  startScores(ensemble, scores, rows.offsets);
  yield;
  yield* addTreesInTurns(ensemble, rows, scores);
  finishScores(ensemble, scores);
  yield;
  return scores;
}

/** Adds to the scores of every row the values of the leaves that it reaches, each times the weight of its tree. */
export function addTrees(ensemble: Ensemble, rows: EncodedRows, scores: Float64Array): void {
  atOnce(addTreesInTurns(ensemble, rows, scores));
}

/** The same for rows by the million. */
export function* addTreesInTurns(ensemble: Ensemble, rows: EncodedRows, scores: Float64Array): Turns<void> {
  const { trees, initialScore, combine } = ensemble;
  const { rowCount } = rows;
  const isSparse = trees.some(({ sparseValues }) => sparseValues !== undefined);
  const packed = isSparse ? null : yield* packedEnsemble(ensemble, rows);
  if (packed !== null && (yield* walkRows(packed, rows, scores))) return;
  const leaves = new Float64Array(isSparse ? rowCount : 0);
  const width = initialScore.length;
  for (const [index, tree] of trees.entries()) {
    const weight = combine?.weights[index] ?? 1;
    const first = scoreOfTree(ensemble, index);
    const areKnown = isSparse && (yield* findLeaves(tree, rows, leaves));
    yield* turnsOver(rowCount, (start, end) => {
      if (!areKnown) addTree(tree, rows, scores, start, end, weight, width, first);
      else {
        for (let row = start; row < end; row++) addValuesOfNode(tree, leaves[row], weight, scores, row * width + first);
      }
    });
  }
}

/** Writes the leaf of each row, as the kernels find it; false where they can not, or where it does not pay. */
function* findLeaves(tree: Tree, rows: EncodedRows, leaves: Float64Array): Turns<boolean> {
  const packed = yield* packedLeaves(tree, rows);
  return packed !== null && (yield* walkRows(packed, rows, leaves.fill(0)));
}

/** What rows begin with, before leaves are added. */
export function startScores({ initialScore, combine }: Ensemble, scores: Float64Array, offsets?: Float64Array): void {
  if (combine?.by === "mean") scores.fill(0);
  else if (initialScore.length === 1) scores.fill(initialScore[0]);
  else for (let at = 0; at < scores.length; at += initialScore.length) scores.set(initialScore, at);
  if (offsets === undefined) return;
  // Before any tree, as in training: the sums are then the same to the last bit.
  const width = initialScore.length;
  for (let place = 0, next = 0; place < width; place++) {
    for (let at = place; at < scores.length; at += width) scores[at] += offsets[next++];
  }
}

/** To scores of which all rows of the first stand before those of the second, as the offsets do. */
export function addOffsets(scores: Float64Array, offsets: Float64Array): void {
  for (let at = 0; at < offsets.length; at++) scores[at] += offsets[at];
}

/** From sums of leaves to scores, in place, for the first `count` trees. */
export function finishScores(
  { trees, initialScore, combine }: Ensemble,
  scores: Float64Array,
  count = trees.length,
): void {
  if (combine?.by !== "mean") return;
  let total = 0;
  for (const weight of combine.weights.subarray(0, count)) total += weight;
  // In a part of a model all weights may be 0, and with them all sums: nothing has been said.
  for (let i = 0; i < scores.length; i++) scores[i] = initialScore[i % initialScore.length] + scores[i] / (total || 1);
}

/**
 * Adds to the scores of rows `start` to `end` - 1 the values of the leaf that each reaches, times the weight. A row has `width` scores, of which
 * these are the `first` and those behind it.
 */
export function addTree(
  tree: Tree,
  rows: EncodedRows,
  scores: Float64Array,
  start: number,
  end: number,
  weight = 1,
  width = tree.valueWidth,
  first = 0,
): void {
  for (let row = start; row < end; row++) {
    if (tree.sharesRows) addShares(tree, rows, row, weight, scores, row * width + first);
    else addValuesOfNode(tree, leafOf(tree, rows, row), weight, scores, row * width + first);
  }
}

/** A row without a value goes down every branch, by the branch's share of the cover; the leaves are averaged by these shares. */
function addShares(tree: Tree, rows: EncodedRows, row: number, weight: number, scores: Float64Array, at: number): void {
  const open: RowPart[] = [{ node: 0, share: weight }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const node = forkOrLeaf(tree, rows, row, part.node);
    if (!isLeaf(tree, node)) {
      open.push(...partsAtFork(tree, node, part.share).reverse());
      continue;
    }
    addValuesOfNode(tree, node, part.share, scores, at);
  }
}

/** Numbers that are held at once, one for each tree and each row of a block; a block has so many rows at most. */
const MOST_HELD = 2 ** 20;
const MOST_ROWS = 1024;

/** Of trees that say one number each. */
function* predictMedians(
  trees: readonly Tree[],
  initialScore: number,
  { weights }: Combination,
  rows: EncodedRows,
): Turns<Float64Array> {
  const scores = new Float64Array(rows.rowCount);
  const values = new Float64Array(trees.length);
  const block = Math.max(1, Math.min(MOST_ROWS, Math.floor(MOST_HELD / trees.length)));
  const said = new Float64Array(block * trees.length);
  for (let start = 0; start < rows.rowCount; start += block) {
    const end = Math.min(rows.rowCount, start + block);
    said.fill(0);
    for (const [index, tree] of trees.entries()) addTree(tree, rows, said, start, end, 1, 1, index * block - start);
    for (let row = start; row < end; row++) {
      for (let tree = 0; tree < trees.length; tree++) values[tree] = said[tree * block + row - start];
      scores[row] = initialScore + weightedMedian(values, weights);
    }
    yield;
  }
  return scores;
}

/** The least of the values that, with all that are less, has at least half of the weight. */
function weightedMedian(values: Float64Array, weights: Float64Array): number {
  const order = Array.from(values.keys()).sort((a, b) => values[a] - values[b] || a - b);
  let total = 0;
  for (const item of order) total += weights[item];
  let below = 0;
  for (const item of order) {
    below += weights[item];
    if (2 * below >= total) return values[item];
  }
  return Number.NaN;
}
