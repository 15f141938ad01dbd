import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cart,
  createDataset,
  decisionPath,
  encodeTable,
  hasSurrogates,
  isLeaf,
  loadModel,
  regions,
  routeRow,
} from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";
import { fitArguments, smallTables } from "../support/random-tables.ts";

const surrogate = (options = {}) => cart({ missing: "surrogate", ...options });

describe("surrogates", () => {
  it("give every node the rows that it says it has, and its split the gain on all of them", async () => {
    await fc.assert(
      fc.asyncProperty(smallTables("threeClasses", { weighted: true, rows: 40 }), async (small) => {
        const [table, options] = fitArguments(small);
        const model = await surrogate().fit(table, options);
        const [tree] = model.ensemble.trees;
        const rows = encodeTable(model, table);
        const counts = new Uint32Array(tree.nodeCount);
        const cover = new Float64Array(tree.nodeCount);
        small.target.forEach((_, row) => {
          for (let node = 0; node >= 0; node = routeRow(tree, rows, row, node)) {
            counts[node]++;
            cover[node] += small.weights?.[row] ?? 1;
          }
        });
        expect(counts).toEqual(tree.rowCount);
        expect(cover).toEqual(tree.cover);
        const width = tree.valueWidth;
        const impurity = (node: number) =>
          cover[node] *
          tree.value.subarray(width * node, width * (node + 1)).reduce((rest, share) => rest - share * share, 1);
        const leaves = [...tree.kind.keys()].filter((node) => isLeaf(tree, node));
        const left = leaves.reduce((sum, node) => sum + impurity(node), 0) / cover[0];
        expect(tree.gain.reduce((sum, gain) => sum + gain, 0)).toBeCloseTo(tree.rootImpurity - left, 9);
      }),
      { numRuns: 80 },
    );
  });

  it("change nothing where no value is missing, but for what new rows may lack", async () => {
    await fc.assert(
      fc.asyncProperty(smallTables("numbers", { weighted: true, rows: 40 }), async (small) => {
        const full = (values: readonly (number | string | null)[]) => values.map((value) => value ?? "a");
        const { n, m, c } = small.columns;
        const columns = { n: n.map((x) => x ?? 9), m: m.map((x) => x ?? 9), c: full(c) };
        const [table, options] = fitArguments({ ...small, columns });
        const [learned, standIn] = [await cart().fit(table, options), await surrogate().fit(table, options)];
        const { surrogates, missingChild, ...rest } = standIn.ensemble.trees[0];
        const { surrogates: none, missingChild: learnedChild, ...expected } = learned.ensemble.trees[0];
        expect(rest).toEqual(expected);
        expect(none).toBe(null);
      }),
      { numRuns: 60 },
    );
  });

  it("agree by weight as counting says, and better than the heavier child", async () => {
    await fc.assert(
      fc.asyncProperty(smallTables("numbers", { weighted: true, rows: 30 }), async (small) => {
        const [table, options] = fitArguments(small);
        const model = await surrogate({ maxDepth: 1 }).fit(table, options);
        const [tree] = model.ensemble.trees;
        if (isLeaf(tree, 0) || tree.surrogates === null) return;
        const name = model.features[tree.feature[0]].name as "n" | "m" | "c";
        const weights = small.target.map((_, row) => small.weights?.[row] ?? 1);
        const known = [...small.target.keys()].filter((row) => small.columns[name][row] !== null);
        const sideOf = (row: number, only: string) => {
          const alone = Object.fromEntries(
            ["n", "m", "c"].map((of) => [of, of === only ? small.columns[only][row] : null]),
          );
          const rows = encodeTable(model, [alone]);
          return routeRow(tree, rows, 0, 0) - tree.firstChild[0];
        };
        const sum = (rows: readonly number[]) => rows.reduce((total, row) => total + weights[row], 0);
        const all = sum(known);
        const most = Math.max(
          sum(known.filter((row) => sideOf(row, name) === 0)),
          sum(known.filter((row) => sideOf(row, name) === 1)),
        );
        const best = model.features[tree.surrogates.feature[0]].name;
        const agreed = sum(
          known.filter((row) => small.columns[best][row] !== null && sideOf(row, best) === sideOf(row, name)),
        );
        expect(tree.surrogates.agreement[0]).toBeCloseTo(agreed / all, 12);
        expect(tree.surrogates.adjusted[0]).toBeCloseTo((agreed - most) / (all - most), 12);
        expect(agreed).toBeGreaterThan(most);
      }),
      { numRuns: 150 },
    );
  });

  const twins = { x: [1, 2, 3, 4, 5, 6, null, null], z: [9, 8, 7, 3, 2, 1, 9, 1], y: [0, 0, 0, 5, 5, 5, 0, 5] };

  it("send rows by the other direction too, and by the heavier child where nothing is known", async () => {
    const model = await surrogate({ maxDepth: 1 }).fit({ x: twins.x, z: twins.z, y: twins.y }, { target: "y" });
    expect(model.features[model.ensemble.trees[0].feature[0]].name).toBe("z");
    expect(model.predictOne({ x: 1, z: null })).toBe(0);
    expect(model.predictOne({ x: 6, z: null })).toBe(5);
    expect(model.predictOne({ x: null, z: null })).toBe(5); // Of equal weights the first child, where z <= 5.
    expect(decisionPath(model, [{ x: 6, z: null }], 0)[0].branch).toEqual({
      condition: { kind: "interval", feature: "z", above: null, atMost: 5, missing: false },
      actual: null,
      surrogate: { kind: "interval", feature: "x", above: 3.5, atMost: null, missing: false },
      text: "z is missing, but x > 3.5",
    });
    expect(decisionPath(model, [{ x: null, z: null }], 0)[0].branch?.text).toBe(
      "z is missing, as is all that could stand in",
    );
    expect(regions(model).every(({ conditions }) => conditions.every(({ missing }) => !missing))).toBe(true);
    expect(loadModel(model.toBytes()).toBytes()).toEqual(model.toBytes());
  });

  it("are kept when the tree is cut back, and not more than asked for", async () => {
    const none = await surrogate({ maxSurrogates: 0 }).fit(twins, { target: "y" });
    expect(none.ensemble.trees[0].surrogates).toBe(null);
    const limited = await surrogate({ maxLeaves: 2, maxSurrogates: 1 }).fit(twins, { target: "y" });
    expect(hasSurrogates(limited.ensemble.trees[0], 0)).toBe(true);
    expect(limited.ensemble.trees[0].surrogates?.feature).toHaveLength(1);
  });

  it.each([
    ["one row", { x: [1], c: ["a"], y: [1] }],
    ["columns without a value", { x: [null, null, null, null], c: [null, null, null, null], y: [1, 2, 3, 4] }],
    ["constant columns", { x: [1, 1, 1, 1], c: ["a", "a", "a", "a"], y: [1, 2, 3, 4] }],
    ["one class", { x: [1, 2, null, 4], c: ["a", null, "b", "a"], y: ["p", "p", "p", "p"] }],
  ])("make a single leaf of %s", async (_name, columns) => {
    const types = { x: "numeric", c: "categorical" } as const;
    const model = await surrogate().fit(await createDataset(columns, { target: "y", types }));
    expect(model.ensemble.trees[0].nodeCount).toBe(1);
  });

  it("are refused where they have no use", async () => {
    expect(await failureOf(() => cart({ maxSurrogates: 2 }).fit(twins, { target: "y" }))).toBe(
      'bad-option | cambium: cart: maxSurrogates needs missing: "surrogate"; pass that too, or leave maxSurrogates out',
    );
  });
});
