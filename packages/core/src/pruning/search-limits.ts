import type { SearchPlan } from "../splitter/splitter.ts";
import type { PrePruning } from "./pruning-strategy.ts";

/** What the rules demand of the children of a cut: the search keeps to the strictest. */
export function searchLimits(rules: readonly PrePruning[]): Pick<SearchPlan, "minRowsLeaf" | "minChildWeight"> {
  return {
    minRowsLeaf: Math.max(1, ...rules.map(({ bounds }) => bounds?.minRowsLeaf ?? 1)),
    minChildWeight: Math.max(0, ...rules.map(({ bounds }) => bounds?.minChildWeight ?? 0)),
  };
}
