import { createPacer } from "@cambium/kernels";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import {
  type CartOptions,
  type CriterionName,
  cart,
  createDataset,
  encodeTable,
  exactSplitter,
  isLeaf,
  newton,
  routeRow,
  rowsOfColumns,
} from "../../src/index.ts";
import { allRows } from "../../src/util/ranges.ts";
import { type ClassImpurity, everySplit } from "../support/best-splits.ts";
import { failureOf } from "../support/failure-of.ts";
import { fitArguments, type SmallTable, smallTables, type TargetKind } from "../support/random-tables.ts";

/** The root's split of a tree of depth one: its gain on the textbook's scale, and the rows that go left. */
async function rootSplit(table: SmallTable, minRowsLeaf: number, options: CartOptions = {}) {
  const model = await cart({ maxDepth: 1, minRowsLeaf, ...options }).fit(...fitArguments(table));
  const [tree] = model.ensemble.trees;
  if (isLeaf(tree, 0)) return null;
  const rows = encodeTable(model, table.columns as Record<string, ArrayLike<unknown>>);
  const isLeft = table.target.map((_, row) => routeRow(tree, rows, row, 0) === tree.firstChild[0]);
  return { feature: tree.feature[0], isLeft, gain: tree.gain[0] * tree.cover[0], rowCounts: tree.rowCount };
}

const same = (a: readonly boolean[], b: readonly boolean[]) => a.every((side, row) => side === b[row]);

