import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boosting, c45, cart, leafIndices, logistic, regions, treeRules } from "../../src/index.ts";
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
      expect(text).toContain(`then add ${Number(value[0].toPrecision(4))} to the score of y (`);
    }
    expect(rules.map(({ support }) => support)).toEqual([0.75, 0.25]);
  });
});
