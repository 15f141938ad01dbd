import { describe, expect, it } from "vitest";
import {
  adaBoost,
  bagging,
  boosting,
  c45,
  cart,
  costComplexity,
  extraTrees,
  type Learner,
  loadModel,
  maxDepth,
  randomForest,
} from "../../src/index.ts";
import { everyLearner, named } from "../support/every-learner.ts";
import { tableFor } from "../support/options-table.ts";

/** The options again, without those that are none. */
function given(options: object | null): Record<string, never> {
  return Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== null)) as never;
}

describe("the options of a model", () => {
  it.each(named(everyLearner))(
    "%s: each has a value that JSON keeps",
    async (_name, { learner, target, namesOnly }) => {
      const { options, rounds } = await learner.fit(tableFor(target, namesOnly), { target: "y" });
      expect(JSON.parse(JSON.stringify(options))).toEqual(options);
      expect(Object.keys(options ?? {})).toEqual(expect.arrayContaining(Object.keys(learner.options)));
      expect(Object.values(options ?? {})).not.toContain(undefined);
      expect(rounds).toBeGreaterThan(0);
    },
  );

  it.each<[string, Learner, (options: Record<string, never>) => Learner, "classes" | "numbers"]>([
    ["cart", cart(), cart, "classes"],
    ["cart of numbers", cart(), cart, "numbers"],
    ["cart on bins", cart({ splitter: "histogram" }), cart, "numbers"],
    ["cart with surrogates", cart({ missing: "surrogate" }), cart, "classes"],
    ["randomForest", randomForest({ trees: 3 }), randomForest, "classes"],
    ["randomForest of numbers", randomForest({ trees: 3 }), randomForest, "numbers"],
    ["extraTrees", extraTrees({ trees: 3 }), extraTrees, "classes"],
    ["boosting of numbers", boosting({ rounds: 3 }), (all) => boosting({ ...all, loss: "auto" }), "numbers"],
    [
      "boosting of leaves",
      boosting({ rounds: 3, maxLeaves: 9 }),
      (all) => boosting({ ...all, loss: "auto", maxDepth: Infinity }),
      "numbers",
    ],
  ])("%s: written out, they give the same bytes as the defaults", async (_name, learner, make, target) => {
    const table = tableFor(target, false);
    const model = await learner.fit(table, { target: "y" });
    const again = await make(given(model.options)).fit(table, { target: "y" });
    expect(again.toBytes()).toEqual(model.toBytes());
    expect(again.options).toEqual(model.options);
  });

  it("resolve what depends on the data", async () => {
    const table = tableFor("numbers", false);
    const { options } = await boosting({ rounds: 2 }).fit(table, { target: "y" });
    expect(options).toMatchObject({
      loss: { name: "squaredError", parameters: {} },
      ...{ rounds: 2, learningRate: 0.1, maxDepth: 6, maxLeaves: null, growth: "depth", l2: 1 },
      columnSample: { tree: 1, level: 1, node: 0.5 },
      categorical: { smoothing: 10, mostCategories: 4 },
      ...{ maxBins: null, earlyStopping: null, classWeights: null, prune: null },
    });
    const few = await boosting({ rounds: 2 }).fit({ a: [1, 2, 3, 4], y: [1, 2, 3, 4] }, { target: "y" });
    expect(few.options).toMatchObject({ columnSample: { tree: 1, level: 1, node: 1 }, categorical: null });
    const forest = await randomForest({ trees: 2, columnSample: { tree: 0.8 } }).fit(tableFor("classes", false), {
      target: "y",
    });
    expect(forest.options).toMatchObject({
      criterion: "gini",
      columnSample: { tree: 0.8, node: "sqrt" },
      bootstrap: true,
    });
  });

  it("hold what a strategy or a learner inside them is called", async () => {
    const table = tableFor("classes", false);
    const pruned = await cart({ prune: [maxDepth(3), costComplexity({ alpha: 0 })] }).fit(table, { target: "y" });
    expect(pruned.options).toMatchObject({ prune: ["maxDepth", "costComplexity"] });
    expect((await c45().fit(table, { target: "y" })).options).toMatchObject({ prune: "errorBased" });
    const bagged = await bagging(cart({ minRowsLeaf: 3 }), { trees: 2 }).fit(table, { target: "y" });
    expect(bagged.options).toMatchObject({ base: { learner: "cart", options: { minRowsLeaf: 3, criterion: "gini" } } });
    const boosted = await adaBoost({ rounds: 2 }).fit(table, { target: "y" });
    expect(boosted.options).toMatchObject({ kind: "samme", base: { learner: "cart", options: { maxDepth: 1 } } });
  });

  it("are not saved: models that predict alike have the same bytes", async () => {
    const table = tableFor("numbers", false);
    const model = await boosting({ rounds: 3 }).fit(table, { target: "y" });
    const loaded = loadModel(model.toBytes());
    expect(loaded.options).toBeNull();
    expect(loaded.rounds).toBe(3);
    const first = await boosting({ rounds: 2 }).fit(table, { target: "y" });
    const both = await boosting({ rounds: 1 }).fit(table, { target: "y", continueFrom: first });
    expect(both.toBytes()).toEqual(model.toBytes());
    expect(model.slice(0, 2).options).toEqual(model.options);
    expect(model.slice(0, 2).rounds).toBe(2);
  });
});

