import { type Loss, quantileInTurns } from "@cambium/core";
import { writeDerivatives } from "./expression/write-derivatives.ts";
import { quantileOfResiduals } from "./quantile-of-residuals.ts";

/**
 * |s - y|. Gradient -1, 0 or 1, hessian 1 in place of none; the best constant is the median, of an even number of rows
 * the lower of the two in the middle, and leaves are refitted to that of their residuals. Away from y the figures are
 * those of scikit-learn's `AbsoluteError`, and medians are NumPy's "inverted_cdf". Over ten splits as good as
 * LightGBM's `regression_l1`, XGBoost's `reg:absoluteerror` and scikit-learn's `absolute_error`.
 */
export function absoluteError(): Loss<"regression"> {
  return {
    spec: { name: "absoluteError", parameters: {} },
    task: "regression",
    link: "identity",
    constantHessian: true,
    curvature: "bound",
    coupling: "row",
    checkTarget() {},
    initialScore: ({ values, weights }) => quantileInTurns(values, weights, 0.5),
    ...writeDerivatives(({ s, y, sign, sub }) => ({ gradient: sign(sub(s, y)), hessian: 1 })),
    value: (target, row, score) => Math.abs(score - target.values[row]),
    refitLeaf(target, scores, rows) {
      const { weights } = target;
      return quantileOfResiduals(0.5, target, scores, rows, weights && ((row) => weights[row]));
    },
  };
}
