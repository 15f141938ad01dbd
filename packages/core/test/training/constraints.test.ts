import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BoostingOptions, boosting, type RegressionModel, type Tree } from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";
import { fitArguments, type SmallTable, smallTables } from "../support/random-tables.ts";

const withoutThresholds = ({ ensemble }: RegressionModel) =>
  ensemble.trees.map(({ threshold: _, ...rest }: Tree) => rest);
const asRegression = (options: BoostingOptions) => boosting(options as BoostingOptions<"regression">);

describe("l1, l2 and maxDeltaStep", () => {
  // XGBoost's tests/python/test_updaters.py, test_tree_regularization: one row with x = 1, y = 1, base_score 0.5, eta 1.
  it.each([
    [{ l1: 0.1, l2: 0 }, 0.9],
    [{ l1: 0, l2: 1 }, 0.75],
    [{ l1: 0.1, l2: 1 }, 0.7],
    [{ l2: 0, maxDeltaStep: 0.2 }, 0.7],
  ])("give the leaf that XGBoost gives: %o", async (options, expected) => {
    for (const splitter of ["exact", "histogram"] as const) {
      const learner = asRegression({ rounds: 1, learningRate: 1, baseScore: 0.5, splitter, ...options });
      const model = await learner.fit({ x: [1], y: [1] }, { target: "y" });
      expect(model.predict({ x: [1] })[0]).toBeCloseTo(expected, 12);
    }
  });

  it("leave nothing to cut where l1 is larger than all gradients together", async () => {
    const table = { x: [1, 2, 3, 4], y: [1, 2, 5, 9] };
    for (const splitter of ["exact", "histogram"] as const) {
      const model = await asRegression({ rounds: 3, l1: 100, splitter }).fit(table, { target: "y" });
      expect(model.ensemble.trees.map(({ nodeCount }) => nodeCount)).toEqual([1, 1, 1]);
      expect(model.predict(table)[0]).toBe(4.25);
    }
  });
});

const anyRules = fc.record({
  l1: fc.constantFrom(0, 0.5, 3),
  l2: fc.constantFrom(0, 1),
  maxDeltaStep: fc.constantFrom(0.5, 2, 1e9),
  monotone: fc.constantFrom<NonNullable<BoostingOptions["monotone"]>>({}, { n: 1 }, { n: -1, m: 1 }),
  gainFactors: fc.constantFrom<NonNullable<BoostingOptions["gainFactors"]>>({}, { m: 0.5 }, { n: 0 }),
  categorical: fc.constantFrom("partition" as const, "oneVsRest" as const, { smoothing: 2 }, { mostCategories: 1 }),
  maxLeaves: fc.constantFrom(3, 100),
  maxDepth: fc.constantFrom(2, 100),
});

