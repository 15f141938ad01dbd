import { checkArgument } from "../util/check-argument.ts";
import { numberFromZero } from "../util/check-options.ts";
import type { PrePruning } from "./pruning-strategy.ts";

/**
 * Every child has at least this weight, or in boosting this sum of hessians. The search keeps to it, and finds the best of
 * the cuts that do.
 */
export function minChildWeight(least: number): PrePruning {
  checkArgument("minChildWeight", least, numberFromZero);
  return {
    stage: "before-split",
    name: "minChildWeight",
    allows(_node, split) {
      if (split === null) return true;
      const width = split.childStats.length / split.childRows.length;
      return split.childRows.every((_, child) => split.childStats[(child + 1) * width - 1] >= least);
    },
    bounds: { minChildWeight: least },
  };
}