describe("the report", () => {
  const chosen = async (learner: Learner, target: "classes" | "numbers", columns?: string[]) => {
    const features = columns === undefined ? {} : { features: columns };
    const { report } = await learner.fit(tableFor(target, false), { target: "y", ...features });
    return report.filter((line) => line.includes("chosen automatically"));
  };

  it("has a line for each option that was chosen automatically", async () => {
    expect(await chosen(boosting({ rounds: 2, maxLeaves: 20 }), "numbers")).toEqual([
      "loss was chosen automatically: squaredError, because the target has numbers",
      "maxDepth was chosen automatically: no limit, because maxLeaves limits the size of a tree",
      "growth was chosen automatically: leaf, because maxLeaves limits the leaves of a tree",
      "columnSample was chosen automatically: { node: 0.5 }, because there are 9 columns",
      "splitter was chosen automatically: exact, because there are 90 rows",
      "categorical was chosen automatically: { smoothing: 10, mostCategories: 4 }, because some columns have categories",
    ]);
    expect(await chosen(randomForest({ trees: 2 }), "classes")).toEqual([
      'columnSample was chosen automatically: { node: "sqrt" }, because the target has classes',
      "criterion was chosen automatically: gini, because the target has classes",
    ]);
    expect(await chosen(adaBoost({ rounds: 2 }), "numbers")).toEqual([
      "kind was chosen automatically: r2, because the target is for regression",
      'base was chosen automatically: cart({ maxDepth: 3 }), because kind is "r2"',
      "criterion was chosen automatically: squaredError, because the target has numbers",
    ]);
  });

  it("has none where all was given, or nothing had to be chosen", async () => {
    expect(await chosen(boosting({ rounds: 2, columnSample: { tree: 0.8 } }), "numbers", ["a", "b", "c"])).toEqual([
      "loss was chosen automatically: squaredError, because the target has numbers",
      "splitter was chosen automatically: exact, because there are 90 rows",
    ]);
    expect(await chosen(cart({ criterion: "gini" }), "classes")).toEqual([]);
  });
});

describe("options that interact", () => {
  const options = async (learner: Learner) => (await learner.fit(tableFor("numbers", false), { target: "y" })).options;

  it("a share of columns that is given replaces the default of boosting, and is shown", async () => {
    expect(await options(boosting({ rounds: 2, columnSample: { tree: 0.8 } }))).toMatchObject({
      columnSample: { tree: 0.8, level: 1, node: 1 },
    });
    for (const nothing of [{}, { tree: undefined }]) {
      expect(await options(boosting({ rounds: 2, columnSample: nothing }))).toMatchObject({
        columnSample: { node: 1 },
      });
    }
  });
});
