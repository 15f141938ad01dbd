import type { StepRules } from "@cambium/kernels";
import type { Target, TargetOf, Task } from "../dataset/target.ts";
import { exactSum } from "../util/exact-sum.ts";
import { rootOf } from "../util/root-of.ts";
import type { Loss } from "./loss.ts";

/** A slope that has fallen to this part of what it was is flat: what a leaf of one class says would have no end else. */
const FLAT = 2 ** -20;

/** Farther from a Newton step, up or down, no best step is looked for. */
const REACH = 2 ** 100;

/** Stands in for what leaves the range of a double; lines can still be drawn to it. */
const STEEP = 2 ** 500;

/**
 * What, added to the scores of these rows, makes their weighted loss the least, with l1·|step| + l2/2·step² on top of it: the line
 * search of Friedman's gradient boosting. The sum of the gradients is exact, so the order of the rows has no say, and is followed
 * to 0. Where no step is best, as in a leaf of one class, it is the one that leaves a millionth of the slope; of several
 * that are best it is any.
 */
export function bestStep<T extends Task>(
  loss: Pick<Loss<T>, "derivatives" | "constantHessian">,
  target: TargetOf<T>,
  scores: Float64Array,
  rows: Uint32Array,
  { l1, l2, lower, upper }: StepRules,
): number {
  const slopes = new LeafSlopes(loss, target, scores, rows);
  const { gradients, hessians } = slopes.at(0);
  const pull = Math.abs(gradients) - l1;
  if (!(pull > 0)) return 0;
  const direction = gradients > 0 ? -1 : 1;
  // From -1 on, and below 0 as long as a longer step is better.
  const rise = (step: number) => {
    const slope = (direction * slopes.at(direction * step).gradients + l1 + l2 * step) / pull;
    return Math.min(STEEP, Math.max(-STEEP, Number.isNaN(slope) ? STEEP : slope));
  };
  const newton = pull / (hessians + l2);
  const length = bestLength(rise, newton > 0 && newton < STEEP ? newton : 1);
  return Math.min(upper, Math.max(lower, direction * length)) + 0;
}

/** Where `rise` comes to 0, or to nearly 0 if it gets no farther. */
function bestLength(rise: (step: number) => number, first: number): number {
  const risen = (step: number) => rise(step) + FLAT;
  let far = first;
  let atFar = risen(far);
  while (atFar < 0 && far < first * REACH) {
    far *= 2;
    atFar = risen(far);
  }
  if (atFar < 0) return first;
  let near = far / 2;
  let atNear = risen(near);
  while (atNear >= 0) {
    // The quotient is 0 where the first step is near the least number.
    if (near <= first / REACH) return 0;
    [far, atFar] = [near, atNear];
    near /= 2;
    atNear = risen(near);
  }
  let high = far;
  let atHigh = rise(far);
  const goOn = () => {
    high *= 2;
    atHigh = rise(high);
  };
  while (atHigh < 0 && high < first * REACH) goOn();
  // The very place, or a plain without an end.
  if (atHigh === 0) goOn();
  if (atHigh > 0) return rootOf(rise, { low: near, high, atLow: atNear - FLAT, atHigh });
  return atFar === 0 ? far : rootOf(risen, { low: near, high: far, atLow: atNear, atHigh: atFar });
}

/** The sums of the weighted derivatives of a leaf's rows, when all of them move by the same step. */
class LeafSlopes<T extends Task> {
  readonly #target: TargetOf<T>;
  readonly #before: Float64Array;
  readonly #scores: Float64Array;
  readonly #gradients: Float64Array;
  readonly #hessians: Float64Array | null;

  constructor(
    private readonly loss: Pick<Loss<T>, "derivatives" | "constantHessian">,
    target: TargetOf<T>,
    scores: Float64Array,
    rows: Uint32Array,
  ) {
    this.#target = rowsOf(target, rows) as TargetOf<T>;
    this.#before = Float64Array.from(rows, (row) => scores[row]);
    this.#scores = new Float64Array(rows.length);
    this.#gradients = new Float64Array(rows.length);
    this.#hessians = loss.constantHessian ? null : new Float64Array(rows.length);
  }

  at(step: number): { readonly gradients: number; readonly hessians: number } {
    const { weights } = this.#target;
    const count = this.#before.length;
    for (let i = 0; i < count; i++) this.#scores[i] = this.#before[i] + step;
    this.loss.derivatives(this.#target, this.#scores, this.#gradients, this.#hessians, 0, count);
    const sum = (of: Float64Array | null) => exactSum(count, (i) => (weights?.[i] ?? 1) * (of?.[i] ?? 1));
    return { gradients: sum(this.#gradients), hessians: step === 0 ? sum(this.#hessians) : 0 };
  }
}

/** A target of these rows alone. */
function rowsOf(target: Target, rows: Uint32Array): Target {
  const weights = target.weights && Float64Array.from(rows, (row) => (target.weights as Float64Array)[row]);
  if (target.task === "regression") {
    return { ...target, weights, values: Float64Array.from(rows, (row) => target.values[row]) };
  }
  return { ...target, weights, codes: Int32Array.from(rows, (row) => target.codes[row]) };
}
