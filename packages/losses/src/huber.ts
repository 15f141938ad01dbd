import { checkOptions, type Loss, numberAboveZero, type OptionsOf, option, withDefaults } from "@cambium/core";
import { residualLoss } from "./residual-loss.ts";

/** Made when asked for, so that a bundle without the loss has nothing of them. */
const rules = () => ({
  /** From this residual on the loss grows like the absolute error. Default: 1. */
  delta: option(numberAboveZero, 1),
});

export interface HuberOptions extends OptionsOf<ReturnType<typeof rules>> {}

/**
 * With r = s - y and d = `delta`: r² / 2 up to |r| = d, d·(|r| - d / 2) beyond. Gradient r held within ±d; hessian
 * min(1, d / |r|), a bound: steps by it never overshoot, and reach far rows soon. The best constant is found by steps.
 * Value and gradient are those of scikit-learn's `HuberLoss`; the gradient is also that of LightGBM's `huber`, whose
 * hessian is 1 everywhere. Over ten splits, with rounds enough, no worse than LightGBM's, and than CatBoost's `Huber`.
 */
export function huber(options: HuberOptions = {}): Loss<"regression"> {
  checkOptions("huber", options, rules());
  const { delta } = withDefaults(rules(), options);
  return residualLoss({
    spec: { name: "huber", parameters: { delta } },
    value(residual) {
      const size = Math.abs(residual);
      return size <= delta ? (residual * residual) / 2 : delta * (size - delta / 2);
    },
    derivatives: (r, { abs, div, min, max }) => ({
      gradient: max(-delta, min(delta, r)),
      hessian: min(1, div(delta, abs(r))),
    }),
    curvature: "bound",
  });
}
