import { checkArgument } from "../util/check-argument.ts";
import { numberFromZero } from "../util/check-options.ts";
import type { PrePruning } from "./pruning-strategy.ts";

/**
 * A cut gains at least so much, on the scale of the gains that the tree shows. For `cart` these are divided by the weight
 * of all rows, which is scikit-learn's `min_impurity_decrease`. A gain of exactly `least` is enough.
 */
export function minGain(least: number): PrePruning {
  checkArgument("minGain", least, numberFromZero);
  return {
    stage: "before-split",
    name: "minGain",
    allows: (_node, split) => split === null || split.gain >= least,
    bounds: { minGain: least },
  };
}
