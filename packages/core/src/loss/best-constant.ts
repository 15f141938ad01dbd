import type { Target, TargetOf, Task } from "../dataset/target.ts";
import { weightOfClasses } from "../dataset/weight-of-classes.ts";
import { sumInTurns } from "../util/exact-sum.ts";
import { rootSearch } from "../util/root-of.ts";
import { type Turns, turnsOver } from "../util/turns.ts";
import type { Loss } from "./loss.ts";

/**
 * The constant score at which the weighted loss of a target is least, between two scores that are on either side of it, or
 * the end beyond which it lies: for losses that no formula solves. The gradients are added up exactly, so the order of
 * the rows has no say, and the sum is followed to 0. The loss has to fall up to one minimum, and to rise from there.
 * Where rows have `starts`, it is the constant to add to those. It takes turns: `initialScore` may give them as they are.
 */
export function* bestConstant<T extends Task>(
  loss: Pick<Loss<T>, "derivatives" | "constantHessian">,
  target: TargetOf<T>,
  [low, high]: readonly [low: number, high: number],
  starts: Float64Array | null = null,
): Turns<number> {
  const slopeAt = slopesOf(loss, target, starts);
  const atLow = yield* slopeAt(low);
  if (low === high || atLow >= 0) return low;
  const atHigh = yield* slopeAt(high);
  if (atHigh <= 0) return high;
  const search = rootSearch({ low, high, atLow, atHigh });
  let step = search.next();
  while (!step.done) step = search.next(yield* slopeAt(step.value));
  return step.value;
}

/** The sum of the weighted gradients when all rows have this score. */
function slopesOf<T extends Task>(
  loss: Pick<Loss<T>, "derivatives" | "constantHessian">,
  target: TargetOf<T>,
  starts: Float64Array | null,
): (score: number) => Turns<number> {
  const rows = starts === null ? (fewerRows(target) as TargetOf<T>) : target;
  const { weights } = rows;
  const count = rows.task === "regression" ? rows.values.length : rows.codes.length;
  const scores = new Float64Array(count);
  const gradients = new Float64Array(count);
  const hessians = loss.constantHessian ? null : new Float64Array(count);
  return function* (score) {
    let beyond = 0;
    yield* turnsOver(count, (start, end) => {
      scores.fill(score, start, end);
      for (let row = start; starts !== null && row < end; row++) scores[row] += starts[row];
      loss.derivatives(rows, scores, gradients, hessians, start, end);
      beyond += countBeyond(gradients, weights, start, end);
    });
    return beyond === 0 ? yield* sumInTurns(gradients, weights) : Math.sign(beyond) * Number.POSITIVE_INFINITY;
  };
}

/**
 * Starts that lie far apart bring rows to scores whose gradients have no end: which of them there are more of is all to be asked then.
 * Rows of no weight have no say, whatever they have.
 */
function countBeyond(gradients: Float64Array, weights: Float64Array | null, start: number, end: number): number {
  let count = 0;
  for (let row = start; row < end; row++) {
    if (weights?.[row] === 0) gradients[row] = 0;
    else if (Math.abs(gradients[row]) === Number.POSITIVE_INFINITY) count += Math.sign(gradients[row]);
  }
  return count;
}

/** Rows of one class are alike: one of each will do, with the weight of all. */
function fewerRows(target: Target): Target {
  if (target.task === "regression") return target;
  const weights = Float64Array.from(weightOfClasses(target));
  return { ...target, codes: Int32Array.from(weights.keys()), weights };
}
