import type { SearchPlan } from "../splitter/splitter.ts";
import type { PrePruning } from "./pruning-strategy.ts";

/** What the rules demand of all nodes: the search keeps to the strictest. */
export function searchLimits(
  rules: readonly PrePruning[],
): Pick<Required<SearchPlan>, "minRowsLeaf" | "minChildWeight" | "mostLeaves"> {
  const depth = Math.min(...rules.map(({ bounds }) => bounds?.maxDepth ?? Number.POSITIVE_INFINITY));
  return {
    mostLeaves: depth < 31 ? 1 << depth : Number.POSITIVE_INFINITY,
    minRowsLeaf: Math.max(1, ...rules.map(({ bounds }) => bounds?.minRowsLeaf ?? 1)),
    minChildWeight: Math.max(0, ...rules.map(({ bounds }) => bounds?.minChildWeight ?? 0)),
  };
}
