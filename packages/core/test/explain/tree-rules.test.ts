import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  adaBoost,
  bagging,
  boosting,
  c45,
  cart,
  id3,
  leafIndices,
  logistic,
  type Model,
  randomForest,
  regions,
  treeRules,
} from "../../src/index.ts";
import { fitArguments, smallTables } from "../support/random-tables.ts";

describe("treeRules", () => {
  it("says of every row what the model predicts, with supports that add up to 1 and fall", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(smallTables("numbers"), smallTables("threeClasses")), async (small) => {
        const [table, options] = fitArguments(small);
        const model = await cart().fit(table, options);
        const rules = treeRules(model);
        const ofLeaf = new Map(rules.map(({ leaf, prediction }) => [leaf, prediction]));
        expect([...leafIndices(model, table)].map((leaf) => ofLeaf.get(leaf))).toEqual([...model.predict(table)]);
        const supports = rules.map(({ support }) => support);
        expect(supports.reduce((sum, support) => sum + support, 0)).toBeCloseTo(1, 12);
        expect(supports).toEqual([...supports].sort((a, b) => b - a));
        expect(rules.map(({ leaf }) => leaf).sort()).toEqual(
          regions(model)
            .map(({ leaf }) => leaf)
            .sort(),
        );
      }),
      { numRuns: 40 },
    );
  });

  it("writes classes with their share, and where missing values belong", async () => {
    const table = {
      size: [1, 2, 3, 4, 5, 6, 7, null],
      kind: ["ant", "ant", "ant", "ant", "bee", "bee", "bee", "bee"],
    };
    const model = await cart().fit(table, { target: "kind" });
    expect(treeRules(model).map(({ text }) => text)).toEqual([
      "if size ≤ 4.5 then kind is ant (100%, 4 rows)",
      "if (size > 4.5 or missing) then kind is bee (100%, 4 rows)",
    ]);
    const stump = await cart({ maxDepth: 0 }).fit(table, { target: "kind" });
    expect(treeRules(stump).map(({ text }) => text)).toEqual(["always kind is ant (50%, 8 rows)"]);
  });

  it("writes numbers and sets of categories, presence as such, and one line for any name", async () => {
    const price = { "a\nname\u202e": ["x", "y", "z"], price: [1, 1, 4] };
    const model = await cart({ missing: "error" }).fit(price, { target: "price" });
    expect(treeRules(model).map(({ text }) => text)).toEqual([
      "if a name in {x, y} then price is 1 (2 rows)",
      "if a name is z then price is 4 (1 row)",
    ]);
    const presence = await cart().fit({ x: [3, 3, null], y: [1, 1, 2] }, { target: "y" });
    expect(treeRules(presence).map(({ text }) => text)).toEqual([
      "if x has a value then y is 1 (2 rows)",
      "if x is missing then y is 2 (1 row)",
    ]);
  });

  it("writes a rule for each branch, and allows missing values in those that get a part of them", async () => {
    const table = {
      sky: "grey grey grey blue blue blue blue red red red".split(" "),
      wind: ["no", "no", "no", "no", "no", "yes", "yes", "yes", "yes", "yes"],
      walk: ["off", "off", "off", "on", "on", "off", "off", "on", "on", "on"],
    };
    const model = await c45({ prune: [] }).fit(table, { target: "walk" });
    expect(treeRules(model).map(({ text }) => text)).toEqual([
      "if (sky is grey or missing) then walk is off (100%, 3 rows)",
      "if (sky is red or missing) then walk is on (100%, 3 rows)",
      "if (sky is blue or missing) and (wind is no or missing) then walk is on (100%, 2 rows)",
      "if (sky is blue or missing) and (wind is yes or missing) then walk is off (100%, 2 rows)",
    ]);
  });

  it("says of a tree among many what it adds to the score, and predicts nothing by it", async () => {
    const table = { x: [1, 2, 3, 4], y: ["no", "no", "no", "yes"] };
    const learner = boosting({ loss: logistic(), rounds: 2, maxDepth: 1, missing: "error", learningRate: 1 });
    const model = await learner.fit(table, { target: "y" });
    const rules = treeRules(model);
    expect(rules.map(({ prediction }) => prediction)).toEqual([null, null]);
    // At first all rows have the same hessian, so that the shares of its sum are those of the rows.
    for (const { text, value } of rules) {
      expect(text).toContain(`then add ${Number(value[0].toPrecision(4))} to the score of yes (`);
    }
    expect(rules.map(({ support }) => support)).toEqual([0.75, 0.25]);
  });

  it("says of a tree of a forest what it predicts by itself, and the trees together say what the forest does", async () => {
    const table = {
      sky: Array.from({ length: 40 }, (_, i) => ["grey", "blue", "red"][i % 3]),
      size: Array.from({ length: 40 }, (_, i) => (i * 7) % 11),
      walk: Array.from({ length: 40 }, (_, i) => ["off", "on", "perhaps"][((i % 3) + (((i * 7) % 11) >> 2)) % 3]),
    };
    const forests: Model[] = [
      await randomForest({ trees: 5, maxDepth: 2, vote: "majority" }).fit(table, { target: "walk" }),
      await bagging(c45(), { trees: 5, vote: "majority" }).fit(table, { target: "walk" }),
      await bagging(id3(), { trees: 5, vote: "majority" }).fit(
        { sky: table.sky, walk: table.walk },
        { target: "walk" },
      ),
    ];
    for (const model of forests) {
      const votes = ruleOfEachRow(model, table);
      const { classes } = model as Extract<Model, { task: "classification" }>;
      const winners = votes.map((said) => {
        const counts = classes.map((label) => said.filter(({ prediction }) => prediction === label).length);
        return classes[counts.indexOf(Math.max(...counts))];
      });
      expect(winners).toEqual(model.predict(table));
      for (const { text, prediction } of votes.flat())
        expect(text).toMatch(new RegExp(`(then|always) vote for ${prediction} \\(\\d+ rows?\\)$`));
    }
    const means = await randomForest({ trees: 5, maxDepth: 3 }).fit(table, { target: "size" });
    const predicted = means.predict(table) as Float64Array;
    ruleOfEachRow(means, table).forEach((said, row) => {
      const mean = said.reduce((sum, { prediction }) => sum + Number(prediction) / said.length, 0);
      expect(mean).toBeCloseTo(predicted[row], 10);
      expect(said[0].text).toContain(`size is ${Number(Number(said[0].prediction).toPrecision(4))} (`);
    });
  });

  it("says of AdaBoost's trees for numbers what each predicts: the model's answer is one of them", async () => {
    const table = { x: Array.from({ length: 30 }, (_, i) => i), y: Array.from({ length: 30 }, (_, i) => (i * i) % 17) };
    const model = await adaBoost({ rounds: 4 }).fit(table, { target: "y" });
    const predicted = model.predict(table);
    ruleOfEachRow(model, table).forEach((said, row) => {
      expect(said.map(({ prediction }) => prediction)).toContain(predicted[row]);
    });
  });

  it("tells the share of the class that it names, also where a costly error makes that the rarer one", async () => {
    const table = { x: [1, 1, 1, 1], y: ["no", "no", "no", "yes"] };
    const cost = { yes: { no: 10 }, no: { yes: 1 } };
    const model = await cart({ cost }).fit(table, { target: "y" });
    expect(treeRules(model).map(({ text }) => text)).toEqual(["always y is yes (25%, 4 rows)"]);
  });
});

/** For each row the rules that it meets, one a tree. */
function ruleOfEachRow(model: Model, table: Record<string, ArrayLike<unknown>>) {
  const { trees } = model.ensemble;
  const rules = trees.map((_, tree) => new Map(treeRules(model, tree).map((rule) => [rule.leaf, rule])));
  const leaves = leafIndices(model, table);
  return Array.from({ length: leaves.length / trees.length }, (_, row) =>
    rules.map((ofLeaf, tree) => {
      const rule = ofLeaf.get(leaves[row * trees.length + tree]);
      if (rule === undefined) throw new Error("a leaf without a rule");
      return rule;
    }),
  );
}
