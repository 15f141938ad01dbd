import { sumInTurns } from "./exact-sum.ts";
import { gridExponent, largestTerm, roundToStep } from "./grid.ts";
import { CHUNK } from "./ranges.ts";
import { atOnce, type Turns, turnsOver } from "./turns.ts";

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
  const left = values.slice();
  const weight = weights === null ? new Float64Array(values.length).fill(1) : yield* onGrid(weights);
  const total = yield* sumInTurns(weight, null);
  if (total === 0) return 0;
  const wanted = ROUNDING * level * total;
  let [from, to, below] = [0, left.length, 0];
  // At level 0 nothing is wanted, which rows without weight have, too.
  const reaches = (sum: number) => sum > 0 && sum >= wanted;
  while (true) {
    const pivot = pivotOf(left, from, to);
    const [equal, above] = yield* part(left, weight, from, to, pivot);
    const less = sumOf(weight, from, equal);
    const same = sumOf(weight, equal, above);
    if (reaches(below + less)) to = equal;
    else if (reaches(below + less + same)) return pivot;
    else {
      below += less + same;
      from = above;
    }
  }
}

/** Multiples of one power of two, so that sums of any of them are exact. */
function* onGrid(weights: Float64Array): Turns<Float64Array> {
  let most = 0;
  yield* turnsOver(weights.length, (start, end) => {
    most = Math.max(most, largestTerm(weights, null, start, end));
  });
  const k = gridExponent(weights.length, most);
  const rounded = new Float64Array(weights.length);
  yield* turnsOver(weights.length, (start, end) => {
    for (let i = start; i < end; i++) rounded[i] = roundToStep(weights[i], k);
  });
  return rounded;
}

/** The middle one of three that stand apart; which does not change the answer, only how soon it comes. */
function pivotOf(values: Float64Array, from: number, to: number): number {
  const count = to - from;
  const [a, b, c] = [values[from + (count >> 2)], values[from + (count >> 1)], values[to - 1 - (count >> 2)]];
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

/** Moves what is less than the pivot to the front, what is more to the end, and tells where what equals it begins and ends. */
function* part(
  values: Float64Array,
  weights: Float64Array,
  from: number,
  to: number,
  pivot: number,
): Turns<[equal: number, above: number]> {
  let [equal, above] = [from, to];
  for (let i = from, seen = 1; i < above; seen++) {
    if (seen % CHUNK === 0) yield;
    if (values[i] < pivot) swap(values, weights, i++, equal++);
    else if (values[i] > pivot) swap(values, weights, i, --above);
    else i++;
  }
  return [equal, above];
}

function swap(values: Float64Array, weights: Float64Array, a: number, b: number): void {
  const [value, weight] = [values[a], weights[a]];
  values[a] = values[b];
  weights[a] = weights[b];
  values[b] = value;
  weights[b] = weight;
}

function sumOf(weights: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += weights[i];
  return sum;
}
