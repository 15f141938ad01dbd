import { gridExponent, largestTerm, powerOfTwo, sumOfSteps } from "./grid.ts";
import { type Turns, turnsOver } from "./turns.ts";

/** `weightedMean`, to the bit, for rows by the million. */
export function* meanInTurns(values: ArrayLike<number>, weights: ArrayLike<number> | null): Turns<number> {
  if (weights === null) return (yield* sumInTurns(values, null)) / values.length;
  const total = yield* sumInTurns(weights, null);
  return total === 0 ? 0 : (yield* sumInTurns(values, weights)) / total;
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
