import { numberByRow } from "../util/number-by-row.ts";
import { allRows } from "../util/ranges.ts";
import { roundToGrid, weightsOnGrid } from "../util/round-to-grid.ts";

/** A function that never falls: straight between its points, and level before the first and after the last. */
export interface IsotonicCurve {
  /** Ascending. */
  readonly x: Float64Array;
  /** Not descending. */
  readonly y: Float64Array;
}

/** Neighbouring rows of one value: the weight and the weighted sum, which are exact, and the first and the last x. */
interface Block {
  weight: number;
  sum: number;
  from: number;
  to: number;
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
  const blocks: Block[] = [];
  for (const block of blocksByPlace(x, y, weights)) {
    for (let last = blocks.at(-1); last && !(meanOf(last) < meanOf(block)); last = blocks.at(-1)) {
      block.weight += last.weight;
      block.sum += last.sum;
      block.from = last.from;
      blocks.pop();
    }
    blocks.push(block);
  }
  // The first and the last x of each block are all that the curve needs.
  const corners = blocks.flatMap((block) => {
    const places = block.from === block.to ? [block.from] : [block.from, block.to];
    return places.map((place) => [place, meanOf(block)]);
  });
  return { x: Float64Array.from(corners, ([place]) => place), y: Float64Array.from(corners, ([, mean]) => mean) };
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

/** The rows of each x that has weight, in ascending order; on grids, so that adding them up loses nothing. */
function blocksByPlace(x: ArrayLike<number>, y: ArrayLike<number>, weights: ArrayLike<number> | null): Block[] {
  const exact = weightsOnGrid(x.length, weights);
  const products = numberByRow(x.length, (row) => exact[row] * y[row]);
  roundToGrid(products, allRows(x.length));
  const order = allRows(x.length).filter((row) => exact[row] > 0);
  const blocks: Block[] = [];
  for (const row of order.sort((a, b) => x[a] - x[b])) {
    const last = blocks.at(-1);
    if (last?.to === x[row]) {
      last.weight += exact[row];
      last.sum += products[row];
    } else blocks.push({ weight: exact[row], sum: products[row], from: x[row], to: x[row] });
  }
  return blocks;
}

function meanOf({ sum, weight }: Block): number {
  return sum / weight;
}
