import type { Pacer } from "@cambium/kernels";
import { sortColumn } from "../dataset/sort-column.ts";
import { forRanges } from "../util/ranges.ts";
import { weightsOnGrid } from "./weights-on-grid.ts";

/** The weight of the rows of class 1 (`hits`), and of all others, at each score that occurs, in ascending order. */
export interface RankedRows {
  readonly hits: Float64Array;
  readonly misses: Float64Array;
}

/** Sorts numbers and finds each row's place among them again, which is faster than to sort rows by a comparison. */
export function rankedRows(
  scores: ArrayLike<number>,
  actual: ArrayLike<number>,
  weights: ArrayLike<number> | null,
): RankedRows {
  const exact = weightsOnGrid(actual.length, weights);
  const distinct = Float64Array.from(scores, (score) => score + 0)
    .sort()
    .filter((score, i, all) => i === 0 || score !== all[i - 1]);
  const hits = new Float64Array(distinct.length);
  const misses = new Float64Array(distinct.length);
  for (let row = 0; row < actual.length; row++) {
    const side = actual[row] === 1 ? hits : misses;
    side[placeOf(distinct, scores[row])] += exact[row];
  }
  return { hits, misses };
}

/** The same for rows by the million: others have their turn in between. */
export async function pacedRanks(
  scores: Float64Array,
  actual: ArrayLike<number>,
  weights: ArrayLike<number> | null,
  pacer: Pacer,
): Promise<RankedRows> {
  const exact = weightsOnGrid(actual.length, weights);
  const order = await sortColumn(scores, pacer);
  const hits = new Float64Array(order.length);
  const misses = new Float64Array(order.length);
  let place = -1;
  await forRanges(order.length, pacer, (start, end) => {
    for (let i = start; i < end; i++) {
      const row = order[i];
      if (i === 0 || scores[row] !== scores[order[i - 1]]) place++;
      const side = actual[row] === 1 ? hits : misses;
      side[place] += exact[row];
    }
  });
  return { hits: hits.subarray(0, place + 1), misses: misses.subarray(0, place + 1) };
}

function placeOf(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
