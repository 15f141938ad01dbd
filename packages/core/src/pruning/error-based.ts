import { aNumber, checkOptions, trueOrFalse } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";
import { type OptionsOf, option, withDefaults } from "../util/option.ts";
import { inTurns } from "../util/turns.ts";
import { collapseNoWorse } from "./collapse-no-worse.ts";
import { errorLimit } from "./error-limit.ts";
import type { PostPruning } from "./pruning-strategy.ts";
import { raiseSubtrees } from "./raise-subtrees.ts";
import { trainingErrors } from "./training-errors.ts";

/** How much worse than its subtree C4.5 lets a leaf be, in errors. */
const SLACK = 0.1;

/**
 * C4.5's pruning: from the bottom up, a node becomes a leaf, or its largest branch takes its place, where the errors that are
 * then to be expected are not above those of its subtree by more than 0.1. What a leaf has to expect is the upper limit of
 * its error rate, by C4.5's approximation of the binomial one. Weights count as numbers of rows.
 */
export function errorBased(options: ErrorBasedOptions = {}): PostPruning {
  checkOptions("errorBased", options, errorBasedOptions);
  const { confidence, raising } = withDefaults(errorBasedOptions, options);
  const estimate = (errors: number, weight: number) => errorLimit(errors, weight, confidence);
  const reason = `a subtree went where ${raising ? "its largest branch, or a leaf," : "a leaf"} in its place has at most ${SLACK} more errors to expect, at confidence ${confidence}`;
  return {
    stage: "after-growth",
    name: "errorBased",
    needs: { kind: raising ? "training" : "nothing" },
    task: "classification",
    async prune(tree, [training], pacer) {
      if (raising)
        return { ...(await inTurns(raiseSubtrees(tree, training, estimate, SLACK), pacer)), path: [], reason };
      const errors = await inTurns(trainingErrors(tree), pacer);
      const limits = errors.map((wrong, node) => estimate(wrong, tree.cover[node]));
      return { collapse: collapseNoWorse(tree, limits, SLACK), path: [], reason };
    },
  };
}

export const errorBasedOptions = /* @__PURE__ */ droppable(() => ({
  /** The chance that a leaf errs more often than its limit says: the lower, the smaller the tree. Default: 0.25. */
  confidence: option(
    aNumber("a number above 0 and up to 0.5", (value) => value > 0 && value <= 0.5),
    0.25,
  ),
  /** Whether a node may also be replaced by its largest branch. Default: true. */
  raising: option(trueOrFalse, true),
}));

export interface ErrorBasedOptions extends OptionsOf<typeof errorBasedOptions> {}
