import { checkOptions, shareAboveZero } from "../util/check-options.ts";
import { chiSquareTail } from "../util/chi-square-tail.ts";
import { droppable } from "../util/droppable.ts";
import { type OptionsOf, option, withDefaults } from "../util/option.ts";
import type { PrePruning } from "./pruning-strategy.ts";

/**
 * A split stays only where its branches tell something of the class: Pearson's test of independence, on the table of
 * branches by classes, must be significant at the level. Weights count as numbers of rows. It has no correction for having
 * chosen the best of many splits, as the textbook's has none.
 */
export function chiSquare(options: ChiSquareOptions = {}): PrePruning {
  checkOptions("chiSquare", options, chiSquareOptions);
  const { level } = withDefaults(chiSquareOptions, options);
  return {
    stage: "before-split",
    name: "chiSquare",
    task: "classification",
    allows(node, split) {
      if (split === null) return true;
      const { statistic, freedom } = chiSquareOf(node.stats, split.childStats);
      return chiSquareTail(statistic, freedom) <= level;
    },
  };
}

export const chiSquareOptions = /* @__PURE__ */ droppable(() => ({
  /** The chance, were branch and class independent, of a table as uneven as that of the split. Default: 0.05. */
  level: option(shareAboveZero, 0.05),
}));

export interface ChiSquareOptions extends OptionsOf<typeof chiSquareOptions> {}

/** Σ (found - expected)² / expected over branches and classes; rows and columns without weight do not count. */
function chiSquareOf(parent: Float64Array, children: Float64Array): { statistic: number; freedom: number } {
  const width = parent.length;
  const total = parent[width - 1];
  let statistic = 0;
  let branches = 0;
  for (let at = 0; at < children.length; at += width) {
    const inChild = children[at + width - 1];
    if (!(inChild > 0)) continue;
    branches++;
    for (let k = 0; k < width - 1; k++) {
      if (!(parent[k] > 0)) continue;
      const expected = (parent[k] * inChild) / total;
      const off = children[at + k] - expected;
      statistic += (off * off) / expected;
    }
  }
  let classes = 0;
  for (let k = 0; k < width - 1; k++) if (parent[k] > 0) classes++;
  return { statistic, freedom: Math.max(0, branches - 1) * Math.max(0, classes - 1) };
}
