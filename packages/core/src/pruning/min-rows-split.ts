import { checkArgument } from "../util/check-argument.ts";
import { integerFrom } from "../util/check-options.ts";
import type { PrePruning } from "./pruning-strategy.ts";

/** A node of fewer rows is a leaf: rows are counted, not weighed. */
export function minRowsSplit(least: number): PrePruning {
  checkArgument("minRowsSplit", least, minRowsSplitRule);
  return {
    stage: "before-split",
    name: "minRowsSplit",
    allows: (node) => node.end - node.start >= least,
    bounds: { minRowsSplit: least },
  };
}

export const minRowsSplitRule = /* @__PURE__ */ integerFrom(2);
