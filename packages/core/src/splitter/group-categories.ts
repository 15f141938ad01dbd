import { splitInformation } from "../criterion/information.ts";
import type { BranchGoal, BranchNode } from "./branch-test.ts";
import { type CategoryCounts, type CategoryGroups, informationOf, mergeRecords } from "./category-test.ts";

/** Every pair of groups is tried at every step: with more categories than this they are left as they are. */
const MOST_GROUPED = 128;

/**
 * Quinlan's greedy merge. Each category begins as a group; groups that hold one and the same class become one; then the two
 * groups are joined whose union gives the best gain ratio, as long as that is better than the ratio before and more than two
 * groups are left. Of equals the pair whose first category is lowest. A merge may not cost more than half of the information.
 */
export function groupCategories(counts: CategoryCounts, node: BranchNode, { goal }: BranchGoal): CategoryGroups {
  const width = goal.classCount + 1;
  const total = node.stats[width - 1];
  const single = counts.codes.map((_, place) => [place]);
  if (single.length <= 2 || single.length > MOST_GROUPED) return single;
  let current = judge(joinPure(single, counts.stats, width));
  const least = current.information / 2;
  while (current.groups.length > 2) {
    const better = bestMerge(current, least, judge);
    if (better === null) break;
    current = better;
  }
  return current.groups;

  function judge(groups: CategoryGroups): Grouping {
    const stats = mergeRecords(counts.stats, groups, width);
    const information = informationOf(stats, groups.length, width);
    const weights = groups.map((_, group) => stats[group * width + width - 1]);
    const known = weights.reduce((sum, weight) => sum + weight, 0);
    const cost = splitInformation([...weights, total - known], total);
    return { groups, information, ratio: cost > 0 ? information / cost : 0 };
  }
}

interface Grouping {
  readonly groups: CategoryGroups;
  readonly information: number;
  /** The gain ratio. */
  readonly ratio: number;
}

/** The best of all groupings in which two groups are joined and that tell at least so much; null where none is better. */
function bestMerge(current: Grouping, least: number, judge: (groups: CategoryGroups) => Grouping): Grouping | null {
  const { groups } = current;
  let best = current;
  for (let a = 0; a < groups.length; a++) {
    for (let b = a + 1; b < groups.length; b++) {
      const joined = judge(join(groups, a, b));
      if (joined.information >= least && joined.ratio > best.ratio) best = joined;
    }
  }
  return best === current ? null : best;
}

/** Groups of one and the same class tell nothing apart. */
function joinPure(groups: readonly number[][], stats: Float64Array, width: number): number[][] {
  const ofClass = new Map<number, number[]>();
  const joined: number[][] = [];
  for (const group of groups) {
    const at = group[0] * width;
    const pure = stats.subarray(at, at + width - 1).findIndex((weight) => weight === stats[at + width - 1]);
    const same = pure < 0 ? undefined : ofClass.get(pure);
    if (same !== undefined) {
      same.push(...group);
      continue;
    }
    const own = [...group];
    if (pure >= 0) ofClass.set(pure, own);
    joined.push(own);
  }
  return joined;
}

/** Group `b` joins group `a`; groups stay in the order of their first categories. */
function join(groups: CategoryGroups, a: number, b: number): CategoryGroups {
  return groups.flatMap((group, index) => {
    if (index === b) return [];
    return [index === a ? [...group, ...groups[b]].sort((x, y) => x - y) : group];
  });
}
