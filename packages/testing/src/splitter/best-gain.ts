import type { Column, FitGoal } from "@cambium/core";
import type { SearchCase } from "../data/search-case.ts";
import { gainOf, statsOf } from "../data/stats-record.ts";

/** What the best cut of some rows may gain. The two differ only where a splitter is free to try fewer cuts. */
export interface BestGain {
  /** Of the cuts that every splitter must try. */
  readonly least: number;
  /** Of all cuts that there are. */
  readonly most: number;
}

/**
 * The best gain by trying everything: all thresholds, all partitions of the categories, each with the missing values on
 * either side. For more than two classes a splitter need only try each category against the rest.
 */
export function bestGain(plan: SearchCase, goal: FitGoal, rows: Uint32Array): BestGain {
  const best = { least: 0, most: 0 };
  for (const column of plan.dataset.columns) {
    const groups = groupRows(column, rows);
    const all = gainOfBest(plan, goal, groups, column.kind === "numeric" ? prefixes(groups) : subsets(groups));
    const isFree = column.kind === "categorical" && goal.kind === "classes" && goal.classCount > 2;
    best.most = Math.max(best.most, all);
    best.least = Math.max(best.least, isFree ? gainOfBest(plan, goal, groups, oneAgainstRest(groups)) : all);
  }
  return best;
}

/** The rows of a node by their value: ascending, the missing ones apart. */
interface Groups {
  readonly present: readonly Uint32Array[];
  readonly missing: Uint32Array;
}

/** What goes left: places in `present`, and whether the missing values do. */
interface Cut {
  readonly left: readonly number[];
  readonly missingLeft: boolean;
}

function groupRows(column: Column, rows: Uint32Array): Groups {
  const values = column.kind === "numeric" ? column.values : column.codes;
  const isMissing = (row: number) => (column.kind === "numeric" ? Number.isNaN(values[row]) : values[row] < 0);
  const found = rows.filter((row) => !isMissing(row));
  const distinct = [...new Set(Array.from(found, (row) => values[row]))].sort((a, b) => a - b);
  return {
    present: distinct.map((value) => found.filter((row) => values[row] === value)),
    missing: rows.filter(isMissing),
  };
}

function prefixes({ present }: Groups): Cut[] {
  return present.flatMap((_, last) => bothSides(present.slice(0, last + 1).map((_, place) => place)));
}

function subsets({ present }: Groups): Cut[] {
  const places = present.map((_, place) => place);
  return Array.from({ length: 2 ** present.length }, (_, bits) =>
    places.filter((place) => (bits >>> place) & 1),
  ).flatMap(bothSides);
}

function oneAgainstRest({ present }: Groups): Cut[] {
  return [...present.flatMap((_, place) => bothSides([place])), ...bothSides(present.map((_, place) => place))];
}

function bothSides(left: readonly number[]): Cut[] {
  return [
    { left, missingLeft: true },
    { left, missingLeft: false },
  ];
}

function gainOfBest({ criterion, minRowsLeaf }: SearchCase, goal: FitGoal, groups: Groups, cuts: Cut[]): number {
  let best = 0;
  for (const { left, missingLeft } of cuts) {
    const sides: number[][] = [[], []];
    groups.present.forEach((rows, place) => {
      sides[left.includes(place) ? 0 : 1].push(...rows);
    });
    sides[missingLeft ? 0 : 1].push(...groups.missing);
    if (Math.min(sides[0].length, sides[1].length) < minRowsLeaf) continue;
    const children = sides.map((rows) => statsOf(goal, Uint32Array.from(rows)));
    best = Math.max(best, gainOf(criterion, children));
  }
  return best;
}
