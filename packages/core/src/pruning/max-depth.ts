import { checkArgument } from "../util/check-argument.ts";
import { wholeLimitFrom } from "../util/check-options.ts";
import type { PrePruning } from "./pruning-strategy.ts";

/** No leaf lies deeper than `limit` splits below the root; Infinity is no limit. */
export function maxDepth(limit: number): PrePruning {
  checkArgument("maxDepth", limit, wholeLimitFrom(0));
  return { stage: "before-split", name: "maxDepth", allows: (node) => node.depth < limit, bounds: { maxDepth: limit } };
}
