import type { RegressionTarget } from "../dataset/target.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import { atOnce, type Turns, turnsOver } from "../util/turns.ts";
import type { GradientGoal } from "./fit-goal.ts";
import { gradientGoalInTurns } from "./gradient-goal.ts";

/** Targets that count something, as they are: with g = -y and h = weight a leaf's -G/H is the mean. None may be negative. */
export function* countGoalInTurns(target: RegressionTarget, rows: Uint32Array): Turns<GradientGoal> {
  const { name, values, weights } = target;
  const gradients = new Float64Array(values.length);
  yield* turnsOver(rows.length, (start, end) => {
    for (let i = start; i < end; i++) {
      const value = values[rows[i]];
      if (!(value >= 0)) {
        const found = `target "${name}" is ${describe(value)} in row ${rows[i] + 1}`;
        throw new CambiumError(
          "bad-target",
          `${found}; the Poisson deviance expects numbers >= 0: choose another criterion`,
        );
      }
      gradients[rows[i]] = 0 - value;
    }
  });
  return { ...(yield* gradientGoalInTurns(gradients, null, weights, rows)), targets: values };
}

/** The same at once. */
export function countGoal(target: RegressionTarget, rows: Uint32Array): GradientGoal {
  return atOnce(countGoalInTurns(target, rows));
}
