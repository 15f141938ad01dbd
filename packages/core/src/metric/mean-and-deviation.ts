import { weightedMean } from "../util/exact-sum.ts";
import { square } from "../util/square.ts";

/** The mean of some figures, and their standard deviation, of which n - 1 is the divisor; 0 for one figure. */
export function meanAndDeviation(values: readonly number[]): { mean: number; standardDeviation: number } {
  const mean = weightedMean(values, null);
  if (values.length < 2) return { mean, standardDeviation: 0 };
  const squares = values.map((value) => square(value - mean));
  return { mean, standardDeviation: Math.sqrt((weightedMean(squares, null) * values.length) / (values.length - 1)) };
}
