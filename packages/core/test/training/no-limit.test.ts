import { describe, expect, it } from "vitest";
import {
  adaBoost,
  bagging,
  boosting,
  c45,
  cart,
  extraTrees,
  gridSearch,
  id3,
  isLeaf,
  type Learner,
  type Model,
  maxDepth,
  maxLeaves,
  newton,
  randomForest,
} from "../../src/index.ts";
import { everyLearner, named } from "../support/every-learner.ts";
import { failureOf } from "../support/failure-of.ts";
import { tableFor } from "../support/options-table.ts";
import { randomNumbers } from "../support/random-numbers.ts";

/** So many rows that a tree of six levels has no leaf for each. */
const ROWS = 1000;
const random = randomNumbers(3);
const large = { x: Array.from({ length: ROWS }, random), y: Array.from({ length: ROWS }, random) };

function sizeOf({ ensemble }: Model): { leaves: number; depth: number } {
  const tree = ensemble.trees[0];
  const depths = new Array<number>(tree.nodeCount).fill(0);
  let leaves = 0;
  for (let node = 0; node < tree.nodeCount; node++) {
    if (isLeaf(tree, node)) leaves++;
    for (let side = 0; side < tree.childCount[node]; side++) depths[tree.firstChild[node] + side] = depths[node] + 1;
  }
  return { leaves, depth: Math.max(...depths) };
}

describe.each(["exact", "histogram"] as const)("the size of boosted trees, %s", (splitter) => {
  const size = async (options: Parameters<typeof boosting>[0]) =>
    sizeOf(await boosting({ rounds: 1, splitter, l2: 0, ...options }).fit(large, { target: "y" }));

  it("is six levels where nothing limits it", async () => {
    expect((await size({})).depth).toBe(6);
    expect((await size({ growth: "leaf" })).depth).toBe(6);
    expect((await size({ minRowsLeaf: 2, maxDepth: undefined, maxLeaves: undefined })).depth).toBe(6);
  });

  it("is that of maxLeaves where this is given alone, also among the strategies", async () => {
    for (const options of [
      { maxLeaves: 200 },
      { prune: maxLeaves(200) },
      { maxLeaves: 200, growth: "leaf" as const },
    ]) {
      const { leaves, depth } = await size(options);
      expect(leaves).toBe(200);
      expect(depth).toBeGreaterThan(6);
    }
  });

  it("keeps to both limits where both are given", async () => {
    const both = await size({ maxLeaves: 200, maxDepth: 5 });
    expect(both.depth).toBe(5);
    expect(both.leaves).toBeLessThanOrEqual(2 ** 5);
    expect((await size({ maxLeaves: 20, maxDepth: 9 })).leaves).toBe(20);
    expect((await size({ maxDepth: 9, prune: maxDepth(3) })).depth).toBe(3);
    expect((await size({ prune: maxDepth(9) })).depth).toBe(9);
  });

  it("has no limit by Infinity", async () => {
    const all = [{ maxDepth: Infinity }, { maxLeaves: Infinity }, { maxDepth: Infinity, maxLeaves: Infinity }];
    for (const options of [...all, { prune: [maxDepth(Infinity), maxLeaves(Infinity)] }]) {
      expect((await size({ ...options, maxBins: splitter === "exact" ? undefined : 65535 })).leaves).toBe(ROWS);
    }
    expect((await size({ maxLeaves: Infinity, growth: "depth", maxDepth: 3 })).depth).toBe(3);
    expect((await size({ maxLeaves: 90, maxDepth: Infinity })).leaves).toBe(90);
  });
});

it("symmetric trees grow until nothing is gained, too", async () => {
  const learner = boosting({ rounds: 1, splitter: "histogram", growth: "symmetric", maxDepth: Infinity });
  expect(sizeOf(await learner.fit(large, { target: "y" })).depth).toBeGreaterThan(6);
});

