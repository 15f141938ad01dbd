import { logisticOf } from "./link.ts";
import type { Loss } from "./loss.ts";
import { softplus } from "./softplus.ts";
import { checkTwoClasses, logOdds } from "./two-classes.ts";

/**
 * Two classes, y = 0 or 1: log(1 + e^s) - y·s, the negative log-likelihood of probability 1 / (1 + e^-s).
 * Gradient p - y, hessian p(1 - p); the best constant is the log-odds of the second class. Tree for tree that of
 * XGBoost's `binary:logistic`; also LightGBM's `binary`.
 */
export function logistic(): Loss<"classification"> {
  return {
    spec: { name: "logistic", parameters: {} },
    task: "classification",
    link: "logistic",
    constantHessian: false,
    coupling: "row",
    kernel: "logistic",
    checkTarget: (target) => checkTwoClasses("logistic", target),
    initialScore: logOdds,
    derivatives(target, scores, gradients, hessians, start, end) {
      for (let row = start; row < end; row++) {
        const p = logisticOf(scores[row]);
        gradients[row] = p - target.codes[row];
        if (hessians !== null) hessians[row] = p * (1 - p);
      }
    },
    value: (target, row, score) => softplus(score) - target.codes[row] * score,
  };
}
