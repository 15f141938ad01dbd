import { gridExponent, largestTerm, powerOfTwo, sumOfSteps } from "./grid.ts";
import { atOnce, type Turns, turnsOver } from "./turns.ts";

/** The sum of `count` terms on a grid of their own: the same bits for any order of the terms. */
export function exactSum(count: number, term: (index: number) => number): number {
  return atOnce(exactSumInTurns(count, term));
}

/** The same, for rows by the million. */
export function exactSumInTurns(count: number, term: (index: number) => number): Turns<number> {
  return sumOnGrid(count, {
    largest(start, end) {
      let most = 0;
      for (let i = start; i < end; i++) most = Math.max(most, Math.abs(term(i)));
      return most;
    },
    steps(k, start, end) {
      const up = powerOfTwo(k);
      let sum = 0;
      for (let i = start; i < end; i++) sum += Math.round(term(i) * up);
      return sum;
    },
  });
}

/** The exact sum of values times weights, without a call for each; `weights: null` means 1 each. */
export function sumInTurns(values: ArrayLike<number>, weights: ArrayLike<number> | null): Turns<number> {
  return sumOnGrid(values.length, {
    largest: (start, end) => largestTerm(values, weights, start, end),
    steps: (k, start, end) => sumOfSteps(values, weights, k, start, end),
  });
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

/** What is added up, range by range. */
interface Terms {
  largest(start: number, end: number): number;
  /** The sum of the terms, each rounded to steps of 2^-k. */
  steps(k: number, start: number, end: number): number;
}

function* sumOnGrid(count: number, { largest, steps }: Terms): Turns<number> {
  let most = 0;
  yield* turnsOver(count, (start, end) => {
    most = Math.max(most, largest(start, end));
  });
  const k = gridExponent(count, most);
  let sum = 0;
  yield* turnsOver(count, (start, end) => {
    sum += steps(k, start, end);
  });
  return sum * powerOfTwo(-k);
}
