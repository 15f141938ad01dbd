import type { Task } from "../dataset/target.ts";
import { exactSum } from "../util/grid.ts";
import type { Loss, TargetOf } from "./loss.ts";

/** Of the first bracket, how near the answer comes to the minimum; no nearer than doubles lie to each other. */
const PRECISION = 2 ** -46;
/** A halving gains a bit, a step by the hessian many: this is more than either needs. */
const STEPS = 200;

/**
 * The constant score at which the weighted loss of a target is least, between two scores that are on either side of it:
 * for losses that no formula solves. Newton's steps on the sum of the gradients, and halves of the bracket where a step
 * would leave it or gets nowhere. The sums are exact, so the order of the rows has no say. The loss has to fall up to
 * one minimum, and to rise from there.
 */
export function bestConstant<T extends Task>(
  loss: Pick<Loss<T>, "derivatives" | "constantHessian">,
  target: TargetOf<T>,
  bracket: readonly [low: number, high: number],
): number {
  let [low, high] = bracket;
  const slopes = slopesOf(loss, target);
  const near = (score: number) => Math.max(PRECISION * (bracket[1] - bracket[0]), 2 ** -52 * Math.abs(score));
  let score = low + (high - low) / 2;
  let beforeLast = high - low;
  let last = beforeLast;
  for (let i = 0; i < STEPS && high > low; i++) {
    const [gradient, hessian] = slopes(score);
    if (gradient === 0) return score;
    if (gradient > 0) high = score;
    else low = score;
    const newton = score - gradient / hessian;
    // As Numerical Recipes guards it: a step has to be less than half of the one before the last.
    const isGood = newton > low && newton < high && 2 * Math.abs(newton - score) < beforeLast;
    const next = isGood ? newton : low + (high - low) / 2;
    beforeLast = last;
    last = Math.abs(next - score);
    score = next;
    if (last <= near(score)) break;
  }
  return score;
}

/** The sums of the weighted gradients and hessians when all rows have this score. */
function slopesOf<T extends Task>(
  loss: Pick<Loss<T>, "derivatives" | "constantHessian">,
  target: TargetOf<T>,
): (score: number) => [gradient: number, hessian: number] {
  const count = target.task === "regression" ? target.values.length : target.codes.length;
  const { weights } = target;
  const scores = new Float64Array(count);
  const gradients = new Float64Array(count);
  const hessians = loss.constantHessian ? null : new Float64Array(count);
  const sum = (of: Float64Array) => exactSum(count, weights === null ? (i) => of[i] : (i) => weights[i] * of[i]);
  const ones = new Float64Array(hessians === null ? count : 0).fill(1);
  return (score) => {
    loss.derivatives(target, scores.fill(score), gradients, hessians, 0, count);
    return [sum(gradients), sum(hessians ?? ones)];
  };
}
