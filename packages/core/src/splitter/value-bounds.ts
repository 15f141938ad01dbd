import type { Criterion } from "../criterion/criterion.ts";
import { midpoint } from "../util/midpoint.ts";
import type { Split } from "./split.ts";

/** What the leaves beneath a node may say. It is kept with the node, and whatever is made of the node later keeps within it. */
export interface ValueBounds {
  readonly lower: number;
  readonly upper: number;
}

export const NO_BOUNDS: ValueBounds = { lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY };

/** What a leaf with this record says, within the bounds. For criteria whose leaves say one number. */
export function boundedValue(criterion: Criterion, stats: Float64Array, bounds: ValueBounds): number {
  const value = new Float64Array(1);
  criterion.leafValue(stats, 0, stats.length, value, 0);
  return Math.min(Math.max(value[0], bounds.lower), bounds.upper);
}

/**
 * The bounds of the two children of a cut. On a monotone feature they part halfway between the children's values: all leaves beneath the
 * one then stay on their side of all beneath the other, however deep, and in whatever order the nodes are cut. Any other
 * cut, also one that parts all values from those that are missing, hands the bounds on. Undefined where no feature is monotone.
 */
export function childBounds(
  { criterion, monotone }: { readonly criterion: Criterion; readonly monotone?: Int8Array },
  bounds: ValueBounds | undefined,
  { feature, threshold, childStats }: Pick<Split, "feature" | "threshold" | "childStats">,
): [ValueBounds | undefined, ValueBounds | undefined] {
  if (monotone === undefined || monotone[feature] === 0 || threshold === Number.POSITIVE_INFINITY)
    return [bounds, bounds];
  const within = bounds ?? NO_BOUNDS;
  const width = childStats.length / 2;
  const left = boundedValue(criterion, childStats.subarray(0, width), within);
  const right = boundedValue(criterion, childStats.subarray(width), within);
  const middle = midpoint(Math.min(left, right), Math.max(left, right));
  const low = { lower: within.lower, upper: middle };
  const high = { lower: middle, upper: within.upper };
  return monotone[feature] > 0 ? [low, high] : [high, low];
}
