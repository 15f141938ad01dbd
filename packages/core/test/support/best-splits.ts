import type { SmallTable } from "./random-tables.ts";

/** A way to part the rows in two, and what it gains by the textbook. */
export interface TextbookSplit {
  readonly feature: number;
  readonly isLeft: readonly boolean[];
  readonly gain: number;
}

/** What is left to tell in rows, from the weight of each class. */
export type ClassImpurity = (weights: readonly number[]) => number;

/** Gini's impurity times weight. */
const gini: ClassImpurity = (weights) => {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return total * (1 - weights.reduce((sum, weight) => sum + (weight / total) ** 2, 0));
};

/**
 * Every split of the table that a tree may make, found by trying. `oneAgainstRest` limits the sets of categories. Classes are
 * judged by Gini unless told otherwise, numbers by their squared deviations.
 */
export function everySplit(
  table: SmallTable,
  minRowsLeaf: number,
  oneAgainstRest: boolean,
  impurity: ClassImpurity = gini,
): TextbookSplit[] {
  const weights = table.weights ?? table.target.map(() => 1);
  const rows = [...table.target.keys()];
  return Object.values(table.columns).flatMap((values, feature) =>
    leftSides(values, oneAgainstRest)
      .filter((isLeft) => {
        const left = rows.filter((row) => isLeft[row]);
        const right = rows.filter((row) => !isLeft[row]);
        const weigh = (side: number[]) => side.reduce((sum, row) => sum + weights[row], 0);
        return Math.min(left.length, right.length) >= minRowsLeaf && weigh(left) > 0 && weigh(right) > 0;
      })
      .map((isLeft) => ({ feature, isLeft, gain: textbookGain(table.target, weights, isLeft, impurity) })),
  );
}

/** The sides that a column can part the rows into: by a threshold or a set of categories, missing values on either side. */
function leftSides(values: readonly (number | string | null)[], oneAgainstRest: boolean): boolean[][] {
  const present = [...new Set(values.filter((value) => value !== null))];
  const sets: ReadonlySet<unknown>[] = present.every((value) => typeof value === "number")
    ? present.map((threshold) => new Set(present.filter((value) => value <= threshold)))
    : oneAgainstRest
      ? [...present.map((value) => new Set([value])), new Set(present)]
      : subsets(present);
  return sets.flatMap((set) => [
    values.map((value) => value !== null && set.has(value)),
    values.map((value) => value === null || set.has(value)),
  ]);
}

function subsets<T>(items: readonly T[]): Set<T>[] {
  return Array.from({ length: 2 ** items.length }, (_, bits) => new Set(items.filter((_, i) => (bits >> i) & 1)));
}

/** Weighted impurity of all rows minus that of both sides: of the classes for text, squared deviations for numbers. */
function textbookGain(
  target: readonly (number | string)[],
  weights: readonly number[],
  isLeft: readonly boolean[],
  ofClasses: ClassImpurity,
): number {
  const impurity = (keep: (row: number) => boolean) => {
    const rows = [...target.keys()].filter(keep);
    const weigh = (some: readonly number[]) => some.reduce((sum, row) => sum + weights[row], 0);
    const total = weigh(rows);
    if (total === 0) return 0;
    if (typeof target[0] === "string") {
      return ofClasses([...new Set(target)].map((label) => weigh(rows.filter((row) => target[row] === label))));
    }
    const mean = rows.reduce((sum, row) => sum + weights[row] * Number(target[row]), 0) / total;
    return rows.reduce((sum, row) => sum + weights[row] * (Number(target[row]) - mean) ** 2, 0);
  };
  return impurity(() => true) - impurity((row) => isLeft[row]) - impurity((row) => !isLeft[row]);
}
