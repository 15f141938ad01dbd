import type { Pacer } from "@cambium/kernels";
import { predictedClass } from "../tree/predicted-class.ts";
import { routeRow } from "../tree/route-row.ts";
import { partsBelow, type RowPart } from "../tree/share-row.ts";
import { isLeaf, type Tree } from "../tree/tree.ts";
import { sumInTurns } from "../util/exact-sum.ts";
import { gridExponent, powerOfTwo } from "../util/grid.ts";
import { forRanges } from "../util/ranges.ts";
import { square } from "../util/square.ts";
import { inTurns } from "../util/turns.ts";
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
 * error of a row is 0 or 1 for classes, or what it costs, and the squared difference for numbers. The sums are exact, for they choose the tree.
 */
export async function heldOutErrors(
  evidence: readonly HeldOutLinks[],
  alphas: readonly number[],
  pacer: Pacer,
): Promise<ErrorEstimate[]> {
  const weights = await weightsOf(evidence, pacer);
  const total = await inTurns(sumInTurns(weights, null), pacer);
  const squaredWeights = await inTurns(sumInTurns(weights, weights), pacer);
  const [first, cross, second] = await sumsBySteps(evidence, alphas, weights.length, pacer);
  return alphas.map((_, step) => {
    const mean = first[step] / total;
    const variance = Math.max(0, second[step] - 2 * mean * cross[step] + mean * mean * squaredWeights);
    return { error: mean, standardError: Math.sqrt(variance) / total };
  });
}

async function weightsOf(evidence: readonly HeldOutLinks[], pacer: Pacer): Promise<Float64Array> {
  const weights = new Float64Array(evidence.reduce((sum, { heldOut }) => sum + heldOut.rows.length, 0));
  let first = 0;
  for (const { heldOut } of evidence) {
    const { rows } = heldOut;
    await forRanges(rows.length, pacer, (start, end) => {
      for (let i = start; i < end; i++) weights[first + i] = weightOf(heldOut, rows[i]);
    });
    first += rows.length;
  }
  return weights;
}

/**
 * Σ w·e, Σ w²·e and Σ (w·e)² over all rows with their weights w and errors e, for each α. Rows change their error at few
 * α's, so only the changes are recorded. The first visit finds the largest terms, for the grids; the second adds up.
 */
async function sumsBySteps(
  evidence: readonly HeldOutLinks[],
  alphas: readonly number[],
  rowCount: number,
  pacer: Pacer,
): Promise<Float64Array[]> {
  const largest = [0, 0, 0];
  await visitErrors(evidence, alphas, pacer, (weight, error) => {
    const term = weight * error;
    largest[0] = Math.max(largest[0], term);
    largest[1] = Math.max(largest[1], weight * term);
    largest[2] = Math.max(largest[2], term * term);
  });
  const grids = largest.map((max) => gridExponent(rowCount, max));
  const [up0, up1, up2] = grids.map(powerOfTwo);
  const changes = grids.map(() => new Float64Array(alphas.length + 1));
  const [first, cross, second] = changes;
  await visitErrors(evidence, alphas, pacer, (weight, error, from, to) => {
    const term = weight * error;
    const q0 = Math.round(term * up0);
    const q1 = Math.round(weight * term * up1);
    const q2 = Math.round(term * term * up2);
    first[from] += q0;
    first[to] -= q0;
    cross[from] += q1;
    cross[to] -= q1;
    second[from] += q2;
    second[to] -= q2;
  });
  return changes.map((change, i) => {
    for (let step = 1; step < change.length; step++) change[step] += change[step - 1];
    return change.map((sum) => sum * powerOfTwo(-grids[i]));
  });
}

type VisitError = (weight: number, error: number, from: number, to: number) => void;

/** Calls `visit` with each error that a row has at some α, and the steps [from, to) at which it has it. */
async function visitErrors(
  evidence: readonly HeldOutLinks[],
  alphas: readonly number[],
  pacer: Pacer,
  visit: VisitError,
): Promise<void> {
  for (const { heldOut, collapseAt } of evidence) {
    const { rows } = heldOut;
    const firstSteps = Uint32Array.from(collapseAt, (alpha) => firstStep(alphas, alpha));
    const visitRow = heldOut.tree.sharesRows ? visitSharedRow : visitWholeRow;
    await forRanges(rows.length, pacer, (start, end) => {
      for (let i = start; i < end; i++) visitRow(heldOut, rows[i], firstSteps, alphas.length, visit);
    });
  }
}

/** On the way down, a node predicts from its own α up to the least α above it. */
function visitWholeRow(heldOut: HeldOut, row: number, firstSteps: Uint32Array, steps: number, visit: VisitError): void {
  const { tree, columns } = heldOut;
  let to = steps;
  for (let node = 0; node >= 0 && to > 0; node = routeRow(tree, columns, row, node)) {
    const from = firstSteps[node];
    if (from >= to) continue;
    visit(weightOf(heldOut, row), errorOf(heldOut, tree, node, row), from, to);
    to = from;
  }
}

/** A part of a row, and the steps [from, to) at which it ends in its node. */
interface Ending extends RowPart {
  readonly from: number;
  readonly to: number;
}

/** Where parts of a row end in several leaves, these are averaged into one prediction, as `predictScores` does it. */
function visitSharedRow(
  heldOut: HeldOut,
  row: number,
  firstSteps: Uint32Array,
  steps: number,
  visit: VisitError,
): void {
  const { value, valueWidth } = heldOut.tree;
  const endings = endingsOf(heldOut, row, firstSteps, steps);
  const bounds = [...new Set(endings.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  for (let i = 1; i < bounds.length; i++) {
    const [from, to] = [bounds[i - 1], bounds[i]];
    const average = new Float64Array(valueWidth);
    for (const ending of endings) {
      if (ending.from > from || ending.to < to) continue;
      for (let k = 0; k < valueWidth; k++) average[k] += ending.share * value[ending.node * valueWidth + k];
    }
    visit(weightOf(heldOut, row), errorOf(heldOut, { value: average, valueWidth }, 0, row), from, to);
  }
}

/** In the order in which prediction adds the leaves up. */
function endingsOf({ tree, columns }: HeldOut, row: number, firstSteps: Uint32Array, steps: number): Ending[] {
  const endings: Ending[] = [];
  const open: (RowPart & { readonly to: number })[] = [{ node: 0, share: 1, to: steps }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const from = firstSteps[part.node];
    if (from < part.to) endings.push({ ...part, from });
    const to = Math.min(from, part.to);
    if (to === 0 || isLeaf(tree, part.node)) continue;
    const below = partsBelow(tree, columns, row, part).reverse();
    open.push(...below.map((each) => ({ ...each, to })));
  }
  return endings;
}

/** The first step whose α is at least this one. */
export function firstStep(alphas: readonly number[], alpha: number): number {
  let low = 0;
  let high = alphas.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (alphas[middle] >= alpha) high = middle;
    else low = middle + 1;
  }
  return low;
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
