import { CambiumError, exp, type Loss, log, weightedMean } from "@cambium/core";

/** Counts, y >= 0: e^s - y·s, the negative log-likelihood of a Poisson mean e^s. Gradient e^s - y, hessian e^s. */
export function poisson(): Loss<"regression"> {
  return {
    spec: { name: "poisson", parameters: {} },
    task: "regression",
    link: "exp",
    constantHessian: false,
    coupling: "row",
    checkTarget({ name, values }) {
      const bad = values.findIndex((value) => value < 0);
      if (bad < 0) return;
      const message = `target "${name}" is ${values[bad]} in row ${bad + 1}; the Poisson loss expects counts >= 0`;
      throw new CambiumError("bad-target", message);
    },
    // Where every count is 0 the best score would be -Infinity: a mean of 10^-6 or so stands in for 0.
    initialScore: (target) => log(Math.max(weightedMean(target.values, target.weights), 2 ** -20)),
    derivatives(target, scores, gradients, hessians, start, end) {
      for (let row = start; row < end; row++) {
        const mean = exp(scores[row]);
        gradients[row] = mean - target.values[row];
        if (hessians !== null) hessians[row] = mean;
      }
    },
    value: (target, row, score) => exp(score) - target.values[row] * score,
  };
}
