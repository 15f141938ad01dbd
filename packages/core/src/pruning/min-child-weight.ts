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
    allows(node, split) {
      if (split === null) return true;
      // Rows are not asked for: a search may have to count them, and only for that.
      const width = node.stats.length;
      for (let at = width - 1; at < split.childStats.length; at += width)
        if (split.childStats[at] < least) return false;
      return true;
    },
    bounds: { minChildWeight: least },
  };
}
