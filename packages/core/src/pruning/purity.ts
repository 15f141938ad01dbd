import { checkArgument } from "../util/check-argument.ts";
import { indexOfLargest } from "../util/index-of-largest.ts";
import type { PrePruning } from "./pruning-strategy.ts";

/**
 * A node is a leaf when its most frequent class has at least this share of the weight. In regression it changes nothing:
 * a node whose targets are all equal is a leaf without a rule.
 */
export function purity(share: number): PrePruning {
  checkArgument("purity", share, {
    expected: "a number above 0 and up to 1",
    accepts: (value) => typeof value === "number" && value > 0 && value <= 1,
  });
  return {
    stage: "before-split",
    name: "purity",
    bounds: { purity: share },
    allows({ stats }) {
      const classes = stats.length - 1;
      // The record of a gradient has two numbers, as that of a single class, which nothing can part.
      if (classes < 2) return true;
      const largest = stats[indexOfLargest(stats, 0, classes)];
      // A quotient, not a product: of 100 rows 57 are the share 0.57, but 0.57 × 100 is less than 57.
      return !(largest / stats[classes] >= share);
    },
  };
}
