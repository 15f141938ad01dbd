import type { Pacer } from "@cambium/kernels";
import type { Dataset } from "../dataset/dataset.ts";
import type { GradientGoal } from "../goal/fit-goal.ts";
import { gradientGoal } from "../goal/gradient-goal.ts";
import type { Loss } from "../loss/loss.ts";
import { addTree } from "../predict/predict-scores.ts";
import { type EncodedRows, rowsOfColumns } from "../tree/route-row.ts";
import type { Tree } from "../tree/tree.ts";
import { forRanges } from "../util/ranges.ts";
import { checkDerivatives } from "./check-derivatives.ts";

/**
 * The training rows of one boosting run: where their scores stand, and what the next tree is to fit.
 *
 * Life cycle
 * 1. All scores begin at `initialScore`.
 * 2. `derive` once a round: the derivatives of the loss at the scores, as a tree's goal. The goal lives until the next call.
 * 3. `add` once a round: the scores of all rows, in the bag or not, move by the values of the tree.
 */
export class BoostingRows {
  /** Before the link, a number a row. */
  readonly scores: Float64Array;
  readonly #gradients: Float64Array;
  /** null where the loss has the second derivative 1 everywhere. */
  readonly #hessians: Float64Array | null;
  readonly #columns: EncodedRows;

  constructor(
    private readonly dataset: Dataset,
    loss: Loss,
    initialScore: number,
    private readonly pacer: Pacer,
  ) {
    const { rowCount, columns } = dataset;
    this.scores = new Float64Array(rowCount).fill(initialScore);
    this.#gradients = new Float64Array(rowCount);
    this.#hessians = loss.constantHessian ? null : new Float64Array(rowCount);
    this.#columns = rowsOfColumns(rowCount, columns);
  }

  /**
   * What the tree of this round is to fit on the rows of its bag, which ascend: the derivatives there, times the row's weight, on the
   * grid of the bag. Throws where a derivative of any row is not finite, or a second one is below 0.
   */
  async derive(loss: Loss, round: number, bag: Uint32Array): Promise<GradientGoal> {
    const { rowCount, target } = this.dataset;
    await forRanges(rowCount, this.pacer, (start, end) => {
      loss.derivatives(target, this.scores, this.#gradients, this.#hessians, start, end);
      checkDerivatives(loss.spec, round, this.#gradients, this.#hessians, start, end);
    });
    return gradientGoal(this.#gradients, this.#hessians, target.weights, bag);
  }

  /** Adds to each score what the tree says of the row. */
  async add(tree: Tree): Promise<void> {
    await forRanges(this.dataset.rowCount, this.pacer, (start, end) => {
      addTree(tree, this.#columns, this.scores, start, end);
    });
  }
}
