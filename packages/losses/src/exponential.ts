import { checkTwoClasses, exp, type Loss, logOdds } from "@cambium/core";

/**
 * Two classes, y = -1 or 1: e^(-y·s/2), AdaBoost's, with a score that is twice its margin, so that 1 / (1 + e^-s) is a
 * probability. Gradient -y/2·e^(-y·s/2), hessian a quarter of the loss; the best constant is the log-odds of the second
 * class. The value is that of scikit-learn's `ExponentialLoss` at half the score.
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
    derivatives({ codes }, scores, gradients, hessians, start, end) {
      for (let row = start; row < end; row++) {
        const half = codes[row] - 0.5;
        const value = exp(-half * scores[row]);
        gradients[row] = -half * value;
        if (hessians !== null) hessians[row] = value / 4;
      }
    },
    value: ({ codes }, row, score) => exp(-(codes[row] - 0.5) * score),
  };
}
