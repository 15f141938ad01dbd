import type { Pacer } from "@cambium/kernels";
import type { RegressionTarget } from "../dataset/target.ts";
import { meanInTurns } from "../util/exact-sum.ts";
import { gridExponent, roundToStep } from "../util/grid.ts";
import { forRanges } from "../util/ranges.ts";
import { roundInTurns } from "../util/round-to-grid.ts";
import { atOnce, inTurns, type Turns, turnsOver } from "../util/turns.ts";
import type { GradientGoal } from "./fit-goal.ts";

/** `gradientGoal`, not rounded where whoever gets it will do so. */
export async function pacedGradientGoal(
  gradients: Float64Array,
  hessians: Float64Array | null,
  weights: Float64Array | null,
  rows: Uint32Array,
  isRounded: boolean,
  pacer: Pacer,
): Promise<GradientGoal> {
  const seconds = hessians ?? new Float64Array(gradients.length).fill(1);
  await forRanges(rows.length, pacer, (start, end) => weigh(gradients, seconds, weights, rows.subarray(start, end)));
  for (const values of isRounded ? [gradients, seconds] : []) await inTurns(roundInTurns(values, rows), pacer);
  return { kind: "gradients", gradients, hessians: seconds, targets: null };
}

function weigh(gradients: Float64Array, hessians: Float64Array, weights: Float64Array | null, rows: Uint32Array): void {
  if (weights === null) return;
  for (let i = 0; i < rows.length; i++) {
    gradients[rows[i]] *= weights[rows[i]];
    hessians[rows[i]] *= weights[rows[i]];
  }
}

/** First and second derivatives of a loss, as they come from it; takes both arrays over, weights and rounds them. */
export function* gradientGoalInTurns(
  gradients: Float64Array,
  hessians: Float64Array | null,
  weights: Float64Array | null,
  rows: Uint32Array,
): Turns<GradientGoal> {
  const seconds = hessians ?? new Float64Array(gradients.length).fill(1);
  yield* turnsOver(rows.length, (start, end) => weigh(gradients, seconds, weights, rows.subarray(start, end)));
  yield* roundInTurns(gradients, rows);
  yield* roundInTurns(seconds, rows);
  return { kind: "gradients", gradients, hessians: seconds, targets: null };
}

/**
 * Least squares is a Newton step: with g = centre - y and h = weight, the best value of a leaf is centre - G/H, the mean.
 * Taking the mean of all rows out first keeps y = 10^9 + noise as sharp as the noise alone. The centre is rounded to the
 * grid of the weighted differences, with a bit to spare, since rounding it changes them: whole weights and targets then
 * lose nothing, and a pure leaf gives back a whole-numbered target exactly.
 */
export function* leastSquaresInTurns(
  target: RegressionTarget,
  rows: Uint32Array,
): Turns<{ goal: GradientGoal; centre: number }> {
  const { values, weights } = target;
  const inBag = yield* pick(values, rows);
  const mean = yield* meanInTurns(inBag, weights && (yield* pick(weights, rows)));
  let most = 0;
  yield* turnsOver(rows.length, (start, end) => {
    for (let i = start; i < end; i++) most = Math.max(most, (weights?.[rows[i]] ?? 1) * Math.abs(mean - inBag[i]));
  });
  const centre = most === 0 ? mean : roundToStep(mean, gridExponent(rows.length, most) - 1);
  const gradients = new Float64Array(values.length);
  yield* turnsOver(rows.length, (start, end) => {
    for (let i = start; i < end; i++) gradients[rows[i]] = centre - values[rows[i]];
  });
  return { goal: { ...(yield* gradientGoalInTurns(gradients, null, weights, rows)), targets: values }, centre };
}

function* pick(values: Float64Array, rows: Uint32Array): Turns<Float64Array> {
  const picked = new Float64Array(rows.length);
  yield* turnsOver(rows.length, (start, end) => {
    for (let i = start; i < end; i++) picked[i] = values[rows[i]];
  });
  return picked;
}

/** `gradientGoalInTurns` at once. */
export function gradientGoal(
  gradients: Float64Array,
  hessians: Float64Array | null,
  weights: Float64Array | null,
  rows: Uint32Array,
): GradientGoal {
  return atOnce(gradientGoalInTurns(gradients, hessians, weights, rows));
}

/** `leastSquaresInTurns` at once. */
export function leastSquaresGoal(target: RegressionTarget, rows: Uint32Array): { goal: GradientGoal; centre: number } {
  return atOnce(leastSquaresInTurns(target, rows));
}
