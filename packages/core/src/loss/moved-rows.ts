import type { TargetOf, Task } from "../dataset/target.ts";
import { sumInTurns } from "../util/exact-sum.ts";
import { type Turns, turnsOver } from "../util/turns.ts";
import type { LossParts } from "./loss.ts";

/** What a search for the least loss asks of it. */
export type Derivatives<T extends Task> = Pick<LossParts<T>, "derivatives" | "constantHessian">;

/** The rows of a target with the scores of all of them moved by the same: by a number for each score that a row has. */
export class MovedRows<T extends Task> {
  /** The second derivatives where the rows were moved to last. */
  readonly hessians: Float64Array;
  readonly #gradients: Float64Array;
  readonly #scores: Float64Array;
  readonly #rowCount: number;

  /** `starts`: the scores, from which the rows are moved. */
  constructor(
    private readonly loss: Derivatives<T>,
    private readonly target: TargetOf<T>,
    private readonly starts: Float64Array,
  ) {
    this.hessians = new Float64Array(starts.length).fill(1);
    this.#gradients = new Float64Array(starts.length);
    this.#scores = new Float64Array(starts.length);
    this.#rowCount = target.task === "regression" ? target.values.length : target.codes.length;
  }

  /** The sums of the weighted gradients. They are exact, so the order of the rows has no say. */
  *slopesAt(steps: ArrayLike<number>): Turns<Float64Array> {
    const { loss, target, starts, hessians } = this;
    const [scores, gradients, rowCount] = [this.#scores, this.#gradients, this.#rowCount];
    yield* turnsOver(rowCount, (start, end) => {
      for (let k = 0; k < steps.length; k++) {
        for (let at = k * rowCount + start; at < k * rowCount + end; at++) scores[at] = starts[at] + steps[k];
      }
      loss.derivatives(target, scores, gradients, loss.constantHessian ? null : hessians, start, end);
    });
    return yield* this.sumsOf(gradients);
  }

  /** The weighted sums of numbers that stand as the scores do. */
  *sumsOf(values: Float64Array): Turns<Float64Array> {
    const rowCount = this.#rowCount;
    const sums = new Float64Array(values.length / rowCount);
    for (let k = 0; k < sums.length; k++)
      sums[k] = yield* this.#sumOf(values.subarray(k * rowCount, (k + 1) * rowCount));
    return sums;
  }

  /**
   * Scores that lie far apart have rows whose gradients have no end: which of them there are more of is all to be asked then. Rows of no
   * weight have no say, whatever they have.
   */
  *#sumOf(values: Float64Array): Turns<number> {
    const { weights } = this.target;
    let beyond = 0;
    yield* turnsOver(values.length, (start, end) => {
      for (let row = start; row < end; row++) {
        if (weights?.[row] === 0) values[row] = 0;
        else if (Math.abs(values[row]) === Number.POSITIVE_INFINITY) beyond += Math.sign(values[row]);
      }
    });
    return beyond === 0 ? yield* sumInTurns(values, weights) : Math.sign(beyond) * Number.POSITIVE_INFINITY;
  }
}
