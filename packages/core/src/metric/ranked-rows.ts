import { orderInTurns } from "../util/order-of-values.ts";
import { type Turns, turnsOver } from "../util/turns.ts";
import { weightsOnGrid } from "./weights-on-grid.ts";

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
