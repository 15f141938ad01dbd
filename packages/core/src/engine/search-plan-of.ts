import { searchLimits } from "../pruning/limits.ts";
import type { SearchPlan } from "../splitter/splitter.ts";
import type { EnginePlan } from "./tree-engine.ts";

/** What a search keeps to: of the rules those that decide which splits there are. */
export function searchPlanOf({ grower, rules, ...plan }: EnginePlan): SearchPlan {
  const { order } = grower;
  const limits = searchLimits(rules);
  const leaves = order?.by === "gain" ? order.leaves : Number.POSITIVE_INFINITY;
  return {
    ...{ ...plan, ...limits, mostLeaves: Math.min(leaves, limits.mostLeaves) },
    ...(order?.by === "gain" && { maxLeaves: leaves }),
    symmetric: order?.by === "level",
  };
}
