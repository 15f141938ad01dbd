import type { RegressionTarget } from "../dataset/target.ts";
import { gridExponent, roundToGrid, roundToStep, weightedMean } from "../util/grid.ts";
import type { GradientGoal } from "./fit-goal.ts";

/** First and second derivatives of a loss, as they come from it; takes both arrays over, weights and rounds them. */
export function gradientGoal(
  gradients: Float64Array,
  hessians: Float64Array | null,
  weights: Float64Array | null,
  rows: Uint32Array,
): GradientGoal {
  const seconds = hessians ?? new Float64Array(gradients.length).fill(1);
  if (weights !== null) {
    for (let i = 0; i < rows.length; i++) {
      gradients[rows[i]] *= weights[rows[i]];
      seconds[rows[i]] *= weights[rows[i]];
    }
  }
  roundToGrid(gradients, rows);
  roundToGrid(seconds, rows);
  return { kind: "gradients", gradients, hessians: seconds, targets: null };
}

/**
 * Least squares is a Newton step: with g = centre - y and h = weight, the best value of a leaf is centre - G/H, the mean.
 * Taking the mean of all rows out first keeps y = 10^9 + noise as sharp as the noise alone. The centre is rounded to the
 * grid of the weighted differences, with a bit to spare, since rounding it changes them: whole weights and targets then
 * lose nothing, and a pure leaf gives back a whole-numbered target exactly.
 */
export function leastSquaresGoal(target: RegressionTarget, rows: Uint32Array): { goal: GradientGoal; centre: number } {
  const { values, weights } = target;
  const inBag = pick(values, rows);
  const mean = weightedMean(inBag, weights && pick(weights, rows));
  let most = 0;
  for (let i = 0; i < rows.length; i++) most = Math.max(most, (weights?.[rows[i]] ?? 1) * Math.abs(mean - inBag[i]));
  const centre = most === 0 ? mean : roundToStep(mean, gridExponent(rows.length, most) - 1);
  const gradients = new Float64Array(values.length);
  for (let i = 0; i < rows.length; i++) gradients[rows[i]] = centre - values[rows[i]];
  return { goal: { ...gradientGoal(gradients, null, weights, rows), targets: values }, centre };
}

function pick(values: Float64Array, rows: Uint32Array): Float64Array {
  const picked = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) picked[i] = values[rows[i]];
  return picked;
}
