import type { Target, Task } from "../dataset/target.ts";
import { weightOfClasses } from "../dataset/weight-of-classes.ts";
import { exactSum } from "../util/grid.ts";
import { rootOf } from "../util/root-of.ts";
import type { Loss, TargetOf } from "./loss.ts";

/**
 * The constant score at which the weighted loss of a target is least, between two scores that are on either side of it, or
 * the end beyond which it lies: for losses that no formula solves. The gradients are added up exactly, so the order of
 * the rows has no say, and the sum is followed to 0. The loss has to fall up to one minimum, and to rise from there.
 */
export function bestConstant<T extends Task>(
  loss: Pick<Loss<T>, "derivatives" | "constantHessian">,
  target: TargetOf<T>,
  [low, high]: readonly [low: number, high: number],
): number {
  const slope = slopesOf(loss, target);
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
): (score: number) => number {
  const rows = fewerRows(target) as TargetOf<T>;
  const { weights } = rows;
  const count = rows.task === "regression" ? rows.values.length : rows.codes.length;
  const scores = new Float64Array(count);
  const gradients = new Float64Array(count);
  const hessians = loss.constantHessian ? null : new Float64Array(count);
  return (score) => {
    loss.derivatives(rows, scores.fill(score), gradients, hessians, 0, count);
    return exactSum(count, weights === null ? (i) => gradients[i] : (i) => weights[i] * gradients[i]);
  };
}

/** Rows of one class are alike: one of each will do, with the weight of all. */
function fewerRows(target: Target): Target {
  if (target.task === "regression") return target;
  const weights = Float64Array.from(weightOfClasses(target));
  return { ...target, codes: Int32Array.from(weights.keys()), weights };
}
