import type { Pacer } from "@cambium/kernels";
import type { Dataset } from "../../dataset/dataset.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { checkOptions, numberAboveZero, shareAboveZero } from "../../util/check-options.ts";
import { droppable } from "../../util/droppable.ts";
import { type OptionsOf, required } from "../../util/option.ts";
import { Purpose, randomBits } from "../../util/random.ts";
import { forRanges } from "../../util/ranges.ts";
import { square } from "../../util/square.ts";
import { inTurns } from "../../util/turns.ts";
import { nthLargest } from "../../util/weighted-quantile.ts";
import { RowDraw } from "../run/row-draw.ts";

const gradientSampleOptions = /* @__PURE__ */ droppable(() => ({
  /** The share of the rows that is taken because their gradients, times their hessians, are the largest. */
  largest: required(shareAboveZero),
  /** The share of all rows that is drawn from the rest. */
  others: required(numberAboveZero),
}));

/**
 * One-side sampling by gradients, LightGBM's "goss": a tree learns from the rows that are the farthest from right, and from some of the
 * others, which stand in for all of them.
 */
export interface GradientSample extends OptionsOf<typeof gradientSampleOptions> {}

export function checkGradientSample(sample: GradientSample): void {
  checkOptions("boosting: rowSample", sample, gradientSampleOptions);
  const { largest, others } = sample;
  if (largest + others <= 1) return;
  const message = `boosting: rowSample expects two shares that are 1 together at the most, such as { largest: 0.2, others: 0.1 }, got ${largest} and ${others}`;
  throw new CambiumError("bad-option", message);
}

/** Chooses rows by the derivatives of a round, which it raises for those that stand in for others. */
export class GradientDraw {
  readonly #draw: RowDraw;
  readonly #weights: Float64Array | null;
  /** As LightGBM has it, the first trees learn from all rows: until then gradients say little. */
  readonly #firstRound: number;

  constructor(
    dataset: Dataset,
    private readonly sample: GradientSample,
    private readonly seed: number,
    learningRate: number,
  ) {
    this.#draw = new RowDraw(dataset);
    this.#weights = dataset.target.weights;
    this.#firstRound = 1 + Math.floor(1 / learningRate);
  }

  isFor(round: number): boolean {
    return round >= this.#firstRound;
  }

  /** The rows of a round's bag, ascending. Derivatives of several scores stand one score after the other. */
  async choose(round: number, { gradients, hessians }: RoundDerivatives, pacer: Pacer): Promise<Uint32Array> {
    const { largest, others } = this.sample;
    const rowCount = this.#draw.rowCount;
    const sizes = new Float64Array(rowCount);
    await forRanges(rowCount, pacer, (start, end) => {
      for (let row = start; row < end; row++) {
        let size = 0;
        for (let at = row; at < gradients.length; at += rowCount) size += Math.abs(gradients[at] * hessians[at]);
        sizes[row] = size * square(this.#weights?.[row] ?? 1);
      }
    });
    // Rows of no weight are 0, and so behind all others.
    const least = await inTurns(nthLargest(sizes.slice(), Math.ceil(largest * this.#draw.drawable.length)), pacer);
    const share = others / (1 - largest || 1);
    const isLarge = (row: number) => sizes[row] >= least;
    const key = randomBits(this.seed, Purpose.TreeRows, round - 1);
    const bag = await this.#draw.chooseInTurns(key, (row) => (isLarge(row) ? 1 : share), pacer);
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

/** As a loss writes them, before weights. */
export interface RoundDerivatives {
  readonly gradients: Float64Array;
  readonly hessians: Float64Array;
}
