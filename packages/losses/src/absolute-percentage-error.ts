import {
  checkOptions,
  type Loss,
  numberFromZero,
  type OptionsOf,
  option,
  quantileInTurns,
  withDefaults,
} from "@cambium/core";
import { checkValues } from "./check-values.ts";
import { writeDerivatives } from "./expression/write-derivatives.ts";
import { quantileOfResiduals } from "./quantile-of-residuals.ts";

/** Made when asked for, so that a bundle without the loss has nothing of them. */
const rules = () => ({
  /** Errors are shares of |y|, or of this where |y| is less. With 0, no target may be 0. Default: 1. */
  leastSize: option(numberFromZero, 1),
});

export interface AbsolutePercentageErrorOptions extends OptionsOf<ReturnType<typeof rules>> {}

/**
 * |s - y| / max(m, |y|) with m = `leastSize`, 1 as in LightGBM and CatBoost. Gradient -1, 0 or 1 by the same divisor,
 * hessian 1 in place of none; the best constant is the median by the weights over the divisors, and leaves are refitted
 * to that of their residuals. The value is that of CatBoost's `MAPE`, and medians are NumPy's "inverted_cdf". Over ten
 * splits as good as LightGBM's `mape`, and no worse than CatBoost's.
 */
export function absolutePercentageError(options: AbsolutePercentageErrorOptions = {}): Loss<"regression"> {
  checkOptions("absolutePercentageError", options, rules());
  const { leastSize } = withDefaults(rules(), options);
  const size = (y: number) => Math.max(leastSize, Math.abs(y));
  return {
    spec: { name: "absolutePercentageError", parameters: { leastSize } },
    task: "regression",
    link: "identity",
    constantHessian: true,
    // Where targets are less than 1 and m is, too, gradients are large, and steps by this hessian short; but leaves are refitted.
    curvature: "bound",
    coupling: "row",
    checkTarget(target) {
      const expected = "targets that are not 0, which has no percentage; or set leastSize";
      checkValues("absolutePercentageError", target, expected, (y) => size(y) > 0);
    },
    initialScore({ values, weights }) {
      const shares = values.map((y, row) => (weights?.[row] ?? 1) / size(y));
      return quantileInTurns(values, shares, 0.5);
    },
    ...writeDerivatives(({ s, y, abs, sign, sub, div, max }) => ({
      gradient: div(sign(sub(s, y)), max(leastSize, abs(y))),
      hessian: 1,
    })),
    value: ({ values }, row, score) => Math.abs(score - values[row]) / size(values[row]),
    refitLeaf(target, scores, rows) {
      const { values, weights } = target;
      return quantileOfResiduals(0.5, target, scores, rows, (row) => (weights?.[row] ?? 1) / size(values[row]));
    },
  };
}
