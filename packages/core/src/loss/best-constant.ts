import type { Target, Task } from "../dataset/target.ts";
import { weightOfClasses } from "../dataset/weight-of-classes.ts";
import { exactSum } from "../util/grid.ts";
import { rootOf } from "../util/root-of.ts";
import type { Loss, TargetOf } from "./loss.ts";

/**
 * The constant score at which the weighted loss of a target is least, between two scores that are on either side of it, or
 * the end beyond which it lies: for losses that no formula solves. The gradients are added up exactly, so the order of
 * the rows has no say, and the sum is followed to 0. The loss has to fall up to one minimum, and to rise from there.
 * Where rows have `starts`, it is the constant to add to those.
 */
export function bestConstant<T extends Task>(
  loss: Pick<Loss<T>, "derivatives" | "constantHessian">,
  target: TargetOf<T>,
  [low, high]: readonly [low: number, high: number],
  starts: Float64Array | null = null,
): number {
  const slope = slopesOf(loss, target, starts);
  const atLow = slope(low);
  if (low === high || atLow >= 0) return low;
  const atHigh = slope(high);
  if (atHigh <= 0) return high;
  return rootOf(slope, { low, high, atLow, atHigh });
}

/** The sum of the weighted gradients when all rows have this score. */
function slopesOf<T extends Task>(
  loss: Pick<Loss<T>, "derivatives" | "constantHessian">,
  target: TargetOf<T>,
  starts: Float64Array | null,
): (score: number) => number {
  const rows = starts === null ? (fewerRows(target) as TargetOf<T>) : target;
  const { weights } = rows;
  const count = rows.task === "regression" ? rows.values.length : rows.codes.length;
  const scores = new Float64Array(count);
  const gradients = new Float64Array(count);
  const hessians = loss.constantHessian ? null : new Float64Array(count);
  return (score) => {
    scores.fill(score);
    for (let row = 0; starts !== null && row < count; row++) scores[row] += starts[row];
    loss.derivatives(rows, scores, gradients, hessians, 0, count);
    const beyond = signBeyond(gradients, weights);
    if (beyond !== 0) return beyond * Number.POSITIVE_INFINITY;
    return exactSum(
      count,
      weights === null ? (i) => gradients[i] : (i) => (weights[i] === 0 ? 0 : weights[i] * gradients[i]),
    );
  };
}

/** Starts that lie far apart bring rows to scores whose gradients have no end: which of them there are more of is all to be asked then. */
function signBeyond(gradients: Float64Array, weights: Float64Array | null): number {
  let sign = 0;
  for (let row = 0; row < gradients.length; row++) {
    if (Math.abs(gradients[row]) === Number.POSITIVE_INFINITY && weights?.[row] !== 0)
      sign += Math.sign(gradients[row]);
  }
  return Math.sign(sign);
}

/** Rows of one class are alike: one of each will do, with the weight of all. */
function fewerRows(target: Target): Target {
  if (target.task === "regression") return target;
  const weights = Float64Array.from(weightOfClasses(target));
  return { ...target, codes: Int32Array.from(weights.keys()), weights };
}
