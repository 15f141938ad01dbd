import { midpoint } from "../util/midpoint.ts";

/** The distinct values of a column, ascending, and what the rows of each weigh together, on a grid on which all sums are exact. */
export interface WeighedValues {
  readonly values: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
}

/**
 * Where a column is cut into at most `maxBins` bins; values up to the first cut are the first bin. Where there are bins
 * enough, each value has one of its own. Else a bin takes value after value while that brings it nearer to its share: the
 * weight that is left over the bins that are left, so that a value that outweighs many bins takes one, and the others
 * share the rest.
 */
export function binCuts({ values, weights }: WeighedValues, maxBins: number): Float64Array {
  const cuts: number[] = [];
  let left = 0;
  for (let i = 0; i < weights.length; i++) left += weights[i];
  let share = left / maxBins;
  let inBin = 0;
  for (let i = 0; i < values.length; i++) {
    const binsAfter = maxBins - cuts.length - 1;
    const isFull = inBin + weights[i] / 2 > share || values.length - i <= binsAfter;
    if (i > 0 && isFull && binsAfter > 0) {
      cuts.push(midpoint(values[i - 1], values[i]));
      left -= inBin;
      share = left / binsAfter;
      inBin = 0;
    }
    inBin += weights[i];
  }
  return Float64Array.from(cuts);
}
