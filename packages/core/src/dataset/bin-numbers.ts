import { midpoint } from "../util/midpoint.ts";
import { orderInTurns } from "../util/order-of-values.ts";
import { CHUNK } from "../util/ranges.ts";
import { type Turns, turnsOver } from "../util/turns.ts";
import { type BinnedNumbers, roomFor } from "./bin-column.ts";
import type { NumericColumn } from "./column.ts";

/** Numbers in bins by the rule that `binColumns` states, without the kernels. `weights` are on a grid; null where each is 1. */
export function* binNumbersInTurns(
  values: NumericColumn["values"],
  weights: Float64Array | null,
  maxBins: number,
): Turns<BinnedNumbers> {
  const cuts = cutsBetween(yield* distinctValues(values, weights), maxBins);
  const binCount = cuts.length + 1;
  const bins = roomFor(binCount, values.length);
  yield* turnsOver(values.length, (start, end) => {
    for (let row = start; row < end; row++) bins[row] = Number.isNaN(values[row]) ? binCount : binOf(values[row], cuts);
  });
  return { bins, cuts, binCount };
}

interface DistinctValues {
  /** Ascending. */
  readonly values: Float64Array;
  /** What the rows of each weigh. */
  readonly weights: Float64Array;
}

function* distinctValues(values: NumericColumn["values"], weights: Float64Array | null): Turns<DistinctValues> {
  const order = yield* orderInTurns(values);
  const distinct = new Float64Array(order.length);
  const sums = new Float64Array(order.length);
  let count = 0;
  for (let i = 0; i < order.length; i++) {
    if (i % CHUNK === 0) yield;
    const value = values[order[i]];
    // Missing values stand last.
    if (Number.isNaN(value)) break;
    if (count === 0 || value !== distinct[count - 1]) distinct[count++] = value;
    sums[count - 1] += weights === null ? 1 : weights[order[i]];
  }
  return { values: distinct.subarray(0, count), weights: sums.subarray(0, count) };
}

/** The upper bounds of all bins but the last one. */
function cutsBetween({ values, weights }: DistinctValues, maxBins: number): Float64Array {
  const cuts: number[] = [];
  let left = 0;
  for (const weight of weights) left += weight;
  let share = left / maxBins;
  let inBin = 0;
  for (let i = 0; i < values.length; i++) {
    const binsAfter = maxBins - cuts.length - 1;
    const hasOneForEach = values.length - i <= binsAfter;
    if (i > 0 && binsAfter > 0 && (hasOneForEach || inBin + weights[i] / 2 > share)) {
      cuts.push(midpoint(values[i - 1], values[i]));
      left -= inBin;
      share = left / binsAfter;
      inBin = 0;
    }
    inBin += weights[i];
  }
  return Float64Array.from(cuts);
}

/** How many cuts a value is above. */
function binOf(value: number, cuts: Float64Array): number {
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (value > cuts[middle]) low = middle + 1;
    else high = middle;
  }
  return low;
}
