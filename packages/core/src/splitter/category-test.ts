import { informationGain, splitInformation } from "../criterion/information.ts";
import type { CategoricalColumn } from "../dataset/column.ts";
import { type Turns, turnsOver } from "../util/turns.ts";
import type { BranchGoal, BranchNode, BranchTest } from "./branch-test.ts";

/** The categories that occur in a node, a record each. */
export interface CategoryCounts {
  /** The codes, ascending. */
  readonly codes: readonly number[];
  readonly stats: Float64Array;
  readonly rows: readonly number[];
}

/**
 * Counts the categories in a node. `slots` has a place for every code of the column, all 0 before and after: a column may
 * have far more categories than a node has rows.
 */
export function* countCategories(
  { codes: codeOf }: CategoricalColumn,
  { items }: BranchNode,
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
  const width = goal.classCount + 1;
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

/** Groups of categories that answer alike; a group lists places in `CategoryCounts`. */
export type CategoryGroups = readonly (readonly number[])[];

/** The test that has a branch for each group; null where it is none: too little weight, or nothing told. */
export function categoryTest(
  feature: number,
  column: CategoricalColumn,
  node: BranchNode,
  counts: CategoryCounts,
  groups: CategoryGroups,
  { goal, leastWeight }: BranchGoal,
): BranchTest | null {
  const width = goal.classCount + 1;
  const childStats = mergeRecords(counts.stats, groups, width);
  const weights = groups.map((_, child) => childStats[child * width + width - 1]);
  if (weights.filter((weight) => weight >= leastWeight).length < 2) return null;
  const information = informationOf(childStats, groups.length, width);
  if (!(information > 0)) return null;
  const hasOthers = counts.codes.length < column.categories.length;
  const childCount = groups.length + (hasOthers ? 1 : 0);
  // Codes that do not occur here share a last branch, in which there are no rows.
  const categories = new Uint32Array(column.categories.length).fill(groups.length);
  groups.forEach((places, child) => {
    for (const place of places) categories[counts.codes[place]] = child;
  });
  const total = node.stats[width - 1];
  const known = weights.reduce((sum, weight) => sum + weight, 0);
  const rowsOf = groups.map((places) => places.reduce((sum, place) => sum + counts.rows[place], 0));
  const all = new Float64Array(childCount * width);
  all.set(childStats);
  return {
    kind: "multiway",
    feature,
    threshold: Number.NaN,
    categories,
    childCount,
    childStats: all,
    childRows: hasOthers ? [...rowsOf, 0] : rowsOf,
    information,
    worth: information,
    splitInformation: splitInformation([...weights, total - known], total),
    hasManyBranches: false,
  };
}

/** What the answer tells of the class, from the records of the answers alone. */
export function informationOf(stats: Float64Array, count: number, width: number): number {
  const withParent = new Float64Array(width + count * width);
  for (let at = 0; at < count * width; at++) withParent[at % width] += stats[at];
  withParent.set(stats.subarray(0, count * width), width);
  return informationGain(withParent, 0, width, count, width);
}

export function mergeRecords(stats: Float64Array, groups: CategoryGroups, width: number): Float64Array {
  const merged = new Float64Array(groups.length * width);
  groups.forEach((places, group) => {
    for (const place of places) {
      for (let k = 0; k < width; k++) merged[group * width + k] += stats[place * width + k];
    }
  });
  return merged;
}
