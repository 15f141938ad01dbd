import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { Dataset } from "../../src/dataset/dataset.ts";
import {
  adaBoost,
  type BoostingOptions,
  bagging,
  boosting,
  type CartOptions,
  cart,
  encodeTable,
  extraTrees,
  type Learner,
  NodeKind,
  randomForest,
  routeRow,
  type Tree,
} from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { fitArguments, type SmallTable, smallTables, type TargetKind } from "../support/random-tables.ts";

/** All but the thresholds, which lie between the values of the whole table here, and between those of the node there. */
const withoutThresholds = ({ threshold: _, ...rest }: Tree) => rest;

/** Rows without any weight decide nothing in compiled loops: not even where values are missing, or what categories are there. */
function allOfWeight(table: SmallTable): SmallTable {
  return { ...table, weights: table.weights?.map((weight) => weight + 1) ?? null };
}

describe("histogramSplitter with a bin for each value", () => {
  const kinds: TargetKind[] = ["numbers", "twoClasses", "threeClasses"];
  const forms: [string, CartOptions][] = [
    ["down to single rows", {}],
    ["with limits", { maxDepth: 3, minRowsLeaf: 2, minChildWeight: 2, minGain: 0.01 }],
    ["by leaf", { maxLeaves: 4 }],
    ["one category against the rest", { categorical: "oneVsRest", minRowsLeaf: 2 }],
  ];

  it.each(kinds.flatMap((kind) => forms.map(([name, options]) => [kind, name, options] as const)))(
    "grows the trees of the exact one: the same rows on each side, gains and leaves (%s, %s)",
    async (kind, _name, options) => {
      await fc.assert(
        fc.asyncProperty(smallTables(kind), async (table) => {
          const given = fitArguments(kind === "numbers" ? allOfWeight(table) : table);
          const exact = await cart(options).fit(...given);
          const binned = await cart({ ...options, splitter: "histogram" }).fit(...given);
          expect(withoutThresholds(binned.ensemble.trees[0])).toEqual(withoutThresholds(exact.ensemble.trees[0]));
          expect(binned.predict(table.columns)).toEqual(exact.predict(table.columns));
        }),
        { numRuns: 60 },
      );
    },
  );

  const inLoops = forms.flatMap(([name, options]) => kinds.map((kind) => [kind, name, options] as const));
  it.each(inLoops)(
    "does so in compiled loops, where all columns are numeric (%s, %s)",
    async (kind, _name, options) => {
      await fc.assert(
        fc.asyncProperty(smallTables(kind, { weighted: true, rows: 40 }), async (given) => {
          const [table, settings] = fitArguments(allOfWeight(given));
          const run = { ...settings, features: ["n", "m"] };
          const exact = await cart(options).fit(table, run);
          const binned = await cart({ ...options, splitter: "histogram" }).fit(table, run);
          expect(withoutThresholds(binned.ensemble.trees[0])).toEqual(withoutThresholds(exact.ensemble.trees[0]));
          expect(binned.predict(table)).toEqual(exact.predict(table));
        }),
        { numRuns: 80 },
      );
    },
  );

  it.each(["partition", "oneVsRest"] as const)(
    "parts categories as the exact one does, also more than a byte counts (%s)",
    async (categorical) => {
      const rows = [...Array(1200).keys()];
      const c = rows.map((row) => (row % 17 === 0 ? null : `c${(row * row) % 331}`));
      const table = {
        c,
        d: rows.map((row) => "xyz"[row % 3]),
        n: rows.map((row) => row % 5),
        y: rows.map((row) => (row * 7919) % 101),
      };
      for (const options of [{ maxDepth: 4 }, { maxLeaves: 12, minRowsLeaf: 20 }]) {
        const exact = await cart({ ...options, categorical }).fit(table, { target: "y" });
        const binned = await cart({ ...options, categorical, splitter: "histogram" }).fit(table, { target: "y" });
        expect(withoutThresholds(binned.ensemble.trees[0])).toEqual(withoutThresholds(exact.ensemble.trees[0]));
        expect(binned.ensemble.trees[0].nodeCount).toBeGreaterThan(10);
      }
    },
  );

  it("counts the rows of every node right, also those without any weight", async () => {
    await fc.assert(
      fc.asyncProperty(smallTables("numbers", { weighted: true, rows: 40 }), async (given) => {
        const [table, settings] = fitArguments(given);
        for (const minRowsLeaf of [1, 3]) {
          const learner = cart({ splitter: "histogram", minRowsLeaf });
          const model = await learner.fit(table, { ...settings, features: ["n", "m"] });
          const [tree] = model.ensemble.trees;
          const counted = new Uint32Array(tree.nodeCount);
          const rows = encodeTable(model, given.columns);
          for (let row = 0; row < given.target.length; row++) {
            for (let node = 0; node >= 0; node = routeRow(tree, rows, row, node)) counted[node]++;
          }
          expect(tree.rowCount).toEqual(counted);
          expect(Math.min(...counted)).toBeGreaterThanOrEqual(Math.min(minRowsLeaf, given.target.length));
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each<[string, (options: CartOptions) => Learner]>([
    ["bagging", (options) => bagging(cart(options), { trees: 4, columnSample: { tree: 0.7 } })],
    ["randomForest", (options) => randomForest({ ...options, trees: 4, columnSample: { node: 0.5 } })],
    ["adaBoost", (options) => adaBoost(cart({ maxDepth: 2, ...options }), { rounds: 4 })],
  ])("grows the same trees in %s as the exact one", async (_name, learnerOf) => {
    await fc.assert(
      fc.asyncProperty(smallTables("threeClasses"), fc.boolean(), async (small, hasCategories) => {
        const [table, settings] = fitArguments(allOfWeight(small));
        // Without categories they grow in compiled loops.
        const run = hasCategories ? settings : { ...settings, features: ["n", "m"] };
        const exact = await learnerOf({}).fit(table, run);
        const binned = await learnerOf({ splitter: "histogram" }).fit(table, run);
        expect(binned.ensemble.trees.map(withoutThresholds)).toEqual(exact.ensemble.trees.map(withoutThresholds));
      }),
      { numRuns: 60 },
    );
  });

  it("keeps to the columns that a tree may use", async () => {
    const n = Array.from({ length: 200 }, (_, row) => row);
    const table = { n, m: n.map((value) => -value), o: n.map((value) => (value * 7) % 200), y: n };
    const learner = bagging(cart({ splitter: "histogram" }), { trees: 8, columnSample: { tree: 1 / 3 } });
    const { ensemble } = await learner.fit(table, { target: "y" });
    const used = ensemble.trees.map(({ feature }) => new Set(feature.filter((each) => each >= 0)));
    expect(used.map(({ size }) => size)).toEqual(used.map(() => 1));
    expect(new Set(used.flatMap((features) => [...features])).size).toBeGreaterThan(1);
  });

  it("boosts as the exact one does", async () => {
    await fc.assert(
      fc.asyncProperty(smallTables("numbers", { weighted: true, rows: 30 }), async (given) => {
        const table = allOfWeight(given);
        const options = { rounds: 5, maxDepth: 3 };
        const exact = await boosting(options).fit(...fitArguments(table));
        const binned = await boosting({ ...options, splitter: "histogram", gradientBits: "wide" }).fit(
          ...fitArguments(table),
        );
        expect(binned.predict(table.columns)).toEqual(exact.predict(table.columns));
      }),
      { numRuns: 40 },
    );
  });
});

describe('splitter: "histogram"', () => {
  const table = { n: [1, 2, 3, 4], y: [1, 2, 2, 5] };

  it.each<[Learner, string]>([
    [cart({ splitter: "exact", maxBins: 8 }), 'cart: maxBins has no effect with splitter: "exact"'],
    [cart({ splitter: "histogram", missing: "surrogate" }), "looks for surrogates between all values"],
    [
      cart({ splitter: "histogram", criterion: "absoluteError" }),
      'splitter "histogram" has no use beside the criterion',
    ],
    [extraTrees({ splitter: "histogram" }), "extraTrees: thresholds are drawn between all values"],
    [boosting({ splitter: "exact", maxBins: 8 }), 'boosting: maxBins has no effect with splitter: "exact"'],
    [boosting({ splitter: "exact", gradientBits: 16 }), "boosting: gradientBits has no effect"],
  ])("is refused where bins can not tell (%#)", async (learner, sentence) => {
    expect(await failureOf(() => learner.fit(table, { target: "y" }))).toContain(sentence);
  });

  it.each<[string, BoostingOptions]>([
    ["by depth", { maxDepth: 6 }],
    ["by leaf", { maxLeaves: 40, maxDepth: 12 }],
    ["by depth, with counted rows", { maxDepth: 6, minRowsLeaf: 3 }],
    ["by leaf, with counted rows", { maxLeaves: 40, maxDepth: 12, minRowsLeaf: 3 }],
  ])("grows the same trees where there is no room for the histograms of all nodes (%s)", async (_name, options) => {
    const random = randomNumbers(12);
    const n = Array.from({ length: 600 }, random);
    const c = n.map(() => (random() < 0.1 ? null : "pqrstuvwxyz"[Math.floor(11 * random())]));
    const y = n.map((value, row) => Math.sin(9 * value) + (c[row] ?? "o").charCodeAt(0) ** 0.5 * random());
    const constant = Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [`z${i}`, y.map(() => i)]));
    const learner = boosting({
      splitter: "histogram",
      rounds: 2,
      minChildWeight: 1,
      columnSample: { node: 1 },
      ...options,
    });
    const { trees } = (await learner.fit({ n, c, y }, { target: "y" })).ensemble;
    expect((await learner.fit({ n, c, y, ...constant }, { target: "y" })).ensemble.trees).toEqual(trees);
    expect(trees[0].kind).toContain(NodeKind.Categories);
  });

  it("keeps to the bins that it may have, of one byte or of two", async () => {
    const n = Array.from({ length: 600 }, (_, row) => (row * 263) % 600);
    const y = n.map((value) => value * value);
    for (const maxBins of [2, 16, 255, 256, 600]) {
      const { ensemble } = await cart({ splitter: "histogram", maxBins }).fit({ n, y }, { target: "y" });
      const thresholds = new Set(ensemble.trees[0].threshold.filter((threshold) => !Number.isNaN(threshold)));
      expect(thresholds.size).toBe(maxBins - 1);
    }
  });
});

describe("a table that no memory can hold", () => {
  /** The columns are one, 40,000 times, so that the test needs little of it. */
  function hugeDataset(labels: readonly string[]): Dataset {
    const values = Float32Array.from({ length: 60_000 }, (_, row) => row % 7);
    const columns = Array.from({ length: 40_000 }, (_, k) => ({ kind: "numeric" as const, name: `x${k}`, values }));
    const numbers = { task: "regression" as const, name: "y", values: Float64Array.from(values), weights: null };
    const codes = Int32Array.from(values, (value) => value % labels.length);
    const classes = { task: "classification" as const, name: "y", codes, classes: labels, weights: null };
    const target = labels.length === 0 ? numbers : classes;
    const others = { report: [], warnings: [], rowKeys: null, weightColumn: null, offset: null, binned: new Map() };
    return new Dataset({ columns, target, ...others });
  }

  it.each<[string, Learner, readonly string[], number]>([
    // A byte for each value, twice.
    ["boosting", boosting({ splitter: "histogram" }), [], 2],
    ["boosting of classes", boosting({ splitter: "histogram" }), ["a", "b"], 2],
    ["exact boosting", boosting({ splitter: "exact" }), [], 8],
  ])("is refused with the bytes before a column is cut or sorted (%s)", async (_name, learner, labels, least) => {
    const dataset = hugeDataset(labels);
    const work = [vi.spyOn(dataset, "binned"), vi.spyOn(dataset, "sorted")];
    const said = await failureOf(() => learner.fit(dataset));
    expect(said).toMatch(
      /^too-large \| cambium: a run's memory: expected at most 4294967296 bytes \(4 GiB\), got \d+ bytes; use fewer rows or columns$/,
    );
    expect(Number(/got (\d+)/.exec(said)?.[1])).toBeGreaterThan(least * 60_000 * 40_000);
    for (const spied of work) expect(spied).not.toHaveBeenCalled();
  });
});
