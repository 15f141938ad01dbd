import type { Column, FitGoal } from "@cambium/core";
import { gainOfParts } from "../data/gain-of-parts.ts";
import type { SearchCase } from "../data/search-case.ts";

/**
 * The best gain by trying everything: all thresholds, all partitions of the categories, each with the missing values on
 * either side. With `ofNumbers` only the thresholds.
 */
export function bestGain(plan: SearchCase, goal: FitGoal, rows: Uint32Array, ofNumbers = false): number {
  const gains = plan.dataset.columns.map((column) => {
    if (ofNumbers && column.kind !== "numeric") return 0;
    const groups = groupRows(column, rows);
    return gainOfBest(plan, goal, groups, column.kind === "numeric" ? prefixes(groups) : subsets(groups));
  });
  return Math.max(0, ...gains);
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
    const parts = sides.map((rows) => Uint32Array.from(rows));
    best = Math.max(best, gainOfParts(criterion, goal, parts));
  }
  return best;
}
