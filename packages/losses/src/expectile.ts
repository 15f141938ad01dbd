import { check, checkOptions, type Loss, type OptionsOf, option, withDefaults } from "@cambium/core";
import { residualLoss } from "./residual-loss.ts";

/** Made when asked for, so that a bundle without the loss has nothing of them. */
const rules = () => ({
  /** Squares of what is predicted too low count by this, those of what is too high by the rest to 1. Default: 0.5. */
  level: option(
    check<number>("a number between 0 and 1", (value) => typeof value === "number" && value > 0 && value < 1),
    0.5,
  ),
});

export interface ExpectileOptions extends OptionsOf<ReturnType<typeof rules>> {}

/**
 * With r = s - y and a `level` q: (1 - q)·r² where the score is too high, q·r² where it is too low; with 0.5 half the
 * square. Gradient twice the factor times r, hessian twice the factor; the best constant is found by steps. The value
 * is that of CatBoost's `Expectile`. Over ten splits, with `order: 1`, as good as CatBoost's.
 */
export function expectile(options: ExpectileOptions = {}): Loss<"regression"> {
  checkOptions("expectile", options, rules());
  const { level } = withDefaults(rules(), options);
  const factor = (residual: number) => (residual >= 0 ? 1 - level : level);
  return residualLoss({
    spec: { name: "expectile", parameters: { level } },
    value: (residual) => factor(residual) * residual * residual,
    derivatives(r, { le, where, mul }) {
      const twice = mul(2, where(le(0, r), 1 - level, level));
      return { gradient: mul(twice, r), hessian: twice };
    },
    curvature: "exact",
  });
}
