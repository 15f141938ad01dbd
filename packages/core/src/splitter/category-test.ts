import { informationGain, splitInformation } from "../criterion/information.ts";
import type { ClassGoal } from "../goal/fit-goal.ts";
import { type Turns, turnsOver } from "../util/turns.ts";
import type { BinTally } from "./bin-tally.ts";
import type { BranchGoal, BranchNode, BranchTest } from "./branch-test.ts";

/** Every pair of groups is tried at every step: with more categories than this they are left as they are. */
const MOST_GROUPED = 128;

/** A column with a category for so large a share of the rows has very many. */
const MANY = 0.3;

/** Groups of categories that answer alike, and what the answer tells. */
interface Grouping {
  readonly groups: readonly (readonly number[])[];
  /** The records of the groups. */
  readonly stats: Float64Array;
  readonly information: number;
  readonly splitCost: number;
}

/**
 * The test that has a branch for each category, or for each group of them. It is null where too few branches have enough weight, or where it
 * gives no information.
 */
export function* categoryTest(
  feature: number,
  tally: BinTally,
  node: BranchNode,
  goal: ClassGoal,
  { grouping, items, leastWeight }: BranchGoal,
): Turns<BranchTest | null> {
  const { width, missing: categoryCount } = tally;
  const { rows } = node.items;
  tally.clear();
  yield* turnsOver(rows.length, (start, end) => tally.add(rows.subarray(start, end), goal));
  tally.sortPresent();
  const { groups, stats, information, splitCost } = groupCategories(tally, node, grouping);
  if (groups.filter((_, child) => stats[(child + 1) * width - 1] >= leastWeight).length < 2) return null;
  if (!(information > 0)) return null;
  // Codes that do not occur here share a last branch, in which there are no rows.
  const childCount = groups.length + (tally.present.length < categoryCount ? 1 : 0);
  const categories = new Uint32Array(categoryCount).fill(groups.length);
  const childRows = new Array<number>(childCount).fill(0);
  for (const [child, codes] of groups.entries()) {
    for (const code of codes) {
      categories[code] = child;
      childRows[child] += tally.rows[code];
    }
  }
  const childStats = new Float64Array(childCount * width);
  childStats.set(stats);
  return {
    kind: "multiway",
    feature,
    threshold: Number.NaN,
    categories,
    childStats,
    childRows,
    information,
    worth: information,
    splitInformation: splitCost,
    hasManyBranches: !grouping && categoryCount >= MANY * items.rows.length,
  };
}

/**
 * Quinlan's greedy merge, if it is asked for. Each category begins as a group; groups that hold one and the same class become one; then the two
 * groups are joined whose union gives the best gain ratio, as long as that is better than the ratio before and more than two
 * groups are left. Of equals the pair whose first category is lowest. A merge may not cost more than half of the information.
 */
function groupCategories(tally: BinTally, node: BranchNode, isAsked: boolean): Grouping {
  const { present } = tally;
  const single = present.map((code) => [code]);
  if (!isAsked || present.length <= 2 || present.length > MOST_GROUPED) return judge(single, tally, node);
  let best = judge(joinPure(tally), tally, node);
  const least = best.information / 2;
  for (let current: Grouping | null = null; current !== best && best.groups.length > 2; ) {
    current = best;
    const { groups } = current;
    for (let a = 0; a < groups.length; a++) {
      for (let b = a + 1; b < groups.length; b++) {
        const joined = judge(join(groups, a, b), tally, node);
        if (joined.information >= least && ratioOf(joined) > ratioOf(best)) best = joined;
      }
    }
  }
  return best;
}

function judge(groups: Grouping["groups"], tally: BinTally, node: BranchNode): Grouping {
  const { width } = tally;
  // The record of all that have a value, then those of the groups.
  const records = new Float64Array((groups.length + 1) * width);
  for (const [group, codes] of groups.entries()) {
    for (const code of codes) {
      tally.addTo(records, code, 1);
      tally.addTo(records, code, 1, (group + 1) * width);
    }
  }
  const weights = groups.map((_, group) => records[(group + 2) * width - 1]);
  const total = node.stats[width - 1];
  return {
    groups,
    stats: records.subarray(width),
    information: informationGain(records, 0, width, groups.length, width),
    splitCost: splitInformation([...weights, total - records[width - 1]], total),
  };
}

/** The gain ratio. */
function ratioOf({ information, splitCost }: Grouping): number {
  return splitCost > 0 ? information / splitCost : 0;
}

/** Each category as a group; those of one and the same class tell nothing apart, and are one. */
function joinPure(tally: BinTally): number[][] {
  const classCount = tally.width - 1;
  const groups = new Map<number, number[]>();
  for (const code of tally.present) {
    const record = tally.recordOf(code);
    const pure = record.indexOf(record[classCount]);
    // A category of several classes is a group of its own.
    const key = pure < classCount ? pure : classCount + code;
    groups.set(key, [...(groups.get(key) ?? []), code]);
  }
  return [...groups.values()];
}

/** Group `b` joins group `a`; groups stay in the order of their first categories. */
function join(groups: Grouping["groups"], a: number, b: number): Grouping["groups"] {
  return groups.flatMap((group, index) => {
    if (index === b) return [];
    return [index === a ? [...group, ...groups[b]].sort((x, y) => x - y) : group];
  });
}
