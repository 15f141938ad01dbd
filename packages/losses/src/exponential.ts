import { checkTwoClasses, exp, type Loss, logOdds } from "@cambium/core";
import { writeDerivatives } from "./expression/write-derivatives.ts";

/**
 * Two classes, y = -1 or 1: e^(-y·s/2), AdaBoost's, with a score that is twice its margin, so that 1 / (1 + e^-s) is a
 * probability. Gradient -y/2·e^(-y·s/2), hessian a quarter of the loss; the best constant is the log-odds of the second
 * class. The value is that of scikit-learn's `ExponentialLoss` at half the score. Over ten splits no worse than
 * scikit-learn's `GradientBoostingClassifier` with it.
 */
export function exponential(): Loss<"classification"> {
  return {
    spec: { name: "exponential", parameters: {} },
    task: "classification",
    link: "logistic",
    constantHessian: false,
    coupling: "row",
    checkTarget: (target) => checkTwoClasses("exponential", target),
    initialScore: logOdds,
    ...writeDerivatives(({ s, y, exp, neg, sub, mul, div }) => {
      const minusHalf = neg(sub(y, 0.5));
      const value = exp(mul(minusHalf, s));
      return { gradient: mul(minusHalf, value), hessian: div(value, 4) };
    }),
    value: ({ codes }, row, score) => exp(-(codes[row] - 0.5) * score),
  };
}
