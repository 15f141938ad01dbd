import { exp, log } from "@cambium/kernels";
import { CambiumError } from "../util/cambium-error.ts";
import { weightedMean } from "../util/grid.ts";
import { listNames } from "../util/nearest-name.ts";
import { logisticOf } from "./link.ts";
import type { Loss } from "./loss.ts";

/**
 * Two classes, y = 0 or 1: log(1 + e^s) - y·s, the negative log-likelihood of probability 1 / (1 + e^-s).
 * Gradient p - y, hessian p(1 - p); the best constant is the log-odds of the second class.
 */
export function logistic(): Loss<"classification"> {
  return {
    spec: { name: "logistic", parameters: {} },
    task: "classification",
    link: "logistic",
    constantHessian: false,
    coupling: "row",
    kernel: "logistic",
    checkTarget(target) {
      if (target.classes.length === 2) return;
      const found = `target "${target.name}" has ${target.classes.length} (${listNames(target.classes.map(String))})`;
      throw new CambiumError(
        "bad-target",
        `the logistic loss expects two classes, but ${found}; softmax() takes any number`,
      );
    },
    initialScore(target) {
      const p = weightedMean(target.codes, target.weights);
      // A class of no weight has no log-odds: a probability of 10^-6 or so stands in for 0.
      const bounded = Math.min(Math.max(p, 2 ** -20), 1 - 2 ** -20);
      return log(bounded / (1 - bounded));
    },
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

/** log(1 + e^s) without overflow. */
function softplus(score: number): number {
  return score > 0 ? score + log(1 + exp(-score)) : log(1 + exp(score));
}
