import { partsBelow, type RowPart } from "../tree/part-rows.ts";
import { predictedClass } from "../tree/predicted-class.ts";
import { routeRow } from "../tree/route-row.ts";
import { isLeaf, parentsOf, type Tree } from "../tree/tree.ts";
import { firstWhere } from "../util/first-where.ts";
import { gridExponent, powerOfTwo } from "../util/grid.ts";
import { square } from "../util/square.ts";
import { type Turns, turnsOver } from "../util/turns.ts";
import type { HeldOut } from "./pruning-strategy.ts";

/** Error of a pruned tree on rows that it did not see, with the standard error of that figure. */
export interface ErrorEstimate {
  readonly error: number;
  readonly standardError: number;
}

/** A tree with its held-out rows, and the α at which each of its nodes becomes a leaf. */
export interface HeldOutLinks extends HeldOut {
  readonly collapseAt: Float64Array;
}

/**
 * For each α (ascending) the error of the trees, pruned at that α, on their held-out rows, all rows taken together. The
 * error of a row is 0 or 1 for classes, or what it costs, and the squared difference for numbers. The sums are exact, for they choose the tree.
 */
export function* heldOutErrors(evidence: readonly HeldOutLinks[], alphas: readonly number[]): Turns<ErrorEstimate[]> {
  const [weights, squaredWeights, first, cross, second] = yield* sumsBySteps(evidence, alphas);
  return alphas.map((_, step) => {
    const total = weights[step];
    const mean = first[step] / total;
    const variance = Math.max(0, second[step] - 2 * mean * cross[step] + mean * mean * squaredWeights[step]);
    return { error: mean, standardError: Math.sqrt(variance) / total };
  });
}

/** What is summed up of a row with its weight and its error: at each α a row has one error. */
const TERMS: readonly ((weight: number, error: number) => number)[] = [
  (weight) => weight,
  (weight) => square(weight),
  (weight, error) => weight * error,
  (weight, error) => weight * (weight * error),
  (weight, error) => square(weight * error),
];

/**
 * The sums of the terms over all rows, for each α. Rows change their error at few α's, so only the changes are recorded. The first visit
 * finds the largest terms, for the grids; the second adds up.
 */
function* sumsBySteps(evidence: readonly HeldOutLinks[], alphas: readonly number[]): Turns<Float64Array[]> {
  const rowCount = evidence.reduce((sum, { rows }) => sum + rows.length, 0);
  const largest = TERMS.map(() => 0);
  yield* visitErrors(evidence, alphas, (weight, error) => {
    for (let i = 0; i < TERMS.length; i++) largest[i] = Math.max(largest[i], TERMS[i](weight, error));
  });
  const grids = largest.map((max) => gridExponent(rowCount, max));
  const ups = grids.map(powerOfTwo);
  const sums = grids.map(() => new Float64Array(alphas.length + 1));
  yield* visitErrors(evidence, alphas, (weight, error, from, to) => {
    for (let i = 0; i < TERMS.length; i++) {
      const steps = Math.round(TERMS[i](weight, error) * ups[i]);
      sums[i][from] += steps;
      sums[i][to] -= steps;
    }
  });
  return sums.map((changes, i) => {
    for (let step = 1; step < changes.length; step++) changes[step] += changes[step - 1];
    return changes.map((sum) => sum * powerOfTwo(-grids[i]));
  });
}

type VisitError = (weight: number, error: number, from: number, to: number) => void;

/** Calls `visit` with each error that a row has at some α, and the steps [from, to) at which it has it. */
function* visitErrors(evidence: readonly HeldOutLinks[], alphas: readonly number[], visit: VisitError): Turns<void> {
  for (const heldOut of evidence) {
    const { rows, tree, collapseAt } = heldOut;
    const steps = leafSteps(tree, collapseAt, alphas);
    yield;
    const visitRow = tree.sharesRows ? visitSharedRow : visitWholeRow;
    yield* turnsOver(rows.length, (start, end) => {
      for (let i = start; i < end; i++) visitRow(heldOut, rows[i], steps, visit);
    });
  }
}

type LeafSteps = ReturnType<typeof leafSteps>;

/** By node the steps [from, to) at which it is a leaf of the pruned tree: from its own α up to the least α above it. */
export function leafSteps(tree: Tree, collapseAt: Float64Array, alphas: readonly number[]) {
  const firstStep = (alpha: number) => firstWhere(0, alphas.length, (step) => alphas[step] >= alpha);
  const from = Uint32Array.from(collapseAt, firstStep);
  const to = new Uint32Array(tree.nodeCount).fill(alphas.length);
  // Parents stand before their children.
  for (const [node, parent] of parentsOf(tree).entries()) {
    if (parent >= 0) to[node] = Math.min(from[parent], to[parent]);
  }
  return { from, to };
}

function visitWholeRow(heldOut: HeldOut, row: number, { from, to }: LeafSteps, visit: VisitError): void {
  const { tree, columns } = heldOut;
  for (let node = 0; node >= 0 && to[node] > 0; node = routeRow(tree, columns, row, node)) {
    if (from[node] >= to[node]) continue;
    visit(weightOf(heldOut, row), errorOf(heldOut, tree, node, row), from[node], to[node]);
  }
}

/** Where parts of a row end in several leaves, these are averaged into one prediction, as `predictScores` does it. */
function visitSharedRow(heldOut: HeldOut, row: number, steps: LeafSteps, visit: VisitError): void {
  const { value, valueWidth } = heldOut.tree;
  const { from, to } = steps;
  const endings = endingsOf(heldOut, row, steps);
  const bounds = [...new Set(endings.flatMap(({ node }) => [from[node], to[node]]))].sort((a, b) => a - b);
  for (let i = 1; i < bounds.length; i++) {
    const [start, end] = [bounds[i - 1], bounds[i]];
    const average = new Float64Array(valueWidth);
    for (const { node, share } of endings) {
      if (from[node] > start || to[node] < end) continue;
      for (let k = 0; k < valueWidth; k++) average[k] += share * value[node * valueWidth + k];
    }
    visit(weightOf(heldOut, row), errorOf(heldOut, { value: average, valueWidth }, 0, row), start, end);
  }
}

/** The parts of a row that end somewhere at some α, in the order in which prediction adds the leaves up. */
function endingsOf({ tree, columns }: HeldOut, row: number, { from, to }: LeafSteps): RowPart[] {
  const endings: RowPart[] = [];
  const open: RowPart[] = [{ node: 0, share: 1 }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { node } = part;
    if (from[node] < to[node]) endings.push(part);
    const goesOn = Math.min(from[node], to[node]) > 0 && !isLeaf(tree, node);
    if (goesOn) open.push(...partsBelow(tree, columns, row, part).reverse());
  }
  return endings;
}

/** The weight of a held-out row. */
function weightOf(heldOut: HeldOut, row: number): number {
  return heldOut.target.weights?.[row] ?? 1;
}

/** What a row gets wrong by what a node says: for classes 0, or 1, or what the error costs; the squared difference for numbers. */
export function errorOf(
  { target, cost = null }: HeldOut,
  { value, valueWidth }: Pick<Tree, "value" | "valueWidth">,
  node: number,
  row: number,
): number {
  if (target.task === "regression") return square(value[node] - target.values[row]);
  const actual = target.codes[row];
  const predicted = predictedClass(cost, value, node * valueWidth, valueWidth);
  if (predicted === actual) return 0;
  // A class that training never saw is in no matrix.
  return cost?.[actual]?.[predicted] ?? 1;
}
