import { exp, log, type Pacer } from "@cambium/kernels";
import type { Dataset } from "../../dataset/dataset.ts";
import type { ClassificationTarget, RegressionTarget } from "../../dataset/target.ts";
import { addTree } from "../../predict/predict-scores.ts";
import { rowsOfColumns } from "../../tree/route-row.ts";
import type { Tree } from "../../tree/tree.ts";
import { sumInTurns } from "../../util/exact-sum.ts";
import { indexOfLargest } from "../../util/index-of-largest.ts";
import { numberByRow, numbersInTurns } from "../../util/number-by-row.ts";
import { forRanges } from "../../util/ranges.ts";
import { square } from "../../util/square.ts";
import { inTurns } from "../../util/turns.ts";
import { withVotes } from "../bagging/bagging.ts";

/** How AdaBoost.R2 measures the error of a row, as a share of the largest one. */
export type ErrorShape = "linear" | "square" | "exponential";

/** What all rounds of a fit share. */
export interface AdaBoostRun {
  readonly dataset: Dataset;
  /** Of the rows. A round changes them for the next one in place, whatever they then add up to. */
  readonly weights: Float64Array;
  /** Whether leaves say log-odds of two classes, as in Real AdaBoost. */
  readonly isReal: boolean;
  readonly learningRate: number;
  readonly errorShape: ErrorShape;
  readonly pacer: Pacer;
}

/** What one round of AdaBoost makes of its tree. */
export interface RoundResult {
  /** The tree as it stands in the model. */
  readonly tree: Tree;
  /** What the tree is worth. */
  readonly weight: number;
  /** Weighted error of the tree, on the weights that it was grown with. */
  readonly error: number;
  /** "perfect": there is nothing left to learn from; "useless": the tree is no better than chance. */
  readonly verdict: "go on" | "perfect" | "useless";
}

/** Judges the tree of a round, and changes the weights for the next one. */
export async function judgeRound(tree: Tree, run: AdaBoostRun): Promise<RoundResult> {
  const { target } = run.dataset;
  if (target.task === "regression") return r2Round(tree, target, run);
  const isWrong = await wrongRows(tree, target, run);
  return run.isReal ? realRound(tree, target, isWrong, run) : votingRound(tree, target, isWrong, run);
}

/** By the errors of the rows, each from 0 to 1: a tree is worth log((1 - error) / error) + log(classes - 1). */
async function judged(
  tree: Tree,
  errors: ArrayLike<number>,
  classes: number,
  { weights, learningRate, pacer }: AdaBoostRun,
): Promise<RoundResult> {
  const error = await shareOf(weights, errors, pacer);
  if (error <= 0) return { tree, weight: 1, error, verdict: "perfect" };
  if (error >= 1 - 1 / classes) return { tree, weight: 1, error, verdict: "useless" };
  // Finite, also where an error is so small that the odds are not.
  const logOdds = log(Math.min((1 - error) / error, Number.MAX_VALUE));
  return { tree, weight: learningRate * (logOdds + log(classes - 1)), error, verdict: "go on" };
}

/** More would make weights infinite: what is left of the other rows at this factor is nothing already. */
const LARGEST_EXPONENT = 600;

/**
 * SAMME (Zhu, Zou, Rosset and Hastie 2009), with two classes the discrete AdaBoost of Freund and Schapire: a wrong row
 * weighs e^weight times as much in the next round.
 */
async function votingRound(
  grown: Tree,
  { classes }: ClassificationTarget,
  isWrong: Float64Array,
  run: AdaBoostRun,
): Promise<RoundResult> {
  const result = await judged(withVotes(grown, null), isWrong, classes.length, run);
  const factor = exp(Math.min(result.weight, LARGEST_EXPONENT));
  if (result.verdict === "go on") await reweigh(run, (row) => (isWrong[row] === 1 ? factor : 1));
  return result;
}

/** A leaf of one class alone would have infinite odds: a share of 10^-6 or so stands in for 0. */
const LEAST_SHARE = 2 ** -20;

/**
 * Real AdaBoost (Friedman, Hastie and Tibshirani 2000, algorithm 2): each leaf says half the log-odds of its classes, and
 * rows are weighed by e^(-y * that), y = -1 or 1. The tree is kept with whole log-odds, so that the scores are those of the
 * model.
 */
