import { checkArgument } from "../util/check-argument.ts";
import { integerFrom } from "../util/check-options.ts";
import type { PrePruning } from "./pruning-strategy.ts";

/** No leaf lies deeper than `limit` splits below the root. */
export function maxDepth(limit: number): PrePruning {
  checkArgument("maxDepth", limit, integerFrom(0));
  return { stage: "before-split", name: "maxDepth", allows: (node) => node.depth < limit, bounds: { maxDepth: limit } };
}
