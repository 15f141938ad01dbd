import { sumInTurns } from "./exact-sum.ts";
import { allRows } from "./ranges.ts";
import { roundInTurns } from "./round-to-grid.ts";
import { atOnce, type Turns } from "./turns.ts";

/** Shares of a total are products of doubles: 0.07 times 100 is a little more than 7, and means 7. */
const ROUNDING = 1 - 2 ** -48;

/**
 * The least of the values that, with all that are less, has at least this share of the weight: the inverse of the
 * cumulated weights, which NumPy calls "inverted_cdf". It is one of the values, no number has a lower quantile loss,
 * and a row of weight 2 counts as two. Neither the order of the values nor a row of weight 0 has a say; without any
 * weight it is 0.
 */
export function weightedQuantile(values: Float64Array, weights: Float64Array | null, level: number): number {
  return atOnce(quantileInTurns(values, weights, level));
}

/** The same for rows by the million. */
export function* quantileInTurns(values: Float64Array, weights: Float64Array | null, level: number): Turns<number> {
  const rounded = weights?.slice() ?? null;
  // On a grid, so that sums of any of them are exact.
  if (rounded !== null) yield* roundInTurns(rounded, allRows(rounded.length));
  const total = rounded === null ? values.length : yield* sumInTurns(rounded, null);
  return total === 0 ? 0 : yield* firstReaching(values.slice(), rounded, ROUNDING * level * total);
}

/**
 * The two values between which half of the weight is below and half is above; one value where a row stands at the half. `rows` are in the
 * order of their values, and all weights are on a grid. Rows without weight do not count; without any weight both are 0. `total` is the
 * weight of all rows, where it is known.
 */
export function mediansOf(rows: ArrayLike<number>, values: Float64Array, weights: Float64Array, total?: number) {
  let weight = total ?? 0;
  for (let i = 0; total === undefined && i < rows.length; i++) weight += weights[rows[i]];
  let below = 0;
  let lower = Number.NaN;
  for (let i = 0; i < rows.length; i++) {
    below += weights[rows[i]];
    if (Number.isNaN(lower) && 2 * below >= weight) lower = values[rows[i]];
    if (2 * below > weight) return { lower, upper: values[rows[i]], weight };
  }
  return { lower: 0, upper: 0, weight };
}

/** The value that has n - 1 others before it when the largest come first; `values` are left in another order. */
export function nthLargest(values: Float64Array, n: number): Turns<number> {
  return firstReaching(values, null, values.length - n + 1);
}

/** The first value, in ascending order, that has the wanted weight together with all before it; the values are left in another order. */
function* firstReaching(values: Float64Array, weights: Float64Array | null, wanted: number): Turns<number> {
  let [low, high, below] = [0, values.length - 1, 0];
  // At level 0 nothing is wanted, which rows without weight have, too.
  const reaches = (sum: number) => sum > 0 && sum >= wanted;
  while (low < high) {
    const [right, left] = yield* part(values, weights, low, high);
    const less = below + sumOf(weights, low, right + 1);
    const notMore = less + sumOf(weights, right + 1, left);
    if (reaches(less)) high = right;
    else if (reaches(notMore)) return values[right + 1];
    else [low, below] = [left, notMore];
  }
  return values[low];
}

/** Swaps of a turn. */
const SWAPS = 1 << 14;

/** Brings the smaller ones of a range before the larger ones; gives the last of those, and the first of these: what is between them is equal. */
function* part(
  values: Float64Array,
  weights: Float64Array | null,
  low: number,
  high: number,
): Turns<[right: number, left: number]> {
  const pivot = pivotOf(values, low, high);
  let [left, right] = [low, high];
  for (let swaps = 1; left <= right; swaps++) {
    if (swaps % SWAPS === 0) yield;
    while (values[left] < pivot) left++;
    while (values[right] > pivot) right--;
    if (left > right) break;
    if (weights !== null) swap(weights, left, right);
    swap(values, left++, right--);
  }
  return [right, left];
}

/** The middle one of three that stand apart; which does not change the answer, only how soon it comes. */
function pivotOf(values: Float64Array, low: number, high: number): number {
  const quarter = (high - low) >> 2;
  const [a, b, c] = [values[low + quarter], values[(low + high) >> 1], values[high - quarter]];
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

function swap(values: Float64Array, a: number, b: number): void {
  const value = values[a];
  values[a] = values[b];
  values[b] = value;
}

function sumOf(weights: Float64Array | null, from: number, to: number): number {
  if (weights === null) return to - from;
  let sum = 0;
  for (let i = from; i < to; i++) sum += weights[i];
  return sum;
}