async function realRound(
  grown: Tree,
  { codes }: ClassificationTarget,
  isWrong: Float64Array,
  run: AdaBoostRun,
): Promise<RoundResult> {
  const error = await shareOf(run.weights, isWrong, run.pacer);
  const value = numberByRow(grown.nodeCount, (node) => {
    const share = Math.min(Math.max(grown.value[2 * node + 1], LEAST_SHARE), 1 - LEAST_SHARE);
    return run.learningRate * log(share / (1 - share));
  });
  const tree = { ...grown, valueWidth: 1, value };
  const scores = await saidBy(tree, run);
  await reweigh(run, (row) => exp((codes[row] === 1 ? -0.5 : 0.5) * scores[row]));
  return { tree, weight: 1, error, verdict: "go on" };
}

/**
 * AdaBoost.R2 (Drucker 1997), by weights instead of by drawing rows: a row with the error L, from 0 to 1, is weighed by
 * b^(1 - L), where b = error / (1 - error), and the tree is worth log(1 / b).
 */
async function r2Round(tree: Tree, { values }: RegressionTarget, run: AdaBoostRun): Promise<RoundResult> {
  const { weights, errorShape, pacer } = run;
  // How far the tree is off in each row, as a share of the most that it is off in a row that has weight.
  const off = await saidBy(tree, run);
  let largest = 0;
  await forRanges(off.length, pacer, (start, end) => {
    for (let row = start; row < end; row++) {
      off[row] = Math.abs(off[row] - values[row]);
      if (weights[row] > 0) largest = Math.max(largest, off[row]);
    }
  });
  const errorOf = (row: number) => (largest === 0 ? 0 : shaped(errorShape, Math.min(1, off[row] / largest)));
  const errors = await inTurns(numbersInTurns(off.length, errorOf), pacer);
  const result = await judged(tree, errors, 2, run);
  if (result.verdict === "go on") await reweigh(run, (row) => exp(-result.weight * (1 - errors[row])));
  return result;
}

function shaped(shape: ErrorShape, error: number): number {
  if (shape === "linear") return error;
  return shape === "square" ? square(error) : 1 - exp(-error);
}

/** 1 for each row whose likeliest class by this tree is not its own. */
async function wrongRows(
  tree: Tree,
  { classes, codes }: ClassificationTarget,
  run: AdaBoostRun,
): Promise<Float64Array> {
  const said = await saidBy(tree, run);
  const likeliest = (row: number) => indexOfLargest(said, row * classes.length, classes.length);
  return inTurns(
    numbersInTurns(codes.length, (row) => (likeliest(row) === codes[row] ? 0 : 1)),
    run.pacer,
  );
}

/** What a tree says of each row. */
async function saidBy(tree: Tree, { dataset: { rowCount, columns }, pacer }: AdaBoostRun): Promise<Float64Array> {
  const rows = rowsOfColumns(rowCount, columns);
  const said = new Float64Array(rowCount * tree.valueWidth);
  await forRanges(rowCount, pacer, (start, end) => addTree(tree, rows, said, start, end));
  return said;
}

async function reweigh({ weights, pacer }: AdaBoostRun, factorOf: (row: number) => number): Promise<void> {
  await forRanges(weights.length, pacer, (start, end) => {
    for (let row = start; row < end; row++) weights[row] *= factorOf(row);
  });
}

/** The weighted mean of an amount of each row, by exact sums. */
async function shareOf(weights: Float64Array, amounts: ArrayLike<number>, pacer: Pacer): Promise<number> {
  return (await inTurns(sumInTurns(amounts, weights), pacer)) / (await totalOf(weights, pacer));
}

/** What the weights add up to. */
export function totalOf(weights: Float64Array, pacer: Pacer): Promise<number> {
  return inTurns(sumInTurns(weights, null), pacer);
}

/** Makes the weights add up to this. */
export async function rescale({ weights, pacer }: AdaBoostRun, total: number): Promise<void> {
  const present = await totalOf(weights, pacer);
  await forRanges(weights.length, pacer, (start, end) => {
    for (let row = start; row < end; row++) weights[row] = (weights[row] / present) * total;
  });
}