describe("constraints", () => {
  it.each([
    ["in compiled loops over bins", ["n", "m"]],
    ["where there are categories", ["n", "m", "c"]],
  ])("give the same trees between bins as between values (%s)", async (_name, features) => {
    await fc.assert(
      fc.asyncProperty(smallTables("numbers", { weighted: false, rows: 30 }), anyRules, async (given, rules) => {
        const [table, settings] = fitArguments(given);
        const run = { ...settings, features };
        const exact = await asRegression({ rounds: 4, ...rules }).fit(table, run);
        const binned = await asRegression({ rounds: 4, ...rules, splitter: "histogram", gradientBits: "wide" }).fit(
          table,
          run,
        );
        expect(withoutThresholds(binned)).toEqual(withoutThresholds(exact));
      }),
      { numRuns: 100 },
    );
  });

  it("that hold nothing back change no bit", async () => {
    await fc.assert(
      fc.asyncProperty(smallTables("numbers", { weighted: true, rows: 30 }), async (given) => {
        for (const splitter of ["exact", "histogram"] as const) {
          const options = { rounds: 4, splitter, maxLeaves: 100 } as const;
          const free = await asRegression(options).fit(...fitArguments(given));
          const held = await asRegression({ ...options, maxDeltaStep: 1e9, l1: 0 }).fit(...fitArguments(given));
          expect(held.ensemble).toEqual(free.ensemble);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("of order hold for every row, however deep the trees, in whatever order they grow, and when they are cut back", async () => {
    await fc.assert(
      fc.asyncProperty(smallTables("numbers", { weighted: true, rows: 60 }), anyRules, async (given, rules) => {
        for (const splitter of ["exact", "histogram"] as const) {
          for (const prune of [[], [{ stage: "after-growth", name: "half", ...everyOther }] as const]) {
            const options = {
              ...rules,
              rounds: 5,
              learningRate: 0.7,
              splitter,
              prune,
              monotone: { n: 1, m: -1 } as const,
            };
            const model = await asRegression(options).fit(...fitArguments(given));
            expectOrder(model, given, "n", 1);
            expectOrder(model, given, "m", -1);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it("of order cost nothing where the best trees keep to it", async () => {
    const n = Array.from({ length: 200 }, (_, row) => (row * 37) % 200);
    const table = { n, y: n.map((value) => Math.floor(value / 10) ** 2) };
    for (const splitter of ["exact", "histogram"] as const) {
      const free = await asRegression({ rounds: 5, splitter }).fit(table, { target: "y" });
      const held = await asRegression({ rounds: 5, splitter, monotone: { n: 1 } }).fit(table, { target: "y" });
      expect(held.ensemble.trees[0]).toEqual(free.ensemble.trees[0]);
    }
  });

  it("multiply gains, and keep a column out whose factor is 0", async () => {
    const n = Array.from({ length: 40 }, (_, row) => row);
    const table = { n, m: n.map((value) => value + (value % 7)), y: n };
    for (const splitter of ["exact", "histogram"] as const) {
      const options = { rounds: 1, maxDepth: 1, splitter, monotone: {} } as const;
      const free = await asRegression(options).fit(table, { target: "y" });
      const half = await asRegression({ ...options, gainFactors: { n: 0.75, m: 0.5 } }).fit(table, { target: "y" });
      const without = await asRegression({ ...options, gainFactors: { n: 0 } }).fit(table, { target: "y" });
      expect(half.ensemble.trees[0].gain[0]).toBe(0.75 * free.ensemble.trees[0].gain[0]);
      expect([free, half, without].map(({ ensemble }) => ensemble.trees[0].feature[0])).toEqual([0, 0, 1]);
    }
  });

  it("keep four of many categories on one side at most, and smooth them by 10, unless told", async () => {
    const codes = Array.from({ length: 400 }, (_, row) => (row * 7) % 40);
    const table = { c: codes.map((code) => `c${code}`), y: codes.map((code, row) => code + ((row * 31) % 17)) };
    for (const splitter of ["exact", "histogram"] as const) {
      const [unlessTold, told, free] = await Promise.all(
        [{}, { categorical: { smoothing: 10, mostCategories: 4 } }, { categorical: "partition" as const }].map(
          (options) => asRegression({ rounds: 3, splitter, ...options }).fit(table, { target: "y" }),
        ),
      );
      expect(unlessTold.ensemble).toEqual(told.ensemble);
      expect(fewestAtRoot(unlessTold)).toBe(4);
      expect(fewestAtRoot(free)).toBeGreaterThan(4);
    }
  });

  it.each<[BoostingOptions, string]>([
    [
      { monotone: { nn: 1 } },
      'boosting: monotone names "nn", which is no feature; did you mean "n"? there are "n", "c"',
    ],
    [{ monotone: { c: 1 } }, 'boosting: monotone names "c", which has categories'],
    [{ gainFactors: { toString: 2 } as never }, 'boosting: gainFactors names "toString", which is no feature'],
  ])("name columns that are there: %o", async (options, message) => {
    const table = { n: [1, 2], c: ["a", "b"], y: [1, 2] };
    const failure = await failureOf(() => boosting(options).fit(table, { target: "y" }));
    expect(failure).toContain(`bad-option | cambium: ${message}`);
  });

  it("are refused as values that are none", () => {
    expect(() => boosting({ monotone: { n: 2 } as never })).toThrow("monotone expects 1 or -1 by the name of a column");
    expect(() => boosting({ gainFactors: { n: -1 } })).toThrow("gainFactors expects a number from 0 to 2^60");
    expect(() => boosting({ categorical: { smooth: 1 } as never })).toThrow('categorical expects "partition"');
    expect(() => boosting({ reg_alpha: 1 } as never)).toThrow("it is called l1 here");
    expect(() => boosting({ maxDeltaStep: 0 })).toThrow("maxDeltaStep expects a number above 0");
  });
});

/** A pruning that makes leaves of half of the nodes: what stood inside a tree then has to keep to the order too. */
const everyOther = {
  needs: { kind: "nothing" },
  prune: (tree: Tree) => ({ collapse: Uint8Array.from({ length: tree.nodeCount }, (_, node) => node % 2), path: [] }),
} as const;

/** Of 40 categories, how many are on that side of the first cut that has fewer. */
function fewestAtRoot({ ensemble }: RegressionModel): number {
  const { categories } = ensemble.trees[0];
  const left = Array.from({ length: 40 }, (_, code) => (categories[code >>> 5] >>> (code & 31)) & 1);
  const count = left.reduce((sum, bit) => sum + bit, 0);
  return Math.min(count, 40 - count);
}

/** Moves every row along the column, and looks at what is predicted. */
function expectOrder(model: RegressionModel, { columns, target }: SmallTable, name: string, direction: number): void {
  const values = [-1, 0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6];
  for (let row = 0; row < target.length; row++) {
    const moved = Object.fromEntries(Object.entries(columns).map(([key, all]) => [key, values.map(() => all[row])]));
    const predicted = model.predict({ ...moved, [name]: values });
    for (let i = 1; i < values.length; i++) {
      expect(direction * (predicted[i] - predicted[i - 1])).toBeGreaterThanOrEqual(0);
    }
  }
}
