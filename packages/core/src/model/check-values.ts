import type { Ensemble } from "../ensemble/ensemble.ts";
import { isClassLink } from "../loss/link.ts";
import type { Tree } from "../tree/tree.ts";
import { keptValues, startOfKept } from "../tree/values-of-node.ts";
import { largestSize } from "../util/grid.ts";
import { CHUNK } from "../util/ranges.ts";
import type { Turns } from "../util/turns.ts";
import { LARGEST_SUM } from "./check-tree.ts";
import { damagedModel } from "./model-format.ts";
import type { ModelParts } from "./model-parts.ts";

/** How far from 1 the shares of the classes in a node may add up by rounding. */
const ROUNDING = 2 ** -20;

/** Refuses trees whose numbers do not mean what the model takes them for, or have sums that leave the range of a double. */
export function* valuesInTurns(parts: Omit<ModelParts, "ensemble">, ensemble: Ensemble): Turns<void> {
  yield* checkScores(ensemble);
  yield* checkFacts(ensemble);
  if (parts.task === "regression") return;
  checkCombination(parts, ensemble);
  if (parts.link !== "identity" && ensemble.combine === undefined) return;
  if (ensemble.initialScore.some((score) => score !== 0))
    throw damagedModel("its trees give shares of classes, and its initial scores are not 0");
  for (const tree of ensemble.trees) yield* checkShares(tree);
}

/** The values of leaves are finite by themselves; a row may add up one of each tree. */
function* checkScores({ initialScore, trees, combine }: Ensemble): Turns<void> {
  const largest = (values: Float64Array) => largestSize(values, 0, values.length);
  let sum = largest(initialScore);
  for (const [index, tree] of trees.entries()) {
    sum += Math.max(1, combine?.weights[index] ?? 1) * largest(keptValues(tree));
    yield;
  }
  if (!(sum < LARGEST_SUM)) throw damagedModel("its trees may add up to a score that no training comes to");
}

/** Importance adds up the gains, or the covers, of all trees. */
function* checkFacts({ trees }: Ensemble): Turns<void> {
  let sum = 0;
  for (const { gain, cover, rootImpurity } of trees) {
    if (!(rootImpurity >= 0)) throw damagedModel("a tree has an impurity that is negative, or not a number");
    sum += sumOf(gain) + sumOf(cover) + rootImpurity;
    yield;
  }
  if (!(sum < LARGEST_SUM)) throw damagedModel("its gains and covers add up to more than any training comes to");
}

/** Classes are predicted by the shares of one tree, by the mean of shares, by votes that are added up, or by scores. */
function checkCombination({ link, classes }: Omit<ModelParts, "ensemble">, { combine, trees, initialScore }: Ensemble) {
  const ofShares = initialScore.length === classes.length;
  const isRight =
    combine === undefined
      ? isClassLink(link)
        ? link !== "samme"
        : link === "logistic" || (link === "identity" && trees.length === 1)
      : ofShares &&
        (combine.by === "mean" ? link === "identity" || link === "samme" : combine.by === "sum" && link === "softmax");
  const isOne = link !== "logistic" || initialScore.length === 1;
  if (isRight && isOne) return;
  const trained = combine === undefined ? `${trees.length} trees` : `the ${combine.by} of its trees`;
  throw damagedModel(`its link ${link} gives classes no probabilities from ${trained}`);
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum;
}

function* checkShares(tree: Tree): Turns<void> {
  const shares = keptValues(tree);
  let at = 0;
  for (let node = 0; node < tree.nodeCount; node++) {
    if (node % CHUNK === 0) yield;
    let sum = 0;
    for (const end = startOfKept(tree, node + 1); at < end; at++) {
      if (shares[at] < 0) throw damagedModel(`node ${node} of a tree has a negative share of a class`);
      sum += shares[at];
    }
    if (!(Math.abs(sum - 1) <= ROUNDING))
      throw damagedModel(`node ${node} of a tree has shares of the classes that add up to ${sum}, expected 1`);
  }
}
