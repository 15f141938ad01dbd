import { createPacer } from "@cambium/kernels";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type CategoricalColumn,
  type Criterion,
  cart,
  classGoal,
  createDataset,
  entropy,
  exactSplitter,
  gini,
  misclassification,
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
  test.each([gini(), entropy(), misclassification()])(
    "find by $name the best of all partitions of up to eight categories, of equals the lowest bits",
    async (criterion) => {
      await fc.assert(
        fc.asyncProperty(counts({ min: 2, max: 8 }, { min: 3, max: 5 }, 3), async (table) => {
          const gains = everyGain(table, criterion);
          const most = Math.max(...gains);
          const split = await rootSplit(table, criterion);
          expect(split?.gain ?? 0).toBe(most);
          const classesPresent = table[0].filter((_, k) => table.some((row) => row[k] > 0)).length;
          if (split === null || classesPresent < 3) return;
          const bits = split.categories[0];
          expect(bits).toBe(gains.indexOf(most));
        }),
        { numRuns: 200 },
      );
    },
  );

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

/** Numbers of each category. */
const numbers = fc.array(fc.array(fc.nat(4), { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 8 });

async function gainOnNumbers(
  groups: readonly (readonly number[])[],
  criterion: "poisson" | "absoluteError" | "squaredError",
) {
  const letter = groups.flatMap((values, place) => values.map(() => `c${place}`));
  const y = groups.flat();
  const model = await cart({ criterion, maxDepth: 1 }).fit({ letter, y }, { target: "y" });
  return model.ensemble.trees[0].gain[0];
}

/** What the best partition in two takes away from a loss, by trying them all; of a loss without bounds nothing is left to gain. */
function bestByBruteForce(groups: readonly (readonly number[])[], loss: (values: readonly number[]) => number): number {
  const all = groups.flat();
  let most = 0;
  for (let bits = 1; bits < 2 ** (groups.length - 1); bits++) {
    const left = groups.filter((_, place) => (bits >> place) & 1).flat();
    const right = groups.filter((_, place) => !((bits >> place) & 1)).flat();
    const gain = loss(all) - loss(left) - loss(right);
    if (gain > most) most = gain;
  }
  return most / all.length;
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Up to what all partitions have in common: Σ y·log(y / mean) is -log(mean)·Σ y and a constant. A side on which nothing was counted is none. */
function poissonLoss(values: readonly number[]): number {
  const mean = meanOf(values);
  return mean === 0 ? Number.POSITIVE_INFINITY : -Math.log(mean) * mean * values.length;
}

function squaredLoss(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + (value - meanOf(values)) ** 2, 0);
}

function absoluteLoss(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  return values.reduce((sum, value) => sum + Math.abs(value - median), 0);
}

describe("numbers", () => {
  test("find the best of all partitions of up to eight categories by Poisson deviance and by squares", async () => {
    await fc.assert(
      fc.asyncProperty(numbers, async (groups) => {
        expect(await gainOnNumbers(groups, "squaredError")).toBeCloseTo(bestByBruteForce(groups, squaredLoss), 9);
        // A side without any count is no side, so that a category without any can stand in the way of the order by means.
        const counted = groups.map((values) => [...values, 1]);
        expect(await gainOnNumbers(counted, "poisson")).toBeCloseTo(bestByBruteForce(counted, poissonLoss), 9);
      }),
      { numRuns: 200 },
    );
  });

  test("find by absolute error, with the categories in the order of their medians, no more than the best, and nearly as much", async () => {
    const [found, best] = [[] as number[], [] as number[]];
    await fc.assert(
      fc.asyncProperty(numbers, async (groups) => {
        found.push(await gainOnNumbers(groups, "absoluteError"));
        best.push(bestByBruteForce(groups, absoluteLoss));
        expect(found.at(-1)).toBeLessThan((best.at(-1) as number) + 1e-9);
      }),
      { numRuns: 300, seed: 1 },
    );
    expect(meanOf(found) / meanOf(best)).toBeGreaterThan(0.999);
  });
});

test("65,535 categories and three classes end in a tree of few cuts", async () => {
  const count = 65_535;
  const letter = Array.from({ length: 2 * count }, (_, row) => `c${row % count}`);
  const y = Array.from({ length: 2 * count }, (_, row) => ["a", "b", "c"][((row % count) * 7) % 3]);
  const model = await cart({ maxLeaves: 3 }).fit({ letter, y }, { target: "y" });
  const predicted = model.predict({ letter: letter.slice(0, 3000) });
  expect(predicted).toEqual(y.slice(0, 3000));
});
