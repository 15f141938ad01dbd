import type { Pacer } from "@cambium/kernels";
import type { Dataset } from "../dataset/dataset.ts";
import type { FitGoal } from "../goal/fit-goal.ts";
import { pacedGradientGoal } from "../goal/gradient-goal.ts";
import type { Loss } from "../loss/loss.ts";
import { addTree } from "../predict/predict-scores.ts";
import type { SplitSearch } from "../splitter/splitter.ts";
import { type EncodedRows, leafOf, rowsOfColumns } from "../tree/route-row.ts";
import type { Tree } from "../tree/tree.ts";
import { forRanges } from "../util/ranges.ts";
import { checkDerivatives } from "./check-derivatives.ts";
import { refitLeaves } from "./refit-leaves.ts";

/**
 * The training rows of one boosting run: where their scores stand, and what the next tree is to fit.
 *
 * Life cycle
 * 1. All scores begin at `initialScore`.
 * 2. `derive` once a round: the derivatives of the loss at the scores, as a tree's goal. The goal lives until the next call.
 * 3. `add` once a round, before the next tree: the scores of all rows, in the bag or not, move by the values of the tree.
 *
 * Where the search keeps scores, and has the derivatives of the loss compiled, the rows are its own, and nothing is copied.
 */
export class BoostingRows {
  /** Before the link, a number a row. */
  readonly scores: Float64Array;
  readonly #columns: EncodedRows;
  #derivatives: Derivatives | null = null;
  #bag: Uint32Array = new Uint32Array(0);

  constructor(
    private readonly dataset: Dataset,
    private readonly search: SplitSearch,
    initialScore: number,
    private readonly pacer: Pacer,
  ) {
    const { rowCount, columns } = dataset;
    this.scores = search.scores ?? new Float64Array(rowCount);
    this.scores.fill(initialScore);
    this.#columns = rowsOfColumns(rowCount, columns);
  }

  /**
   * What the tree of this round is to fit on the rows of its bag, which ascend: the derivatives there, times the row's weight, on the
   * grid of the bag. Throws where a derivative of any of them is not finite, or a second one is below 0.
   */
  async derive(loss: Loss, round: number, bag: Uint32Array): Promise<FitGoal> {
    this.#bag = bag;
    const compiled = await this.search.derive?.(bag);
    if (compiled) return compiled;
    const { rowCount, target } = this.dataset;
    this.#derivatives ??= derivativesFor(loss, rowCount);
    const { gradients, hessians } = this.#derivatives;
    await forRanges(rowCount, this.pacer, (start, end) => {
      loss.derivatives(target, this.scores, gradients, hessians, start, end);
      checkDerivatives(loss.spec, round, gradients, hessians, start, end);
    });
    return pacedGradientGoal(gradients, hessians, target.weights, bag, this.pacer);
  }

  /** The tree of this round with its leaves as the loss would have them, where it has a say in it. */
  refit(loss: Loss, tree: Tree): Promise<Tree> {
    const { target } = this.dataset;
    return refitLeaves(tree, loss, { target, scores: this.scores, columns: this.#columns, bag: this.#bag }, this.pacer);
  }

  /** Adds to each score what the tree of this round says of the row. */
  async add(tree: Tree): Promise<void> {
    const { rowCount } = this.dataset;
    const adding = this.search.addToScores?.((row) => tree.value[leafOf(tree, this.#columns, row)]) ?? null;
    if (adding === null) {
      await forRanges(rowCount, this.pacer, (start, end) => addTree(tree, this.#columns, this.scores, start, end));
      return;
    }
    await adding;
    if (this.#bag.length < rowCount) await this.#addOutside(tree);
  }

  /** The rows that are not in the bag; those that are ascend. */
  async #addOutside(tree: Tree): Promise<void> {
    let next = 0;
    await forRanges(this.dataset.rowCount, this.pacer, (start, end) => {
      for (let row = start; row < end; row++) {
        if (this.#bag[next] === row) next++;
        else addTree(tree, this.#columns, this.scores, row, row + 1);
      }
    });
  }
}

/** As a loss writes them. */
interface Derivatives {
  readonly gradients: Float64Array;
  /** null where the second derivative is 1 everywhere. */
  readonly hessians: Float64Array | null;
}

function derivativesFor({ constantHessian }: Loss, rowCount: number): Derivatives {
  return {
    gradients: new Float64Array(rowCount),
    hessians: constantHessian ? null : new Float64Array(rowCount),
  };
}
