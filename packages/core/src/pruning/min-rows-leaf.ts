import { checkArgument } from "../util/check-argument.ts";
import { integerFrom } from "../util/check-options.ts";
import type { PrePruning } from "./pruning-strategy.ts";

/** Every child has at least so many rows. The search keeps to it, and finds the best of the cuts that do. */
export function minRowsLeaf(least: number): PrePruning {
  checkArgument("minRowsLeaf", least, integerFrom(1));
  return {
    stage: "before-split",
    name: "minRowsLeaf",
    allows: (_node, split) => split === null || split.childRows.every((rows) => rows >= least),
    bounds: { minRowsLeaf: least },
  };
}
