import { checkOptions, type OptionRule } from "../util/check-options.ts";
import { collapseNoWorse } from "./collapse-no-worse.ts";
import { errorLimit } from "./error-limit.ts";
import type { PostPruning } from "./pruning-strategy.ts";
import { trainingErrors } from "./training-errors.ts";

export interface ErrorBasedOptions {
  /** The chance that a leaf errs more often than its limit says: the lower, the smaller the tree; 0.25 unless told. */
  readonly confidence?: number;
}

/** How much worse than its subtree C4.5 lets a leaf be, in errors. */
const SLACK = 0.1;

/**
 * C4.5's pruning, without the raising of subtrees: from the bottom up, a node becomes a leaf where the errors that it then
 * has to expect are not above those of its subtree by more than 0.1. What a leaf has to expect is the upper limit of its
 * error rate, by C4.5's approximation of the binomial one. Weights count as numbers of rows.
 */
export function errorBased(options: ErrorBasedOptions = {}): PostPruning {
  checkOptions("errorBased", options, errorBasedOptions);
  const { confidence = 0.25 } = options;
  return {
    stage: "after-growth",
    name: "errorBased",
    needs: { kind: "nothing" },
    task: "classification",
    prune(tree) {
      const limits = trainingErrors(tree).map((errors, node) => errorLimit(errors, tree.cover[node], confidence));
      const reason = `a subtree went where a leaf in its place has at most ${SLACK} more errors to expect, at confidence ${confidence}`;
      return { collapse: collapseNoWorse(tree, limits, SLACK), path: [], reason };
    },
  };
}

export const errorBasedOptions: Readonly<Record<string, OptionRule>> = {
  confidence: {
    expected: "a number above 0 and up to 0.5",
    accepts: (value) => typeof value === "number" && value > 0 && value <= 0.5,
    default: "0.25",
    about: "the chance that a leaf errs more often than its limit says: the lower, the smaller the tree",
  },
};
