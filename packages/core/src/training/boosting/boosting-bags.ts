import type { Pacer } from "@cambium/kernels";
import type { Dataset } from "../../dataset/dataset.ts";
import { withDefaults } from "../../util/option.ts";
import { Purpose, randomBits } from "../../util/random.ts";
import { allRows, forRanges } from "../../util/ranges.ts";
import { square } from "../../util/square.ts";
import { inTurns } from "../../util/turns.ts";
import { nthLargest } from "../../util/weighted-quantile.ts";
import { RowDraw } from "../run/row-draw.ts";
import { type BoostingOptions, boostingOptions, type GradientSample } from "./boosting-options.ts";

/** As a loss writes them, before weights. Those of several scores stand one score after the other. */
export interface RoundDerivatives {
  readonly gradients: Float64Array;
  readonly hessians: Float64Array;
}

/**
 * The rows that each round's trees are grown on: a function of the seed, of the number of the bag, and of the gradients where rows are
 * chosen by them. Never empty.
 */
export class BoostingBags {
  readonly #options;
  readonly #sample: GradientSample | null;
  readonly #all: Uint32Array;
  readonly #draw: RowDraw | null;

  constructor(
    private readonly dataset: Dataset,
    options: BoostingOptions,
    private readonly pacer: Pacer,
  ) {
    this.#options = withDefaults(boostingOptions, options);
    const { rowSample } = this.#options;
    this.#sample = typeof rowSample === "object" ? rowSample : null;
    this.#all = allRows(dataset.rowCount);
    this.#draw = rowSample === 1 ? null : new RowDraw(dataset);
  }

  /** Ascending. Without sampling it holds all rows, those of no weight too. `tree` counts those of the round, from 0. */
  async bagOf(round: number, tree = 0): Promise<Uint32Array> {
    const { rowSample, seed, treesPerRound } = this.#options;
    if (this.#draw === null || typeof rowSample === "object") return this.#all;
    const key = randomBits(seed, Purpose.TreeRows, (round - 1) * treesPerRound + tree);
    return inTurns(this.#draw.chosen(key, rowSample), this.pacer);
  }

  /** Whether `choose` finds the rows of a round. As LightGBM has it, the first trees learn from all rows: until then gradients say little. */
  choosesIn(round: number): boolean {
    return this.#sample !== null && round > Math.floor(1 / this.#options.learningRate);
  }

  /** The rows of a round's bag by its derivatives, ascending. The derivatives of rows that stand in for others are raised. */
  async choose(round: number, { gradients, hessians }: RoundDerivatives): Promise<Uint32Array> {
    const { pacer } = this;
    const { largest, others } = this.#sample as GradientSample;
    const draw = this.#draw as RowDraw;
    const { rowCount, drawable } = draw;
    const { weights } = this.dataset.target;
    const sizes = new Float64Array(rowCount);
    await forRanges(rowCount, pacer, (start, end) => {
      for (let row = start; row < end; row++) {
        let size = 0;
        for (let at = row; at < gradients.length; at += rowCount) size += Math.abs(gradients[at] * hessians[at]);
        sizes[row] = size * square(weights?.[row] ?? 1);
      }
    });
    // Rows of no weight are 0, and so behind all others.
    const least = await inTurns(nthLargest(sizes.slice(), Math.ceil(largest * drawable.length)), pacer);
    const share = others / (1 - largest || 1);
    const isLarge = (row: number) => sizes[row] >= least;
    const key = randomBits(this.#options.seed, Purpose.TreeRows, round - 1);
    const choosing = draw.chosen(key, (row) => (isLarge(row) ? 1 : share));
    const bag = await inTurns(choosing, pacer);
    await forRanges(bag.length, pacer, (start, end) => {
      for (let i = start; i < end; i++) {
        if (isLarge(bag[i])) continue;
        for (let at = bag[i]; at < gradients.length; at += rowCount) {
          gradients[at] /= share;
          hessians[at] /= share;
        }
      }
    });
    return bag;
  }
}