describe("exactSplitter", () => {
  const kinds: TargetKind[] = ["numbers", "twoClasses", "threeClasses"];

  it.each(kinds)("finds the best of all splits for %s, among rows with weights and missing values", async (kind) => {
    await fc.assert(
      fc.asyncProperty(smallTables(kind), async (table) => {
        const all = everySplit(table, 1, false);
        const best = Math.max(0, ...all.map(({ gain }) => gain));
        const found = await rootSplit(table, 1);
        if (found === null) {
          expect(best).toBeLessThan(1e-9);
          return;
        }
        expect(found.gain).toBeCloseTo(best, 9);
        const equals = all.filter(({ gain }) => gain > best - 1e-9);
        expect(
          equals.some(({ feature, isLeft }) => feature === found.feature && same(isLeft, found.isLeft)) ||
            equals.some(
              ({ feature, isLeft }) =>
                feature === found.feature &&
                same(
                  isLeft,
                  found.isLeft.map((x) => !x),
                ),
            ),
        ).toBe(true);
        expect(found.rowCounts[1]).toBe(found.isLeft.filter(Boolean).length);
      }),
      { numRuns: 150 },
    );
  });

  const impurities: [CriterionName, ClassImpurity][] = [
    [
      "entropy",
      (weights) => {
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        return weights.reduce((sum, weight) => sum - (weight > 0 ? weight * Math.log2(weight / total) : 0), 0);
      },
    ],
    ["misclassification", (weights) => weights.reduce((sum, weight) => sum + weight, 0) - Math.max(...weights)],
  ];

  it.each(impurities)(
    "finds the best of all splits by %s, for two classes and for three",
    async (criterion, impurity) => {
      for (const kind of ["twoClasses", "threeClasses"] as const) {
        await fc.assert(
          fc.asyncProperty(smallTables(kind), async (table) => {
            const best = Math.max(0, ...everySplit(table, 1, false, impurity).map(({ gain }) => gain));
            const found = await rootSplit(table, 1, { criterion });
            expect(found?.gain ?? 0).toBeCloseTo(best, 9);
          }),
          { numRuns: 100 },
        );
      }
    },
  );

  it.each(kinds)("finds the best of each category against the rest for %s, where that is asked for", async (kind) => {
    await fc.assert(
      fc.asyncProperty(smallTables(kind), async (table) => {
        const best = Math.max(0, ...everySplit(table, 1, true).map(({ gain }) => gain));
        const found = await rootSplit(table, 1, { categorical: "oneVsRest" });
        expect(found?.gain ?? 0).toBeCloseTo(best, 9);
      }),
      { numRuns: 100 },
    );
  });

  it.each([2, 3])(
    "leaves at least %i rows on each side, and still finds the best numeric split",
    async (minRowsLeaf) => {
      await fc.assert(
        fc.asyncProperty(smallTables("numbers"), async ({ columns: { n, m }, target, weights }) => {
          const table = { columns: { n, m }, target, weights };
          const best = Math.max(0, ...everySplit(table, minRowsLeaf, false).map(({ gain }) => gain));
          const found = await rootSplit(table, minRowsLeaf);
          expect(found?.gain ?? 0).toBeCloseTo(best, 9);
        }),
        { numRuns: 100 },
      );
    },
  );

  it("leaves at least a given weight on each side, and still finds the best numeric split", async () => {
    await fc.assert(
      fc.asyncProperty(
        smallTables("numbers", { weighted: true, rows: 12 }),
        fc.constantFrom(1, 2.5),
        async ({ columns: { n, m }, target, weights }, least) => {
          const table = { columns: { n, m }, target, weights };
          const weigh = (isLeft: readonly boolean[], side: boolean) =>
            isLeft.reduce((sum, left, row) => sum + (left === side ? (weights?.[row] ?? 1) : 0), 0);
          const allowed = everySplit(table, 1, false).filter(
            ({ isLeft }) => Math.min(weigh(isLeft, true), weigh(isLeft, false)) >= least - 1e-9,
          );
          const found = await rootSplit(table, 1, { minChildWeight: least });
          expect(found?.gain ?? 0).toBeCloseTo(Math.max(0, ...allowed.map(({ gain }) => gain)), 9);
        },
      ),
      { numRuns: 100 },
    );
  });

  it("takes the lowest feature, then the lowest threshold, then missing values on the left, where gains are equal", async () => {
    const twins = { columns: { a: [1, 2, 3, 4], b: [1, 2, 3, 4] }, target: [0, 0, 1, 1], weights: null };
    expect(await rootSplit(twins, 1)).toMatchObject({ feature: 0 });
    const symmetric = { columns: { a: [1, 2, 3] }, target: [0, 1, 0], weights: null };
    expect(await rootSplit(symmetric, 1)).toMatchObject({ isLeft: [true, false, false] });
    const missing = { columns: { a: [1, null, 3] }, target: ["p", "q", "r"], weights: null };
    expect(await rootSplit(missing, 1)).toMatchObject({ isLeft: [true, true, false] });
  });

  it("cuts halfway between two values, and never above the lower one where there is no room", async () => {
    const threshold = async (low: number, high: number) => {
      const model = await cart().fit({ x: Float64Array.of(low, high), y: [0, 1] }, { target: "y" });
      expect([...model.predict({ x: Float64Array.of(low, high) })]).toEqual([0, 1]);
      return model.ensemble.trees[0].threshold[0];
    };
    expect(await threshold(1, 4)).toBe(2.5);
    expect(await threshold(1, 1 + Number.EPSILON)).toBe(1);
    expect(await threshold(-Number.MAX_VALUE, Number.MAX_VALUE)).toBe(0);
    expect(await threshold(1e308, 1.5e308)).toBe(1.25e308);
    expect(await threshold(-5e-324, 5e-324)).toBe(-0 + 0);
    expect(await threshold(0, 5e-324)).toBe(0);
    expect(await threshold(Number.NEGATIVE_INFINITY, 0)).toBe(Number.NEGATIVE_INFINITY);
    expect(await threshold(0, Number.POSITIVE_INFINITY)).toBe(0);
    expect(await threshold(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)).toBe(Number.NEGATIVE_INFINITY);
  });

  it("parts present from missing values by an infinite threshold", async () => {
    const model = await cart().fit({ x: [1, 2, null], y: [0, 0, 9] }, { target: "y" });
    expect(model.ensemble.trees[0].threshold[0]).toBe(Number.POSITIVE_INFINITY);
    expect([...model.predict({ x: [7, Number.POSITIVE_INFINITY, null] })]).toEqual([0, 0, 9]);
  });

  it("sends what a split never saw to its heavier child: missing values, and categories absent from the node", async () => {
    const numeric = await cart().fit({ x: [1, 2, 2], y: [0, 5, 5] }, { target: "y" });
    expect(numeric.predictOne({ x: null })).toBe(5);
    const weighted = await cart().fit({ x: [1, 2, 2], y: [0, 5, 5] }, { target: "y", weight: [3, 1, 1] });
    expect(weighted.predictOne({ x: null })).toBe(0);
    const even = await cart().fit({ x: ["p", "q"], y: [0, 5] }, { target: "y" });
    const [tree] = even.ensemble.trees;
    expect(even.predictOne({ x: "never seen" })).toBe(tree.value[tree.firstChild[0]]);
    const table = { first: [0, 0, 0, 1], second: ["p", "q", "q", "r"], y: [0, 5, 5, 100] };
    const deep = await cart().fit(table, { target: "y" });
    expect(deep.predictOne({ first: 0, second: "r" })).toBe(5);
  });

  it("says so before it sorts a column", async () => {
    const target = { task: "regression", name: "y", values: { length: 2 ** 30 }, weights: null } as never;
    const sorted = vi.fn();
    const dataset = { rowCount: 2 ** 30, columns: [{ kind: "numeric", name: "x" }], target, sorted } as never;
    // By a criterion that the kernels do not know trees grow in steps, in columns that are sorted before.
    const criterion = { ...newton({ l2: 0 }), gain: () => 0 };
    const plan = { dataset, criterion, minRowsLeaf: 1, pacer: createPacer() };
    expect(await failureOf(() => exactSplitter().begin(plan))).toContain("too-large");
    expect(sorted).not.toHaveBeenCalled();
  });

  it("says the bytes that are lacking where a run needs more than 4 GiB", async () => {
    const target = { task: "regression", name: "y", values: { length: 2 ** 30 }, weights: null } as never;
    const dataset = { rowCount: 2 ** 30, columns: [], target, report: [] } as never;
    const plan = { dataset, criterion: newton({ l2: 0 }), minRowsLeaf: 1, pacer: createPacer() };
    expect(await failureOf(() => exactSplitter().begin(plan))).toMatch(
      /^too-large \| cambium: a run's memory: expected at most 4294967296 bytes \(4 GiB\), got 9\d{9} bytes; use fewer rows or columns$/,
    );
  });
});

describe("the steps of the exact splitter", () => {
  it("gives the partition that its splits describe", async () => {
    await fc.assert(
      fc.asyncProperty(smallTables("numbers", { weighted: true, rows: 40 }), async (table) => {
        const dataset = await createDataset(...fitArguments(table));
        const model = await cart().fit(dataset);
        const [tree] = model.ensemble.trees;
        const rows = rowsOfColumns(dataset.rowCount, dataset.columns);
        const counts = new Uint32Array(tree.nodeCount);
        for (const row of allRows(dataset.rowCount)) {
          for (let node = 0; node >= 0; node = routeRow(tree, rows, row, node)) counts[node]++;
        }
        expect(counts).toEqual(tree.rowCount);
      }),
      { numRuns: 60 },
    );
  });
});
