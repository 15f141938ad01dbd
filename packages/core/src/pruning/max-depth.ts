import type { PrePruning } from "./pruning-strategy.ts";

/** No leaf lies deeper than `limit` splits below the root. */
export function maxDepth(limit: number): PrePruning {
  return { stage: "before-split", name: "maxDepth", allows: (node) => node.depth < limit };
}
