import { checkArgument } from "../util/check-argument.ts";
import { wholeLimitFrom } from "../util/check-options.ts";
import type { GrowthLimit } from "./pruning-strategy.ts";

/** At most so many leaves: the tree grows best first, by the split that gains most of all that are open. Infinity is no limit. */
export function maxLeaves(limit: number): GrowthLimit {
  checkArgument("maxLeaves", limit, wholeLimitFrom(1));
  return { stage: "during-growth", name: "maxLeaves", leaves: limit };
}
