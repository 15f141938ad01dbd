import { check, checkOptions, type Loss, type OptionsOf, option, quantileInTurns, withDefaults } from "@cambium/core";
import { writeDerivatives } from "./expression/write-derivatives.ts";
import { quantileOfResiduals } from "./quantile-of-residuals.ts";

/** Made when asked for, so that a bundle without the loss has nothing of them. */
const rules = () => ({
  /** The share of targets that should lie below the prediction. Default: 0.5. */
  level: option(
    check<number>("a number between 0 and 1", (value) => typeof value === "number" && value > 0 && value < 1),
    0.5,
  ),
});

export interface QuantileOptions extends OptionsOf<ReturnType<typeof rules>> {}

/**
 * With a `level` q: (1 - q)·(s - y) where the score is too high, q·(y - s) where it is too low. Gradient 1 - q from y
 * on, as LightGBM has it, and -q below, hessian 1 in place of none; the best constant is the quantile, the least target
 * that has a share q of the weight up to it, and leaves are refitted to that of their residuals. Away from y the
 * figures are those of scikit-learn's `PinballLoss`, and quantiles are NumPy's "inverted_cdf". Over ten splits as good
 * as LightGBM's `quantile`, XGBoost's `reg:quantileerror` and scikit-learn's `quantile`.
 */
export function quantile(options: QuantileOptions = {}): Loss<"regression"> {
  checkOptions("quantile", options, rules());
  const { level } = withDefaults(rules(), options);
  return {
    spec: { name: "quantile", parameters: { level } },
    task: "regression",
    link: "identity",
    constantHessian: true,
    curvature: "bound",
    coupling: "row",
    checkTarget() {},
    initialScore: ({ values, weights }) => quantileInTurns(values, weights, level),
    ...writeDerivatives(({ s, y, le, where }) => ({ gradient: where(le(y, s), 1 - level, -level), hessian: 1 })),
    value(target, row, score) {
      const over = score - target.values[row];
      return over >= 0 ? (1 - level) * over : -level * over;
    },
    refitLeaf(target, scores, rows) {
      const { weights } = target;
      return quantileOfResiduals(level, target, scores, rows, weights && ((row) => weights[row]));
    },
  };
}
