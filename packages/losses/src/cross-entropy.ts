import { type Loss, logOddsOf, softplus, weightedMean } from "@cambium/core";
import { checkValues } from "./check-values.ts";
import { writeDerivatives } from "./expression/write-derivatives.ts";

/**
 * Probabilities, y from 0 to 1: log(1 + e^s) - y·s, the logistic loss for targets that are shares, whose predictions p
 * = 1 / (1 + e^-s) are shares, too. Gradient p - y, hessian p(1 - p); the best constant is the log-odds of the mean.
 * Tree for tree that of XGBoost's `reg:logistic`; also LightGBM's `cross_entropy`.
 */
export function crossEntropy(): Loss<"regression"> {
  return {
    spec: { name: "crossEntropy", parameters: {} },
    task: "regression",
    link: "logistic",
    constantHessian: false,
    coupling: "row",
    checkTarget: (target) => checkValues("crossEntropy", target, "probabilities from 0 to 1", (y) => y >= 0 && y <= 1),
    initialScore: ({ values, weights }) => logOddsOf(weightedMean(values, weights)),
    ...writeDerivatives(({ s, y, sigmoid, sub, mul }) => {
      const p = sigmoid(s);
      return { gradient: sub(p, y), hessian: mul(p, sub(1, p)) };
    }),
    value: (target, row, score) => softplus(score) - target.values[row] * score,
  };
}
