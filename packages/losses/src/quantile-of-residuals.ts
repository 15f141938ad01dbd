import { type RegressionTarget, weightedQuantile } from "@cambium/core";

/**
 * The leaf that is best for losses whose best constant is a quantile: that of the residuals of its rows. `weightOf` is
 * what the loss weighs a row by.
 */
export function quantileOfResiduals(
  level: number,
  { values }: RegressionTarget,
  scores: Float64Array,
  rows: Uint32Array,
  weightOf: ((row: number) => number) | null,
): number {
  const residuals = Float64Array.from(rows, (row) => values[row] - scores[row]);
  return weightedQuantile(residuals, weightOf && Float64Array.from(rows, weightOf), level);
}
