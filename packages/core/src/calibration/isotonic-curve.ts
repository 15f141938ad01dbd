import { weightsOnGrid } from "../metric/weights-on-grid.ts";
import { numberByRow } from "../util/number-by-row.ts";
import { allRows } from "../util/ranges.ts";
import { roundToGrid } from "../util/round-to-grid.ts";

/** A function that never falls: straight between its points, and level before the first and after the last. */
export interface IsotonicCurve {
  /** Ascending. */
  readonly x: Float64Array;
  /** Not descending. */
  readonly y: Float64Array;
}

/** Neighbouring rows of one value: the weight and the weighted sum, which are exact, and the place behind its last x. */
interface Block {
  weight: number;
  sum: number;
  end: number;
}

/**
 * The curve of least squared error, by pooling adjacent violators: wherever the mean of some rows is not below that of the next
 * ones, both get the mean of them all. Rows of the same x count as one. There has to be a row with weight.
 */
export function fitIsotonicCurve(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  weights: ArrayLike<number> | null,
): IsotonicCurve {
  const { distinct, weight, sum } = sumsByPlace(x, y, weights);
  const blocks: Block[] = [];
  for (let place = 0; place < distinct.length; place++) {
    const block = { weight: weight[place], sum: sum[place], end: place + 1 };
    for (let last = blocks.at(-1); last && !(meanOf(last) < meanOf(block)); last = blocks.at(-1)) {
      block.weight += last.weight;
      block.sum += last.sum;
      blocks.pop();
    }
    blocks.push(block);
  }
  return cornersOf(distinct, blocks);
}

/** What the curve says at x. */
export function valueOnCurve({ x, y }: IsotonicCurve, at: number): number {
  const last = x.length - 1;
  if (at >= x[last]) return y[last];
  if (at <= x[0]) return y[0];
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (x[middle] <= at) low = middle;
    else high = middle;
  }
  // Between neighbours that are next to nothing apart the slope would have no end.
  if (at === x[low]) return y[low];
  const slope = (y[high] - y[low]) / (x[high] - x[low]);
  // Rounding must not lift a value over that of a later one.
  return Math.min(y[high], slope * (at - x[low]) + y[low]);
}

/** The sums of the rows of each x that has weight, in ascending order; on grids, so that adding them up loses nothing. */
function sumsByPlace(x: ArrayLike<number>, y: ArrayLike<number>, weights: ArrayLike<number> | null) {
  const exact = weightsOnGrid(x.length, weights);
  const products = numberByRow(x.length, (row) => exact[row] * y[row]);
  roundToGrid(products, allRows(x.length));
  const order = allRows(x.length)
    .filter((row) => exact[row] > 0)
    .sort((a, b) => x[a] - x[b]);
  const isNew = (i: number) => i === 0 || x[order[i]] !== x[order[i - 1]];
  const distinct = Float64Array.from(
    order.filter((_, i) => isNew(i)),
    (row) => x[row],
  );
  const weight = new Float64Array(distinct.length);
  const sum = new Float64Array(distinct.length);
  let place = -1;
  order.forEach((row, i) => {
    if (isNew(i)) place++;
    weight[place] += exact[row];
    sum[place] += products[row];
  });
  return { distinct, weight, sum };
}

function meanOf({ sum, weight }: Block): number {
  return sum / weight;
}

/** The first and the last x of each block are all that the curve needs. */
function cornersOf(distinct: Float64Array, blocks: readonly Block[]): IsotonicCurve {
  const corners = blocks.flatMap((block, i) => {
    const start = i === 0 ? 0 : blocks[i - 1].end;
    const places = block.end - start === 1 ? [start] : [start, block.end - 1];
    return places.map((place) => [distinct[place], meanOf(block)]);
  });
  return { x: Float64Array.from(corners, ([x]) => x), y: Float64Array.from(corners, ([, y]) => y) };
}
