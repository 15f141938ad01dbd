import { informationGain, splitInformation } from "../criterion/information.ts";
import type { CategoricalColumn } from "../dataset/column.ts";
import { type Turns, turnsOver } from "../util/turns.ts";
import type { BranchGoal, BranchNode, BranchTest } from "./branch-test.ts";

/** Every pair of groups is tried at every step: with more categories than this they are left as they are. */
const MOST_GROUPED = 128;

/** A column with a category for so large a share of the rows has very many. */
const MANY = 0.3;

/** The categories that occur in a node, a record each. */
interface CategoryCounts {
  /** The codes, ascending. */
  readonly codes: readonly number[];
  readonly stats: Float64Array;
  readonly rows: readonly number[];
}

/** Groups of categories that answer alike, and what the answer tells; a group lists places in `CategoryCounts`. */
interface Grouping {
  readonly groups: readonly (readonly number[])[];
  /** The records of the groups. */
  readonly stats: Float64Array;
  readonly information: number;
  readonly splitInformation: number;
}

/**
 * The test that has a branch for each category, or each group of them; null where it is none: too little weight, or nothing told. `slots` has
 * a place for every code of the column, all 0 before and after.
 */
export function* categoryTest(
  feature: number,
  column: CategoricalColumn,
  node: BranchNode,
  goal: BranchGoal,
  slots: Uint32Array,
): Turns<BranchTest | null> {
  const width = node.stats.length;
  const counts = yield* countCategories(column, node, goal, slots);
  const { groups, stats, information, splitInformation } = goal.grouping
    ? groupCategories(counts, node)
    : judge(
        counts.codes.map((_, place) => [place]),
        counts,
        node,
      );
  if (groups.filter((_, child) => stats[(child + 1) * width - 1] >= goal.leastWeight).length < 2) return null;
  if (!(information > 0)) return null;
  // Codes that do not occur here share a last branch, in which there are no rows.
  const hasOthers = counts.codes.length < column.categories.length;
  const categories = new Uint32Array(column.categories.length).fill(groups.length);
  groups.forEach((places, child) => {
    for (const place of places) categories[counts.codes[place]] = child;
  });
  const childRows = groups.map((places) => places.reduce((sum, place) => sum + counts.rows[place], 0));
  const childStats = new Float64Array(stats.length + (hasOthers ? width : 0));
  childStats.set(stats);
  return {
    kind: "multiway",
    feature,
    threshold: Number.NaN,
    categories,
    childStats,
    childRows: hasOthers ? [...childRows, 0] : childRows,
    information,
    worth: information,
    splitInformation,
    hasManyBranches: !goal.grouping && column.categories.length >= MANY * goal.rows.length,
  };
}

/** A column may have far more categories than a node has rows: no loop is over all of them. */
function* countCategories(
  { codes: codeOf }: CategoricalColumn,
  { items, stats: { length: width } }: BranchNode,
  { goal }: BranchGoal,
  slots: Uint32Array,
): Turns<CategoryCounts> {
  const { rows, weights } = items;
  const codes: number[] = [];
  yield* turnsOver(rows.length, (start, end) => {
    for (let i = start; i < end; i++) {
      const code = codeOf[rows[i]];
      if (code < 0 || slots[code] > 0) continue;
      slots[code] = 1;
      codes.push(code);
    }
  });
  codes.sort((a, b) => a - b);
  codes.forEach((code, slot) => {
    slots[code] = slot + 1;
  });
  const stats = new Float64Array(codes.length * width);
  const counts = new Array<number>(codes.length).fill(0);
  yield* turnsOver(rows.length, (start, end) => {
    for (let i = start; i < end; i++) {
      const code = codeOf[rows[i]];
      if (code < 0) continue;
      const slot = slots[code] - 1;
      stats[slot * width + goal.codes[rows[i]]] += weights[i];
      stats[slot * width + width - 1] += weights[i];
      counts[slot]++;
    }
  });
  for (const code of codes) slots[code] = 0;
  return { codes, stats, rows: counts };
}

/**
 * Quinlan's greedy merge. Each category begins as a group; groups that hold one and the same class become one; then the two
 * groups are joined whose union gives the best gain ratio, as long as that is better than the ratio before and more than two
 * groups are left. Of equals the pair whose first category is lowest. A merge may not cost more than half of the information.
 */
function groupCategories(counts: CategoryCounts, node: BranchNode): Grouping {
  const single = counts.codes.map((_, place) => [place]);
  if (single.length <= 2 || single.length > MOST_GROUPED) return judge(single, counts, node);
  let best = judge(joinPure(single, counts.stats, node.stats.length), counts, node);
  const least = best.information / 2;
  for (let current: Grouping | null = null; current !== best && best.groups.length > 2; ) {
    current = best;
    const { groups } = current;
    for (let a = 0; a < groups.length; a++) {
      for (let b = a + 1; b < groups.length; b++) {
        const joined = judge(join(groups, a, b), counts, node);
        if (joined.information >= least && ratioOf(joined) > ratioOf(best)) best = joined;
      }
    }
  }
  return best;
}

function judge(
  groups: Grouping["groups"],
  counts: CategoryCounts,
  { stats: { length: width }, stats: all }: BranchNode,
): Grouping {
  // The record of all that have a value, then those of the groups.
  const records = new Float64Array((groups.length + 1) * width);
  for (const [group, places] of groups.entries()) {
    for (const place of places) {
      for (let k = 0; k < width; k++) {
        records[k] += counts.stats[place * width + k];
        records[(group + 1) * width + k] += counts.stats[place * width + k];
      }
    }
  }
  const weights = groups.map((_, group) => records[(group + 2) * width - 1]);
  const total = all[width - 1];
  return {
    groups,
    stats: records.subarray(width),
    information: informationGain(records, 0, width, groups.length, width),
    splitInformation: splitInformation([...weights, total - records[width - 1]], total),
  };
}

/** The gain ratio. */
function ratioOf({ information, splitInformation }: Grouping): number {
  return splitInformation > 0 ? information / splitInformation : 0;
}

/** Groups of one and the same class tell nothing apart. */
function joinPure(groups: readonly number[][], stats: Float64Array, width: number): number[][] {
  const ofClass = new Map<number, number[]>();
  const joined: number[][] = [];
  for (const group of groups) {
    const at = group[0] * width;
    const pure = stats.subarray(at, at + width - 1).findIndex((weight) => weight === stats[at + width - 1]);
    const same = ofClass.get(pure);
    if (same !== undefined) {
      same.push(...group);
      continue;
    }
    if (pure >= 0) ofClass.set(pure, group);
    joined.push(group);
  }
  return joined;
}

/** Group `b` joins group `a`; groups stay in the order of their first categories. */
function join(groups: Grouping["groups"], a: number, b: number): Grouping["groups"] {
  return groups.flatMap((group, index) => {
    if (index === b) return [];
    return [index === a ? [...group, ...groups[b]].sort((x, y) => x - y) : group];
  });
}
