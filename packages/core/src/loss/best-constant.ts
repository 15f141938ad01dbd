import type { Target, TargetOf, Task } from "../dataset/target.ts";
import { weightOfClasses } from "../dataset/weight-of-classes.ts";
import { rootSearch } from "../util/root-of.ts";
import type { Turns } from "../util/turns.ts";
import type { Loss } from "./loss.ts";
import { MovedRows } from "./moved-rows.ts";

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
function alikeRows<T extends Task>(loss: Pick<Loss<T>, "derivatives" | "constantHessian">, target: Target) {
  if (target.task === "regression")
    return new MovedRows(loss, target as TargetOf<T>, new Float64Array(target.values.length));
  const weights = Float64Array.from(weightOfClasses(target));
  const codes = Int32Array.from(weights.keys());
  return new MovedRows(loss, { ...target, codes, weights } as Target as TargetOf<T>, new Float64Array(codes.length));
}
