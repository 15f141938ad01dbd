import { exp, type Loss } from "@cambium/core";
import { checkValues } from "./check-values.ts";
import { writeDerivatives } from "./expression/write-derivatives.ts";
import { logOfMean } from "./log-of-mean.ts";

/**
 * Sizes, y > 0: y·e^-s + s, the negative log-likelihood of a gamma mean e^s by its shape. Gradient 1 - y·e^-s, hessian
 * y·e^-s; the best constant is the log of the mean. Tree for tree that of XGBoost's `reg:gamma`; also LightGBM's
 * `gamma`.
 */
export function gamma(): Loss<"regression"> {
  return {
    spec: { name: "gamma", parameters: {} },
    task: "regression",
    link: "exp",
    constantHessian: false,
    coupling: "row",
    checkTarget: (target) => checkValues("gamma", target, "targets above 0", (y) => y > 0),
    initialScore: logOfMean,
    ...writeDerivatives(({ s, y, exp, neg, sub, mul }) => {
      const ratio = mul(y, exp(neg(s)));
      return { gradient: sub(1, ratio), hessian: ratio };
    }),
    value: (target, row, score) => target.values[row] * exp(-score) + score,
  };
}
