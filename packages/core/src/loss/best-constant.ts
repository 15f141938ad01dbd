import type { Target, TargetOf, Task } from "../dataset/target.ts";
import { weightOfClasses } from "../dataset/weight-of-classes.ts";
import { sumInTurns } from "../util/exact-sum.ts";
import { rootSearch } from "../util/root-of.ts";
import { type Turns, turnsOver } from "../util/turns.ts";
import type { LossParts } from "./loss.ts";

/** What a search for the least loss asks of it. */
export type Derivatives<T extends Task> = Pick<LossParts<T>, "derivatives" | "constantHessian">;

/**
 * The constant score at which the weighted loss of a target is least, between two scores that are on either side of it, or
 * the end beyond which it lies: for losses that no formula solves. The gradients are added up exactly, so the order of
 * the rows has no say, and the sum is followed to 0. The loss has to fall up to one minimum, and to rise from there.
 * Where rows have `starts`, it is the constant to add to those. It takes turns: `initialScore` may give them as they are.
 */
export function* bestConstant<T extends Task>(
  loss: Derivatives<T>,
  target: TargetOf<T>,
  [low, high]: readonly [low: number, high: number],
  starts: Float64Array | null = null,
): Turns<number> {
  const moved = starts === null ? alikeRows(loss, target) : new MovedRows(loss, target, starts);
  const [atLow] = yield* moved.slopesAt([low]);
  if (low === high || atLow >= 0) return low;
  const [atHigh] = yield* moved.slopesAt([high]);
  if (atHigh <= 0) return high;
  const search = rootSearch({ low, high, atLow, atHigh });
  let step = search.next();
  while (!step.done) step = search.next((yield* moved.slopesAt([step.value]))[0]);
  return step.value;
}

/** Rows that start at a score of 0. Those of one class are alike: one of each will do, with the weight of all. */
function alikeRows<T extends Task>(loss: Derivatives<T>, target: Target) {
  if (target.task === "regression")
    return new MovedRows(loss, target as TargetOf<T>, new Float64Array(target.values.length));
  const weights = Float64Array.from(weightOfClasses(target));
  const codes = Int32Array.from(weights.keys());
  return new MovedRows(loss, { ...target, codes, weights } as Target as TargetOf<T>, new Float64Array(codes.length));
}

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
