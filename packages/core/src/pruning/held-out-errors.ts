import { routeRow } from "../tree/route-row.ts";
import type { Tree } from "../tree/tree.ts";
import { exactSum, gridExponent, powerOfTwo } from "../util/grid.ts";
import { square } from "../util/square.ts";
import type { HeldOut } from "./pruning-strategy.ts";

/** Error of a pruned tree on rows that it did not see, with the standard error of that figure. */
export interface ErrorEstimate {
  readonly error: number;
  readonly standardError: number;
}

/** A tree with its held-out rows, and the α at which each of its nodes becomes a leaf. */
export interface HeldOutLinks {
  readonly heldOut: HeldOut;
  readonly collapseAt: Float64Array;
}

/**
 * For each α (ascending) the error of the trees, pruned at that α, on their held-out rows, all rows taken together. The
 * error of a row is 0 or 1 for classes, the squared difference for numbers. The sums are exact, for they choose the tree.
 */
export function heldOutErrors(evidence: readonly HeldOutLinks[], alphas: readonly number[]): ErrorEstimate[] {
  const weights = evidence.flatMap(({ heldOut }) => Array.from(heldOut.rows, (row) => weightOf(heldOut, row)));
  const total = exactSum(weights.length, (i) => weights[i]);
  const squaredWeights = exactSum(weights.length, (i) => square(weights[i]));
  const sums = [
    sumBySteps(evidence, alphas, weights.length, (weight, error) => weight * error),
    sumBySteps(evidence, alphas, weights.length, (weight, error) => square(weight) * error),
    sumBySteps(evidence, alphas, weights.length, (weight, error) => square(weight * error)),
  ];
  return alphas.map((_, step) => {
    const [first, cross, second] = sums.map((sum) => sum[step]);
    const mean = first / total;
    const variance = Math.max(0, second - 2 * mean * cross + mean * mean * squaredWeights);
    return { error: mean, standardError: Math.sqrt(variance) / total };
  });
}

/** Σ term(weight, error) over all rows for each α: rows change their error at few α's, so only the changes are recorded. */
function sumBySteps(
  evidence: readonly HeldOutLinks[],
  alphas: readonly number[],
  rowCount: number,
  term: (weight: number, error: number) => number,
): Float64Array {
  let max = 0;
  visitErrors(evidence, alphas, (weight, error) => {
    max = Math.max(max, term(weight, error));
  });
  const k = gridExponent(rowCount, max);
  const changes = new Float64Array(alphas.length + 1);
  visitErrors(evidence, alphas, (weight, error, from, to) => {
    const rounded = Math.round(term(weight, error) * powerOfTwo(k));
    changes[from] += rounded;
    changes[to] -= rounded;
  });
  for (let step = 1; step < changes.length; step++) changes[step] += changes[step - 1];
  return changes.map((sum) => sum * powerOfTwo(-k));
}

/** Calls `visit` with each error that a row has at some α, and the steps [from, to) at which it has it. */
function visitErrors(
  evidence: readonly HeldOutLinks[],
  alphas: readonly number[],
  visit: (weight: number, error: number, from: number, to: number) => void,
): void {
  for (const { heldOut, collapseAt } of evidence) {
    const { tree, columns } = heldOut;
    for (const row of heldOut.rows) {
      let to = alphas.length;
      // On the way down, a node predicts from its own α up to the least α above it.
      for (let node = 0; node >= 0 && to > 0; node = routeRow(tree, columns, row, node)) {
        const from = firstStep(alphas, collapseAt[node]);
        if (from >= to) continue;
        visit(weightOf(heldOut, row), errorOf(tree, node, heldOut.target, row), from, to);
        to = from;
      }
    }
  }
}

/** The first step whose α is at least this one. */
function firstStep(alphas: readonly number[], alpha: number): number {
  let low = 0;
  let high = alphas.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (alphas[middle] >= alpha) high = middle;
    else low = middle + 1;
  }
  return low;
}

function weightOf(heldOut: HeldOut, row: number): number {
  return heldOut.target.weights?.[row] ?? 1;
}

function errorOf(tree: Tree, node: number, target: HeldOut["target"], row: number): number {
  if (target.task === "regression") return square(tree.value[node] - target.values[row]);
  return likeliestClass(tree, node) === target.codes[row] ? 0 : 1;
}

function likeliestClass(tree: Tree, node: number): number {
  const at = node * tree.valueWidth;
  let best = 0;
  for (let k = 1; k < tree.valueWidth; k++) if (tree.value[at + k] > tree.value[at + best]) best = k;
  return best;
}
