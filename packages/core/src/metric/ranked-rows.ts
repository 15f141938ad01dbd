import { orderInTurns } from "../util/order-of-values.ts";
import { weightsOnGrid } from "../util/round-to-grid.ts";
import { type Turns, turnsOver } from "../util/turns.ts";

/** The weight of the rows of class 1 (`hits`), and of all others, at each score that occurs, in ascending order. */
export interface RankedRows {
  readonly hits: Float64Array;
  readonly misses: Float64Array;
}

/** The ranks of rows by their scores. */
export function* ranksInTurns(
  scores: Float64Array,
  actual: ArrayLike<number>,
  weights: ArrayLike<number> | null,
): Turns<RankedRows> {
  const exact = weightsOnGrid(actual.length, weights);
  yield;
  const order = yield* orderInTurns(scores);
  const hits = new Float64Array(order.length);
  const misses = new Float64Array(order.length);
  let place = -1;
  yield* turnsOver(order.length, (start, end) => {
    for (let i = start; i < end; i++) {
      const row = order[i];
      if (i === 0 || scores[row] !== scores[order[i - 1]]) place++;
      const side = actual[row] === 1 ? hits : misses;
      side[place] += exact[row];
    }
  });
  return { hits: hits.subarray(0, place + 1), misses: misses.subarray(0, place + 1) };
}

/**
 * Area under the ROC curve: the chance that a row of class 1 has a higher score than one of another class, ties counting half
 * (Mann and Whitney's U). NaN when one of the classes has no row.
 */
export function areaOfRanks({ hits, misses }: RankedRows): number {
  let missesBelow = 0;
  let hitsBelow = 0;
  let pairs = 0;
  for (let i = 0; i < hits.length; i++) {
    pairs += hits[i] * (missesBelow + misses[i] / 2);
    hitsBelow += hits[i];
    missesBelow += misses[i];
  }
  return pairs / (hitsBelow * missesBelow);
}

/**
 * Area under the curve of precision over recall, in steps: the mean, over the rows of class 1, of the precision among all
 * rows that score at least as high. NaN when class 1 has no row.
 */
export function precisionOfRanks({ hits, misses }: RankedRows): number {
  let hitsAbove = 0;
  let missesAbove = 0;
  let sum = 0;
  for (let i = hits.length - 1; i >= 0; i--) {
    hitsAbove += hits[i];
    missesAbove += misses[i];
    if (hits[i] > 0) sum += (hits[i] * hitsAbove) / (hitsAbove + missesAbove);
  }
  return sum / hitsAbove;
}
