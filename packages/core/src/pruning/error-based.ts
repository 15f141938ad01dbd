import { exp, log } from "@cambium/kernels";
import { aNumber, checkOptions, trueOrFalse } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";
import { type OptionsOf, option, withDefaults } from "../util/option.ts";
import { inTurns } from "../util/turns.ts";
import type { PostPruning } from "./pruning-strategy.ts";
import { raiseSubtrees } from "./raise-subtrees.ts";
import { collapseNoWorse, trainingErrors } from "./training-errors.ts";

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

/** The normal deviate that is exceeded with each of these probabilities, as C4.5 has them: between two, a straight line. */
const DEVIATES: readonly (readonly [probability: number, deviate: number])[] = [
  [0, 4],
  [0.001, 3.09],
  [0.005, 2.58],
  [0.01, 2.33],
  [0.05, 1.65],
  [0.1, 1.28],
  [0.2, 0.84],
  [0.4, 0.25],
  [1, 0],
];

/** The share of the rest that is wrong too, where all but half a row are wrong. */
const LAST_SHARE = 0.67;

/**
 * `rows · U(errors, rows)`: as many errors as a leaf has to expect that made `errors` on its `rows` training rows. U is
 * the upper limit of the error rate at this confidence by C4.5's own approximation, not by the binomial distribution:
 * exact for no error, normal with a correction of half a row from one error on, and a straight line between.
 */
export function errorLimit(errors: number, rows: number, confidence: number): number {
  if (rows === 0) return 0;
  // Fractions of a row may carry the line above all rows.
  return Math.min(rows, errors + extraErrors(errors, rows, confidence));
}

function extraErrors(errors: number, rows: number, confidence: number): number {
  if (errors < 1) {
    const atNone = rows * (1 - exp(log(confidence) / rows));
    return errors === 0 ? atNone : atNone + errors * (extraErrors(1, rows, confidence) - atNone);
  }
  const corrected = errors + 0.5;
  if (corrected >= rows) return LAST_SHARE * (rows - errors);
  const deviate = deviateOf(confidence);
  const square = deviate * deviate;
  const spread = Math.sqrt(square * (corrected * (1 - corrected / rows) + square / 4));
  return (rows * (corrected + square / 2 + spread)) / (rows + square) - errors;
}

function deviateOf(confidence: number): number {
  const next = DEVIATES.findIndex(([probability]) => probability >= confidence);
  const [[low, atLow], [high, atHigh]] = [DEVIATES[next - 1], DEVIATES[next]];
  return atLow + ((atHigh - atLow) * (confidence - low)) / (high - low);
}
