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

/** More would make weights infinite: what is left of the other rows at this factor is nothing already. */
const LARGEST_EXPONENT = 600;

/** A leaf of one class alone would have infinite odds: a share of 10^-6 or so stands in for 0. */
const LEAST_SHARE = 2 ** -20;

/** The weights of the rows in one fit, which the tree of each round changes for the next one. */
export class AdaBoostRows {
  readonly weights: Float64Array;

  constructor(
    private readonly dataset: Dataset,
    /** Whether leaves say log-odds of two classes, as in Real AdaBoost. */
    private readonly isReal: boolean,
    private readonly learningRate: number,
    private readonly errorShape: ErrorShape,
    private readonly pacer: Pacer,
  ) {
    this.weights = dataset.target.weights?.slice() ?? new Float64Array(dataset.rowCount).fill(1);
  }

  /** Judges the tree of a round, and changes the weights in place, whatever they then add up to. */
  async judge(tree: Tree): Promise<RoundResult> {
    const { target } = this.dataset;
    if (target.task === "regression") return this.#r2Round(tree, target);
    const isWrong = await this.#wrongRows(tree, target);
    return this.isReal ? this.#realRound(tree, target, isWrong) : this.#votingRound(tree, target, isWrong);
  }

  /** What the weights add up to. */
  total(): Promise<number> {
    return inTurns(sumInTurns(this.weights, null), this.pacer);
  }

  /** Makes the weights add up to this. */
  async rescale(total: number): Promise<void> {
    const present = await this.total();
    await this.#reweigh((weight) => (weight / present) * total);
  }

  /** By the errors of the rows, each from 0 to 1: a tree is worth log((1 - error) / error) + log(classes - 1). */
  async #judged(tree: Tree, errors: Float64Array, classes: number): Promise<RoundResult> {
    const error = await this.#shareOf(errors);
    if (error <= 0) return { tree, weight: 1, error, verdict: "perfect" };
    if (error >= 1 - 1 / classes) return { tree, weight: 1, error, verdict: "useless" };
    // Finite, also where an error is so small that the odds are not.
    const logOdds = log(Math.min((1 - error) / error, Number.MAX_VALUE));
    return { tree, weight: this.learningRate * (logOdds + log(classes - 1)), error, verdict: "go on" };
  }

  /**
   * SAMME (Zhu, Zou, Rosset and Hastie 2009), with two classes the discrete AdaBoost of Freund and Schapire: a wrong row
   * weighs e^weight times as much in the next round.
   */
  async #votingRound(grown: Tree, { classes }: ClassificationTarget, isWrong: Float64Array): Promise<RoundResult> {
    const result = await this.#judged(withVotes(grown, null), isWrong, classes.length);
    const factor = exp(Math.min(result.weight, LARGEST_EXPONENT));
    const { weights, pacer } = this;
    if (result.verdict !== "go on") return result;
    await forRanges(weights.length, pacer, (start, end) => {
      for (let row = start; row < end; row++) if (isWrong[row] === 1) weights[row] *= factor;
    });
    return result;
  }

  /**
   * Real AdaBoost (Friedman, Hastie and Tibshirani 2000, algorithm 2): each leaf says half the log-odds of its classes, and
   * rows are weighed by e^(-y * that), y = -1 or 1. The tree is kept with whole log-odds, so that the scores are those of the
   * model.
   */
  async #realRound(grown: Tree, { codes }: ClassificationTarget, isWrong: Float64Array): Promise<RoundResult> {
    const error = await this.#shareOf(isWrong);
    const value = numberByRow(grown.nodeCount, (node) => {
      const share = Math.min(Math.max(grown.value[2 * node + 1], LEAST_SHARE), 1 - LEAST_SHARE);
      return this.learningRate * log(share / (1 - share));
    });
    const tree = { ...grown, valueWidth: 1, value };
    const scores = await this.#saidBy(tree);
    await this.#reweigh((weight, row) => weight * exp((codes[row] === 1 ? -0.5 : 0.5) * scores[row]));
    return { tree, weight: 1, error, verdict: "go on" };
  }

  /**
   * AdaBoost.R2 (Drucker 1997), by weights instead of by drawing rows: a row with the error L, from 0 to 1, is weighed by
   * b^(1 - L), where b = error / (1 - error), and the tree is worth log(1 / b).
   */
  async #r2Round(tree: Tree, { values }: RegressionTarget): Promise<RoundResult> {
    const { weights, errorShape, pacer } = this;
    // How far the tree is off in each row, as a share of the most that it is off in a row that has weight.
    const off = await this.#saidBy(tree);
    let largest = 0;
    await forRanges(off.length, pacer, (start, end) => {
      for (let row = start; row < end; row++) {
        off[row] = Math.abs(off[row] - values[row]);
        if (weights[row] > 0) largest = Math.max(largest, off[row]);
      }
    });
    const errorOf = (row: number) => (largest === 0 ? 0 : shaped(errorShape, Math.min(1, off[row] / largest)));
    const errors = await inTurns(numbersInTurns(off.length, errorOf), pacer);
    const result = await this.#judged(tree, errors, 2);
    if (result.verdict !== "go on") return result;
    await this.#reweigh((weight, row) => weight * exp(-result.weight * (1 - errors[row])));
    return result;
  }

  /** 1 for each row whose likeliest class by this tree is not its own. */
  async #wrongRows(tree: Tree, { classes, codes }: ClassificationTarget): Promise<Float64Array> {
    const said = await this.#saidBy(tree);
    const likeliest = (row: number) => indexOfLargest(said, row * classes.length, classes.length);
    return inTurns(
      numbersInTurns(codes.length, (row) => (likeliest(row) === codes[row] ? 0 : 1)),
      this.pacer,
    );
  }

  /** What a tree says of each row. */
  async #saidBy(tree: Tree): Promise<Float64Array> {
    const { rowCount, columns } = this.dataset;
    const rows = rowsOfColumns(rowCount, columns);
    const said = new Float64Array(rowCount * tree.valueWidth);
    await forRanges(rowCount, this.pacer, (start, end) => addTree(tree, rows, said, start, end));
    return said;
  }

  async #reweigh(weightOf: (weight: number, row: number) => number): Promise<void> {
    const { weights, pacer } = this;
    await forRanges(weights.length, pacer, (start, end) => {
      for (let row = start; row < end; row++) weights[row] = weightOf(weights[row], row);
    });
  }

  /** The weighted mean of an amount of each row, by exact sums. */
  async #shareOf(amounts: Float64Array): Promise<number> {
    return (await inTurns(sumInTurns(amounts, this.weights), this.pacer)) / (await this.total());
  }
}

function shaped(shape: ErrorShape, error: number): number {
  if (shape === "linear") return error;
  return shape === "square" ? square(error) : 1 - exp(-error);
}