describe("Infinity", () => {
  const table = tableFor("classes", false);
  const same = async (one: Learner, other: Learner, run: object = {}) => {
    const [first, second] = [await one.fit(table, { target: "y", ...run }), await other.fit(table, { target: "y" })];
    expect(first.toBytes()).toEqual(second.toBytes());
  };

  it("is no limit wherever an option sets one", async () => {
    const rounds = 3;
    const unlimited = { maxDepth: Infinity, maxLeaves: Infinity };
    await same(cart(unlimited), cart());
    await same(randomForest({ trees: 2, ...unlimited }), randomForest({ trees: 2 }));
    await same(extraTrees({ trees: 2, ...unlimited }), extraTrees({ trees: 2 }));
    await same(c45({ maxDepth: Infinity }), c45());
    await same(
      bagging(c45({ prune: [maxDepth(Infinity), maxLeaves(Infinity)] }), { trees: 2 }),
      bagging(c45({ prune: [] }), { trees: 2 }),
    );
    await same(boosting({ rounds, maxDeltaStep: Infinity }), boosting({ rounds }));
    await same(
      boosting({ rounds, categorical: { smoothing: 10, mostCategories: Infinity } }),
      boosting({ rounds, categorical: { smoothing: 10 } }),
    );
    await same(boosting({ rounds }), boosting({ rounds }), { timeLimit: Infinity });
    await same(
      cart({ missing: "surrogate", maxSurrogates: Infinity }),
      cart({ missing: "surrogate", maxSurrogates: 9 }),
    );
    expect(() => id3({ maxDepth: Infinity })).not.toThrow();
    expect(() => newton({ maxDeltaStep: Infinity })).not.toThrow();
  });

  it("is a patience that never ends: the best of all rounds are kept", async () => {
    const rule = { restoreBest: false };
    const withPatience = (patience: number) =>
      boosting({ rounds: 12, earlyStopping: { patience, ...rule } }).fit(table, { target: "y", validation: table });
    expect((await withPatience(Infinity)).rounds).toBe(12);
    const options = { target: "y", folds: 2, timeLimit: Infinity } as const;
    expect(
      (await gridSearch(({ depth }) => cart({ maxDepth: depth }), { depth: [2, Infinity] }, table, options)).complete,
    ).toBe(true);
  });

  it.each<[string, () => unknown, string]>([
    ["rounds", () => boosting({ rounds: Infinity }), "earlyStopping: { patience: 20 }"],
    ["rounds", () => adaBoost({ rounds: Infinity }), "pass a large number"],
    ["trees", () => randomForest({ trees: Infinity }), "pass a number such as 1000"],
    ["trees", () => bagging(cart(), { trees: Infinity }), "pass a number such as 1000"],
    ["minRowsLeaf", () => cart({ minRowsLeaf: Infinity }), "leave it out to demand nothing"],
    ["minRowsSplit", () => cart({ minRowsSplit: Infinity }), "leave it out to demand nothing"],
    ["minChildWeight", () => boosting({ minChildWeight: Infinity }), "leave it out to demand nothing"],
    ["minGain", () => boosting({ minGain: Infinity }), "leave it out to demand nothing"],
    ["maxBins", () => boosting({ splitter: "histogram", maxBins: Infinity }), 'splitter: "exact"'],
  ])("is refused as %s, with what to do instead", async (name, call, repair) => {
    const message = await failureOf(call);
    expect(message).toMatch(new RegExp(`^bad-option \\| cambium: \\w+: ${name} expects .* got Infinity; `));
    expect(message).toContain(repair);
  });

  it.each([Number.NaN, Number.NEGATIVE_INFINITY, -1, 2.5])("is not %s", (value) => {
    expect(() => cart({ maxDepth: value })).toThrow("maxDepth expects a whole number >= 0, or Infinity for no limit");
    expect(() => maxLeaves(value)).toThrow("maxLeaves expects a whole number >= 1, or Infinity for no limit");
  });
});

describe("an option that is undefined", () => {
  const makers: Record<string, (options: object) => Learner> = {
    ...{ cart, c45, id3, randomForest, extraTrees, adaBoost, boosting },
    bagging: (options) => bagging(cart(), options),
  };

  it.each(named(everyLearner))("counts as left out: %s", async (_name, { learner, target, namesOnly }) => {
    const table = tableFor(target, namesOnly);
    const model = await learner.fit(table, { target: "y" });
    const names = Object.keys(model.options ?? {}).filter(
      (name) => name !== "base" && !Object.hasOwn(learner.options, name),
    );
    const { base: _base, ...given } = learner.options as { base?: unknown };
    if (_base !== undefined) return; // Its base cannot be made again from its options.
    const left = Object.fromEntries(names.map((name) => [name, undefined]));
    const again = await makers[learner.name]({ ...given, ...left }).fit(table, {
      target: "y",
      ...{ task: undefined, features: undefined, weight: undefined, types: undefined, signal: undefined },
    });
    expect(again.toBytes()).toEqual(model.toBytes());
    expect(again.options).toEqual(model.options);
  });

  it("does not hide the task of a loss, and settles nothing beside a dataset", async () => {
    const { logistic, createDataset } = await import("../../src/index.ts");
    const ones = { x: [1, 2, 3, 4], y: [0, 0, 1, 1] };
    const learner = boosting({ loss: logistic(), rounds: 2 });
    expect((await learner.fit(ones, { target: "y", task: undefined })).task).toBe("classification");
    const dataset = await createDataset(ones, { target: "y", features: undefined });
    const run: object = { features: undefined, weight: undefined };
    expect((await boosting({ rounds: 2 }).fit(dataset, run)).task).toBe("regression");
  });
});
