import { allRows } from "../util/ranges.ts";
import { roundToGrid } from "../util/round-to-grid.ts";

/** The weights of so many rows, 1 each for null, on a grid on which sums of any of them are exact. */
export function weightsOnGrid(count: number, weights: ArrayLike<number> | null): Float64Array {
  if (weights === null) return new Float64Array(count).fill(1);
  const rounded = Float64Array.from(weights);
  roundToGrid(rounded, allRows(count));
  return rounded;
}
