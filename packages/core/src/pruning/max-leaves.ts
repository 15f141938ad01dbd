import { checkArgument } from "../util/check-argument.ts";
import { integerFrom } from "../util/check-options.ts";
import type { GrowthLimit } from "./pruning-strategy.ts";

/** At most so many leaves: the tree grows best first, by the cut that gains most of all that are open. */
export function maxLeaves(limit: number): GrowthLimit {
  checkArgument("maxLeaves", limit, integerFrom(1));
  return { stage: "during-growth", name: "maxLeaves", leaves: limit };
}
