import { indexOfLargest } from "../util/index-of-largest.ts";

/** `cost[actual][predicted]`, in the order of the classes; 0 on the diagonal. */
export type CostMatrix = readonly (readonly number[])[];

/** The class to decide for, of these shares: the likeliest, or where errors have costs the one of least expected cost; a tie goes to the first. */
export function predictedClass(
  cost: CostMatrix | null,
  shares: ArrayLike<number>,
  start: number,
  count: number,
): number {
  if (cost === null) return indexOfLargest(shares, start, count);
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let decision = 0; decision < count; decision++) {
    let expected = 0;
    for (let actual = 0; actual < count; actual++) expected += shares[start + actual] * cost[actual][decision];
    if (expected < least) {
      best = decision;
      least = expected;
    }
  }
  return best;
}
