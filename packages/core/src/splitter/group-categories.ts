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
  let groups = joinPure(single, counts.stats, width);
  let current = worthOf(groups);
  const least = current.information / 2;
  while (groups.length > 2) {
    let best: { groups: number[][]; ratio: number; information: number } | null = null;
    for (let a = 0; a < groups.length; a++) {
      for (let b = a + 1; b < groups.length; b++) {
        const joined = join(groups, a, b);
        const worth = worthOf(joined);
        if (worth.information < least) continue;
        if (worth.ratio > (best?.ratio ?? current.ratio)) best = { groups: joined, ...worth };
      }
    }
    if (best === null) break;
    groups = best.groups;
    current = best;
  }
  return groups;

  function worthOf(of: CategoryGroups): { ratio: number; information: number } {
    const stats = mergeRecords(counts.stats, of, width);
    const information = informationOf(stats, of.length, width);
    const weights = of.map((_, group) => stats[group * width + width - 1]);
    const known = weights.reduce((sum, weight) => sum + weight, 0);
    const cost = splitInformation([...weights, total - known], total);
    return { information, ratio: cost > 0 ? information / cost : 0 };
  }
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
function join(groups: readonly number[][], a: number, b: number): number[][] {
  return groups.flatMap((group, index) => {
    if (index === b) return [];
    return [index === a ? [...group, ...groups[b]].sort((x, y) => x - y) : group];
  });
}
