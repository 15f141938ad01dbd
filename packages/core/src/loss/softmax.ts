import { exp, log } from "@cambium/kernels";
import { weightOfClasses } from "../dataset/weight-of-classes.ts";
import { checkOptions, numberAboveZero } from "../util/check-options.ts";
import { exactSum } from "../util/exact-sum.ts";
import { droppable, type OptionsOf, option, withDefaults } from "../util/option.ts";
import type { ClassLoss } from "./loss.ts";

const softmaxOptions = /* @__PURE__ */ droppable(() => ({
  /** What p(1 - p) is multiplied by for the hessian: 2 is XGBoost's, K / (K - 1) LightGBM's, 1 the second derivative. Default: 2. */
  hessianFactor: option(numberAboveZero, 2),
}));

export interface SoftmaxOptions extends OptionsOf<typeof softmaxOptions> {}

/**
 * Any number of classes, a score s for each: log Σ e^s - s of the row's class, the negative log-likelihood of probabilities in proportion to e^s.
 * Gradient p - 1 for the row's class, p for the others; hessian 2p(1 - p), as in XGBoost, because the trees of a round do not
 * know of each other. The best constants are the logarithms of the classes' shares.
 */
export function softmax(options: SoftmaxOptions = {}): ClassLoss {
  checkOptions("softmax", options, softmaxOptions);
  const { hessianFactor } = withDefaults(softmaxOptions, options);
  return {
    spec: { name: "softmax", parameters: { hessianFactor } },
    task: "classification",
    link: "softmax",
    constantHessian: false,
    curvature: hessianFactor === 1 ? "exact" : "bound",
    coupling: "row",
    kernel: { loss: "softmax", hessianFactor },
    checkTarget() {},
    initialScores(target) {
      const weights = weightOfClasses(target);
      const total = exactSum(weights.length, (code) => weights[code]);
      // A class of no weight has no logarithm: a share of 10^-6 or so stands in for 0.
      return Float64Array.from(weights, (weight) => log(Math.max(weight / (total || 1), 2 ** -20)));
    },
    derivatives(target, scores, gradients, hessians, start, end) {
      const rowCount = target.codes.length;
      for (let row = start; row < end; row++) {
        writeShares(scores, gradients, row, rowCount);
        for (let code = 0, at = row; at < scores.length; code++, at += rowCount) {
          const p = gradients[at];
          if (code === target.codes[row]) gradients[at] = p - 1;
          if (hessians !== null) hessians[at] = hessianFactor * p * (1 - p);
        }
      }
    },
    value(target, row, scores) {
      const most = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
      let sum = 0;
      for (const score of scores) sum += exp(score - most);
      return log(sum) + most - scores[target.codes[row]];
    },
  };
}

/** The probabilities of a row's classes, each where its score stands. */
function writeShares(scores: Float64Array, shares: Float64Array, row: number, rowCount: number): void {
  let most = Number.NEGATIVE_INFINITY;
  for (let at = row; at < scores.length; at += rowCount) most = Math.max(most, scores[at]);
  let sum = 0;
  for (let at = row; at < scores.length; at += rowCount) {
    shares[at] = exp(scores[at] - most);
    sum += shares[at];
  }
  for (let at = row; at < scores.length; at += rowCount) shares[at] /= sum;
}
