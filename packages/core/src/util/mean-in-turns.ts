import { gridExponent, largestTerm, powerOfTwo, sumOfSteps } from "./grid.ts";
import { type Turns, turnsOver } from "./turns.ts";

/** `weightedMean`, to the bit, for rows by the million. */
export function* meanInTurns(values: ArrayLike<number>, weights: ArrayLike<number> | null): Turns<number> {
  if (weights === null) return (yield* sumInTurns(values, null)) / values.length;
  const total = yield* sumInTurns(weights, null);
  return total === 0 ? 0 : (yield* sumInTurns(values, weights)) / total;
}

/** `exactSum` in turns. */
export function* exactSumInTurns(count: number, term: (index: number) => number): Turns<number> {
  let most = 0;
  yield* turnsOver(count, (start, end) => {
    for (let i = start; i < end; i++) most = Math.max(most, Math.abs(term(i)));
  });
  const k = gridExponent(count, most);
  const up = powerOfTwo(k);
  let sum = 0;
  yield* turnsOver(count, (start, end) => {
    for (let i = start; i < end; i++) sum += Math.round(term(i) * up);
  });
  return sum * powerOfTwo(-k);
}

/** `exactSum` of values times weights. */
export function* sumInTurns(values: ArrayLike<number>, weights: ArrayLike<number> | null): Turns<number> {
  let most = 0;
  yield* turnsOver(values.length, (start, end) => {
    most = Math.max(most, largestTerm(values, weights, start, end));
  });
  const k = gridExponent(values.length, most);
  let sum = 0;
  yield* turnsOver(values.length, (start, end) => {
    sum += sumOfSteps(values, weights, k, start, end);
  });
  return sum * powerOfTwo(-k);
}
