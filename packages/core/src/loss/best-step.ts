import type { StepRules } from "@cambium/kernels";
import type { Target, TargetOf, Task } from "../dataset/target.ts";
import { rootOf } from "../util/root-of.ts";
import { atOnce } from "../util/turns.ts";
import { type Derivatives, MovedRows } from "./best-constant.ts";

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
  loss: Derivatives<T>,
  target: TargetOf<T>,
  scores: Float64Array,
  rows: Uint32Array,
  { l1, l2, lower, upper }: StepRules,
): number {
  const before = Float64Array.from(rows, (row) => scores[row]);
  const moved = new MovedRows(loss, rowsOf(target, rows) as TargetOf<T>, before);
  const gradientsAt = (step: number) => atOnce(moved.slopesAt([step]))[0];
  const gradients = gradientsAt(0);
  const [hessians] = atOnce(moved.sumsOf(moved.hessians));
  const pull = Math.abs(gradients) - l1;
  if (!(pull > 0)) return 0;
  const direction = gradients > 0 ? -1 : 1;
  // From -1 on, and below 0 as long as a longer step is better.
  const rise = (step: number) => {
    const slope = (direction * gradientsAt(direction * step) + l1 + l2 * step) / pull;
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

/** A target of these rows alone. */
function rowsOf(target: Target, rows: Uint32Array): Target {
  const weights = target.weights && Float64Array.from(rows, (row) => (target.weights as Float64Array)[row]);
  if (target.task === "regression") {
    return { ...target, weights, values: Float64Array.from(rows, (row) => target.values[row]) };
  }
  return { ...target, weights, codes: Int32Array.from(rows, (row) => target.codes[row]) };
}
