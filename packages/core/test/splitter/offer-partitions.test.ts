import { createPacer } from "@cambium/kernels";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type CategoricalColumn,
  type Criterion,
  classGoal,
  createDataset,
  exactSplitter,
  gini,
  type Split,
} from "../../src/index.ts";
import { MOST_TRIED } from "../../src/splitter/offer-partitions.ts";
import { allRows } from "../../src/util/ranges.ts";

/** Rows of one category and one class each. */
type Counts = readonly (readonly number[])[];

/** How many rows each category has of each class. */
const counts = (categories: { min: number; max: number }, classes: { min: number; max: number }, most: number) =>
  fc.integer(classes).chain((k) =>
    fc.array(
      fc
        .array(fc.integer({ min: 0, max: most }), { minLength: k, maxLength: k })
        .filter((row) => row.some((count) => count > 0)),
      { minLength: categories.min, maxLength: categories.max },
    ),
  );

function tableOf(table: Counts) {
  const letter: string[] = [];
  const y: string[] = [];
  table.forEach((row, category) => {
    row.forEach((count, label) => {
      for (let i = 0; i < count; i++) {
        letter.push(`c${String(category).padStart(3, "0")}`);
        y.push(`y${String(label).padStart(3, "0")}`);
      }
    });
  });
  return { letter, y };
}

async function rootSplit(table: Counts, criterion: Criterion): Promise<Split | null> {
  const dataset = await createDataset(tableOf(table), { target: "y" });
  const rows = allRows(dataset.rowCount);
  if (dataset.target.task !== "classification") throw new TypeError("unreachable");
  const goal = classGoal(dataset.target, rows);
  const search = await exactSplitter().begin({ dataset, criterion, minRowsLeaf: 1, pacer: createPacer() });
  try {
    return (await search.findBest([await search.root(goal, rows)]))[0];
  } finally {
    search.end();
  }
}

/** The gain of each partition, by the bits of the categories on the left; the last category stands on the right. */
function everyGain(table: Counts, criterion: Criterion): number[] {
  const classes = table[0].map((_, k) => table.reduce((sum, row) => sum + row[k], 0));
  const width = classes.length + 1;
  const gains: number[] = [];
  for (let bits = 0; bits < 2 ** (table.length - 1); bits++) {
    const left = classes.map((_, k) => table.reduce((sum, row, place) => sum + ((bits >> place) & 1 ? row[k] : 0), 0));
    const right = classes.map((all, k) => all - left[k]);
    const withTotal = (record: number[]) => [...record, record.reduce((sum, count) => sum + count, 0)];
    const stats = Float64Array.from([classes, left, right].flatMap(withTotal));
    gains.push(criterion.gain(stats, 0, width, 2, width));
  }
  return gains;
}

describe("more than two classes", () => {
  test("find the best of all partitions of up to eight categories, of equals the lowest bits", async () => {
    await fc.assert(
      fc.asyncProperty(counts({ min: 2, max: 8 }, { min: 3, max: 5 }, 3), async (table) => {
        const gains = everyGain(table, gini());
        const most = Math.max(...gains);
        const split = await rootSplit(table, gini());
        expect(split?.gain ?? 0).toBe(most);
        const classesPresent = table[0].filter((_, k) => table.some((row) => row[k] > 0)).length;
        if (split === null || classesPresent < 3) return;
        const bits = split.categories[0];
        expect(bits).toBe(gains.indexOf(most));
      }),
      { numRuns: 300 },
    );
  });

  test("with more categories than are tried in full get nearly all of the best gain, where one against the rest gets half", async () => {
    const ratios = { axis: [] as number[], oneVsRest: [] as number[] };
    await fc.assert(
      fc.asyncProperty(counts({ min: MOST_TRIED + 1, max: MOST_TRIED + 2 }, { min: 3, max: 6 }, 6), async (table) => {
        const gains = everyGain(table, gini());
        const most = Math.max(...gains);
        const split = await rootSplit(table, gini());
        ratios.axis.push((split?.gain ?? 0) / most);
        ratios.oneVsRest.push(Math.max(...table.map((_, place) => gains[2 ** place] ?? 0)) / most);
      }),
      { numRuns: 60, seed: 1 },
    );
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(mean(ratios.axis)).toBeGreaterThan(0.99);
    expect(Math.min(...ratios.axis)).toBeGreaterThan(0.8);
    expect(mean(ratios.oneVsRest)).toBeLessThan(0.7);
  });

  test("of a thousand categories without noise part those that differ", async () => {
    const table = Array.from({ length: 1000 }, (_, place) => (place % 3 === 0 ? [3, 1, 0] : [0, 1, 3]));
    const split = await rootSplit(table, gini());
    const { categories } = (await createDataset(tableOf(table), { target: "y" })).columns[0] as CategoricalColumn;
    const isLeft = categories.map((_, code) => ((split as Split).categories[code >>> 5] >>> (code & 31)) & 1);
    expect(new Set(isLeft.filter((_, code) => code % 3 === 0)).size).toBe(1);
    expect(new Set(isLeft.filter((_, code) => code % 3 !== 0)).size).toBe(1);
    expect(isLeft[0]).not.toBe(isLeft[1]);
  });
});
