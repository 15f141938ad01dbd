import { checkOptions, exp, type Loss, numberFromZero, type OptionsOf, option, withDefaults } from "@cambium/core";
import { checkValues } from "./check-values.ts";
import { writeDerivatives } from "./expression/write-derivatives.ts";
import { logOfMean } from "./log-of-mean.ts";

/** Made when asked for, so that a bundle without the loss has nothing of them. */
const rules = () => ({
  /** Hessians are those of a score that is higher by so much, so that steps are shorter. Default: 0.7. */
  maxDeltaStep: option(numberFromZero, 0.7),
});

export interface PoissonOptions extends OptionsOf<ReturnType<typeof rules>> {}

/**
 * Counts, y >= 0: e^s - y·s, the negative log-likelihood of a Poisson mean e^s. Gradient e^s - y; hessian e^(s + m), a
 * bound with m = `maxDeltaStep`, 0.7 as in the peers, and the second derivative with 0. The best constant is the log of
 * the mean. Tree for tree that of XGBoost's `count:poisson`, whose leaves are held within ±0.7, too, unless its
 * `max_delta_step` says otherwise; also LightGBM's `poisson`.
 */
export function poisson(options: PoissonOptions = {}): Loss<"regression"> {
  checkOptions("poisson", options, rules());
  const { maxDeltaStep } = withDefaults(rules(), options);
  return {
    spec: { name: "poisson", parameters: { maxDeltaStep } },
    task: "regression",
    link: "exp",
    constantHessian: false,
    curvature: maxDeltaStep === 0 ? "exact" : "bound",
    coupling: "row",
    checkTarget: (target) => checkValues("poisson", target, "counts >= 0", (y) => y >= 0),
    initialScore: logOfMean,
    // e^(s + m) is a product, so that a row takes one power of e.
    ...writeDerivatives(({ s, y, exp: power, mul, sub }) => ({
      gradient: sub(power(s), y),
      hessian: mul(power(s), exp(maxDeltaStep)),
    })),
    value: (target, row, score) => exp(score) - target.values[row] * score,
  };
}
