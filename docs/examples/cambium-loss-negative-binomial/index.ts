import { CambiumError, exp, type Loss, log, weightedMean } from "@cambium/core";

export interface NegativeBinomialOptions {
  /** How much more counts vary than Poisson's: the variance is mean + dispersion * mean². Default: 1. */
  readonly dispersion?: number;
}

/**
 * Counts, y >= 0, that vary more than Poisson's: with d = `dispersion` and the mean m = e^s, (y + 1/d)·log(1 + d·m) - y·s.
 * Gradient (m - y) / (1 + d·m), hessian m·(1 + d·y) / (1 + d·m)²; the best constant is the log of the mean.
 */
export function negativeBinomial(options: NegativeBinomialOptions = {}): Loss<"regression"> {
  const { dispersion = 1 } = options;
  if (!(dispersion > 0 && dispersion < Number.POSITIVE_INFINITY)) {
    throw new CambiumError("bad-option", `negativeBinomial: dispersion expects a number above 0, got ${dispersion}`);
  }
  return {
    spec: { name: "negativeBinomial", parameters: { dispersion } },
    task: "regression",
    link: "exp",
    constantHessian: false,
    coupling: "row",
    checkTarget({ name, values }) {
      const bad = values.findIndex((value) => value < 0);
      if (bad < 0) return;
      const message = `target "${name}" is ${values[bad]} in row ${bad + 1}; negativeBinomial expects counts >= 0`;
      throw new CambiumError("bad-target", message);
    },
    // Where every count is 0 the best score would be -Infinity: a mean of 10^-6 or so stands in for 0.
    initialScore: (target) => log(Math.max(weightedMean(target.values, target.weights), 2 ** -20)),
    derivatives({ values }, scores, gradients, hessians, start, end) {
      for (let row = start; row < end; row++) {
        const mean = exp(scores[row]);
        const share = 1 / (1 + dispersion * mean);
        gradients[row] = (mean - values[row]) * share;
        // From left to right, since the square of a large mean would overflow.
        if (hessians !== null) hessians[row] = mean * share * share * (1 + dispersion * values[row]);
      }
    },
    value({ values }, row, score) {
      return (values[row] + 1 / dispersion) * log(1 + dispersion * exp(score)) - values[row] * score;
    },
  };
}
