import type { RegressionTarget } from "../dataset/target.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import { meanInTurns } from "../util/exact-sum.ts";
import { gridExponent, roundToStep } from "../util/grid.ts";
import { numbersInTurns } from "../util/number-by-row.ts";
import { roundInTurns } from "../util/round-to-grid.ts";
import { atOnce, type Turns, turnsOver } from "../util/turns.ts";
import type { GradientGoal } from "./fit-goal.ts";

/** First and second derivatives of a loss, as they come from it. It takes both arrays over and weights them; by default it rounds them, too. */
export function* gradientGoalInTurns(
  gradients: Float64Array,
  hessians: Float64Array | null,
  weights: Float64Array | null,
  rows: Uint32Array,
  isRounded = true,
): Turns<GradientGoal> {
  const seconds = hessians ?? new Float64Array(gradients.length).fill(1);
  if (weights !== null) {
    yield* turnsOver(rows.length, (start, end) => {
      for (let i = start; i < end; i++) {
        gradients[rows[i]] *= weights[rows[i]];
        seconds[rows[i]] *= weights[rows[i]];
      }
    });
  }
  for (const values of isRounded ? [gradients, seconds] : []) yield* roundInTurns(values, rows);
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
  const inBag = yield* numbersInTurns(rows.length, (i) => values[rows[i]]);
  const ofBag = weights && (yield* numbersInTurns(rows.length, (i) => weights[rows[i]]));
  const mean = yield* meanInTurns(inBag, ofBag);
  let most = 0;
  yield* turnsOver(rows.length, (start, end) => {
    for (let i = start; i < end; i++) most = Math.max(most, (ofBag?.[i] ?? 1) * Math.abs(mean - inBag[i]));
  });
  const centre = most === 0 ? mean : roundToStep(mean, gridExponent(rows.length, most) - 1);
  const gradients = new Float64Array(values.length);
  yield* turnsOver(rows.length, (start, end) => {
    for (let i = start; i < end; i++) gradients[rows[i]] = centre - values[rows[i]];
  });
  return { goal: { ...(yield* gradientGoalInTurns(gradients, null, weights, rows)), targets: values }, centre };
}

/** Targets that count something, as they are: with g = -y and h = weight a leaf's -G/H is the mean. None may be negative. */
export function* countGoalInTurns(target: RegressionTarget, rows: Uint32Array): Turns<GradientGoal> {
  const { name, values, weights } = target;
  const gradients = new Float64Array(values.length);
  yield* turnsOver(rows.length, (start, end) => {
    for (let i = start; i < end; i++) {
      const value = values[rows[i]];
      if (!(value >= 0)) {
        const message = `target "${name}" is ${describe(value)} in row ${rows[i] + 1}; the Poisson deviance expects numbers >= 0: choose another criterion`;
        throw new CambiumError("bad-target", message);
      }
      gradients[rows[i]] = 0 - value;
    }
  });
  return { ...(yield* gradientGoalInTurns(gradients, null, weights, rows)), targets: values };
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

/** The rows of a dataset as a goal: how often each counts, and what its target is. */
export function countGoal(target: RegressionTarget, rows: Uint32Array): GradientGoal {
  return atOnce(countGoalInTurns(target, rows));
}
