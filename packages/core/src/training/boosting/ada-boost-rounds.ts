import { exp, log, type Pacer } from "@cambium/kernels";
import type { ClassificationTarget, RegressionTarget } from "../../dataset/target.ts";
import { addTree } from "../../predict/predict-scores.ts";
import type { EncodedRows } from "../../tree/route-row.ts";
import type { Tree } from "../../tree/tree.ts";
import { sumInTurns } from "../../util/exact-sum.ts";
import { indexOfLargest } from "../../util/index-of-largest.ts";
import { numberByRow } from "../../util/number-by-row.ts";
import { forRanges } from "../../util/ranges.ts";
import { square } from "../../util/square.ts";
import { inTurns } from "../../util/turns.ts";
import { withVotes } from "../bagging/fit-bags.ts";

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

/** A round: judges the tree, and changes the weights for the next one in place, whatever they then add up to. */
export type AdaBoostRound = (tree: Tree, weights: Float64Array, pacer: Pacer) => Promise<RoundResult>;

/** More would make weights infinite: what is left of the other rows at this factor is nothing already. */
const LARGEST_EXPONENT = 600;

/** By the errors of the rows, each from 0 to 1: a tree is worth log((1 - error) / error) + log(classes - 1). */
async function judged(
  tree: Tree,
  errors: ArrayLike<number>,
  weights: Float64Array,
  classes: number,
  learningRate: number,
  pacer: Pacer,
): Promise<RoundResult> {
  const error = await shareOf(weights, errors, pacer);
  if (error <= 0) return { tree, weight: 1, error, verdict: "perfect" };
  if (error >= 1 - 1 / classes) return { tree, weight: 1, error, verdict: "useless" };
  // Finite, also where an error is so small that the odds are not.
  const logOdds = log(Math.min((1 - error) / error, Number.MAX_VALUE));
  return { tree, weight: learningRate * (logOdds + log(classes - 1)), error, verdict: "go on" };
}

/**
 * SAMME (Zhu, Zou, Rosset and Hastie 2009), with two classes the discrete AdaBoost of Freund and Schapire: a wrong row
 * weighs e^weight times as much in the next round.
 */
export function votingRound(target: ClassificationTarget, rows: EncodedRows, learningRate: number): AdaBoostRound {
  return async (grown, weights, pacer) => {
    const isWrong = await wrongRows(grown, target, rows, pacer);
    const tree = withVotes(grown, null);
    const result = await judged(tree, isWrong, weights, target.classes.length, learningRate, pacer);
    const factor = exp(Math.min(result.weight, LARGEST_EXPONENT));
    if (result.verdict === "go on") {
      await forRanges(weights.length, pacer, (start, end) => {
        for (let row = start; row < end; row++) if (isWrong[row] === 1) weights[row] *= factor;
      });
    }
    return result;
  };
}

/** A leaf of one class alone would have infinite odds: a share of 10^-6 or so stands in for 0. */
const LEAST_SHARE = 2 ** -20;

/**
 * Real AdaBoost (Friedman, Hastie and Tibshirani 2000, algorithm 2): each leaf says half the log-odds of its classes, and
 * rows are weighed by e^(-y * that), y = -1 or 1. The tree is kept with whole log-odds, so that the scores are those of the
 * model.
 */
export function realRound(target: ClassificationTarget, rows: EncodedRows, learningRate: number): AdaBoostRound {
  return async (grown, weights, pacer) => {
    const isWrong = await wrongRows(grown, target, rows, pacer);
    const error = await shareOf(weights, isWrong, pacer);
    const value = numberByRow(grown.nodeCount, (node) => {
      const share = Math.min(Math.max(grown.value[2 * node + 1], LEAST_SHARE), 1 - LEAST_SHARE);
      return learningRate * log(share / (1 - share));
    });
    const tree = { ...grown, valueWidth: 1, value };
    const scores = new Float64Array(weights.length);
    await forRanges(weights.length, pacer, (start, end) => {
      addTree(tree, rows, scores, start, end);
      for (let row = start; row < end; row++) {
        weights[row] *= exp((target.codes[row] === 1 ? -0.5 : 0.5) * scores[row]);
      }
    });
    return { tree, weight: 1, error, verdict: "go on" };
  };
}

/** How AdaBoost.R2 measures the error of a row, as a share of the largest one. */
export type ErrorShape = "linear" | "square" | "exponential";

/**
 * AdaBoost.R2 (Drucker 1997), by weights instead of by drawing rows: a row with the error L, from 0 to 1, is weighed by
 * b^(1 - L), where b = error / (1 - error), and the tree is worth log(1 / b).
 */
export function r2Round(
  target: RegressionTarget,
  rows: EncodedRows,
  learningRate: number,
  shape: ErrorShape,
): AdaBoostRound {
  return async (tree, weights, pacer) => {
    const errors = await errorsOf(tree, target, rows, weights, shape, pacer);
    const result = await judged(tree, errors, weights, 2, learningRate, pacer);
    if (result.verdict === "go on") {
      await forRanges(weights.length, pacer, (start, end) => {
        for (let row = start; row < end; row++) weights[row] *= exp(-result.weight * (1 - errors[row]));
      });
    }
    return result;
  };
}

/** How far the tree is off in each row, as a share of the most that it is off in a row that has weight. */
async function errorsOf(
  tree: Tree,
  target: RegressionTarget,
  rows: EncodedRows,
  weights: Float64Array,
  shape: ErrorShape,
  pacer: Pacer,
): Promise<Float64Array> {
  const errors = new Float64Array(weights.length);
  let largest = 0;
  await forRanges(weights.length, pacer, (start, end) => {
    addTree(tree, rows, errors, start, end);
    for (let row = start; row < end; row++) {
      errors[row] = Math.abs(errors[row] - target.values[row]);
      if (weights[row] > 0) largest = Math.max(largest, errors[row]);
    }
  });
  if (largest === 0) return errors.fill(0);
  await forRanges(weights.length, pacer, (start, end) => {
    for (let row = start; row < end; row++) errors[row] = shaped(shape, Math.min(1, errors[row] / largest));
  });
  return errors;
}

function shaped(shape: ErrorShape, error: number): number {
  if (shape === "linear") return error;
  return shape === "square" ? square(error) : 1 - exp(-error);
}

/** 1 for each row whose likeliest class by this tree is not its own. */
async function wrongRows(tree: Tree, target: ClassificationTarget, rows: EncodedRows, pacer: Pacer) {
  const width = target.classes.length;
  const said = new Float64Array(rows.rowCount * width);
  const isWrong = new Uint8Array(rows.rowCount);
  await forRanges(rows.rowCount, pacer, (start, end) => {
    addTree(tree, rows, said, start, end);
    for (let row = start; row < end; row++) {
      isWrong[row] = indexOfLargest(said, row * width, width) === target.codes[row] ? 0 : 1;
    }
  });
  return isWrong;
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
export async function rescale(weights: Float64Array, total: number, pacer: Pacer): Promise<void> {
  const present = await totalOf(weights, pacer);
  await forRanges(weights.length, pacer, (start, end) => {
    for (let row = start; row < end; row++) weights[row] = (weights[row] / present) * total;
  });
}
