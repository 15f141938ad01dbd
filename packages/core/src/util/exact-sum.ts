import { gridExponent, largestSize, powerOfTwo } from "./grid.ts";
import { numbersInTurns } from "./number-by-row.ts";
import { square } from "./square.ts";
import { atOnce, type Turns, turnsOver } from "./turns.ts";

/** The sum of `count` terms on a grid of their own: the same bits for any order of the terms. */
export function exactSum(count: number, term: (index: number) => number): number {
  return atOnce(exactSumInTurns(count, term));
}

/** The same, for rows by the million. */
export function* exactSumInTurns(count: number, term: (index: number) => number): Turns<number> {
  return yield* sumOnGrid(yield* numbersInTurns(count, term));
}

/** The exact sum of values times weights; `weights: null` means 1 each. */
export function* sumInTurns(values: ArrayLike<number>, weights: ArrayLike<number> | null): Turns<number> {
  if (weights === null) return yield* sumOnGrid(values);
  // A loop of its own: a call for each row would take several times as long.
  const products = new Float64Array(values.length);
  yield* turnsOver(products.length, (start, end) => {
    for (let i = start; i < end; i++) products[i] = weights[i] * values[i];
  });
  return yield* sumOnGrid(products);
}

/** Σ w·x / Σ w, both sums exact; `weights: null` means 1 each. Rows without any weight have the mean 0. */
export function weightedMean(values: ArrayLike<number>, weights: ArrayLike<number> | null): number {
  return atOnce(meanInTurns(values, weights));
}

/** The same, for rows by the million. */
export function* meanInTurns(values: ArrayLike<number>, weights: ArrayLike<number> | null): Turns<number> {
  if (weights === null) return (yield* sumInTurns(values, null)) / values.length;
  const total = yield* sumInTurns(weights, null);
  return total === 0 ? 0 : (yield* sumInTurns(values, weights)) / total;
}

/** The mean of some figures, and their standard deviation (divisor n - 1). The deviation of one figure is 0. */
export function meanAndDeviation(values: readonly number[]): { mean: number; standardDeviation: number } {
  const mean = weightedMean(values, null);
  if (values.length < 2) return { mean, standardDeviation: 0 };
  const squares = values.map((value) => square(value - mean));
  return { mean, standardDeviation: Math.sqrt((weightedMean(squares, null) * values.length) / (values.length - 1)) };
}

function* sumOnGrid(values: ArrayLike<number>): Turns<number> {
  let most = 0;
  yield* turnsOver(values.length, (start, end) => {
    most = Math.max(most, largestSize(values, start, end));
  });
  const k = gridExponent(values.length, most);
  let sum = 0;
  yield* turnsOver(values.length, (start, end) => {
    sum += sumOfSteps(values, powerOfTwo(k), start, end);
  });
  return sum * powerOfTwo(-k);
}

/** The sum of a range, each value rounded to whole steps, of which one unit has `up`. */
function sumOfSteps(values: ArrayLike<number>, up: number, start: number, end: number): number {
  let sum = 0;
  for (let i = start; i < end; i++) sum += Math.round(values[i] * up);
  return sum;
}
