import type { RegressionTarget } from "@cambium/core";

/** From the least target to the largest: there the best constant is, of a loss that grows with the distance. */
export function rangeOf({ values }: RegressionTarget): [low: number, high: number] {
  let [low, high] = [values[0], values[0]];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}
