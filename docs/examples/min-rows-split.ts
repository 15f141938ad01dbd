import type { PrePruning } from "@cambium/core";

/** A node of fewer rows is not searched. */
export function minRowsSplit(least: number): PrePruning {
  return { stage: "before-split", name: "minRowsSplit", allows: (node) => node.end - node.start >= least };
}
