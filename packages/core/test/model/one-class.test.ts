import { describe, expect, it } from "vitest";
import { boosting, cart, loadModel, randomForest } from "../../src/index.ts";
import { everyLearner, named } from "../support/every-learner.ts";
import { failureOf } from "../support/failure-of.ts";
import { tableFor } from "../support/options-table.ts";

const rowsOf = (table: Readonly<Record<string, readonly unknown[]>>) =>
  table.y.map((_, row) => Object.fromEntries(Object.entries(table).map(([name, values]) => [name, values[row]])));

describe.each(named(everyLearner.filter(({ target }) => target !== "numbers")))(
  "%s",
  (_name, { learner, target, namesOnly }) => {
    it("gives one row and one class the numbers that stand in predictProbability", async () => {
      const table = tableFor(target, namesOnly);
      const model = await learner.fit(table, { target: "y", task: "classification" });
      const all = model.predictProbability(table);
      const width = model.classes.length;
      for (const [row, values] of rowsOf(table).slice(0, 20).entries()) {
        const ofRow = model.predictOneProbability(values);
        expect(ofRow).toBeInstanceOf(Float64Array);
        expect(ofRow).toEqual(all.slice(row * width, (row + 1) * width));
      }
      for (const [k, label] of model.classes.entries()) {
        expect(model.probabilitiesOf(table, label)).toEqual(all.filter((_, i) => i % width === k));
      }
    });
  },
);

describe("the class of probabilitiesOf", () => {
  const x = [1, 2, 3, 4, 5, 6];

  it("may be a number or a boolean, also in a loaded model", async () => {
    const numbers = await cart().fit({ x, y: [10, 10, 20, 20, 30, 30] }, { target: "y", task: "classification" });
    expect(Array.from(numbers.probabilitiesOf({ x }, 20))).toEqual([0, 0, 1, 1, 0, 0]);
    const booleans = loadModel((await cart().fit({ x, y: x.map((value) => value > 3) }, { target: "y" })).toBytes());
    if (booleans.task !== "classification") throw new Error("booleans are classes");
    expect(Array.from(booleans.probabilitiesOf({ x }, true))).toEqual([0, 0, 0, 1, 1, 1]);
    expect(Array.from(booleans.predictOneProbability(Float64Array.of(6)))).toEqual([0, 1]);
    expect(Array.from(booleans.probabilitiesOf([], true))).toEqual([]);
  });

  it("is refused where the model has none such, with the nearest", async () => {
    const text = await randomForest({ trees: 2, criterion: "gini" }).fit(
      { x, y: [..."aabbcc"].map((c) => `class ${c}`) },
      { target: "y" },
    );
    expect(await failureOf(() => text.probabilitiesOf({ x }, "clas a"))).toBe(
      'bad-option | cambium: probabilitiesOf: "clas a" is no class of the model; did you mean "class a"? there are "class a", "class b", "class c"',
    );
    const numbers = await cart().fit({ x, y: [1, 1, 2, 2, 3, 3] }, { target: "y", task: "classification" });
    expect(await failureOf(() => numbers.probabilitiesOf({ x }, "2"))).toBe(
      'bad-option | cambium: probabilitiesOf: "2" is no class of the model; did you mean 2? there are 1, 2, 3',
    );
    expect(await failureOf(() => numbers.probabilitiesOf({ x }, undefined as never))).toMatch(
      /undefined is no class of the model/,
    );
    expect(await failureOf(() => numbers.probabilitiesOf({ x }, "__proto__"))).toMatch(
      /is no class of the model; there are/,
    );
  });
});

describe("a model as JSON", () => {
  it("is a description without its trees, and the same as what JSON reads back", async () => {
    const table = tableFor("classes", false);
    const model = await boosting({ rounds: 4 }).fit(table, { target: "y" });
    const described = model.toJSON();
    expect(JSON.parse(JSON.stringify(model))).toEqual(described);
    expect(described).toMatchObject({
      ...{ learner: "boosting", task: "classification", target: "y", classes: ["high", "low", "middle"] },
      ...{ rounds: 4, trees: 12, options: model.options, report: model.report },
    });
    expect(described.features.map(({ name }) => name)).toEqual(model.features.map(({ name }) => name));
    const loaded = loadModel(model.toBytes());
    expect(loaded.toJSON()).toEqual({ ...described, options: null, report: [] });
  });

  it("keeps names from data as values, whatever they are", async () => {
    const table = new Map([
      ["__proto__", [1, 2, 3, 4]],
      ["toJSON", ["a", "b", "__proto__", "constructor"]],
      ["y", [1, 1, 2, 2]],
    ]);
    const monotone = Object.fromEntries([["__proto__", 1]]) as Record<string, 1>;
    const model = await boosting({ rounds: 2, monotone }).fit(table, { target: "y" });
    const text = JSON.stringify(model);
    expect(text).toContain('"monotone":{"__proto__":1}');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(JSON.parse(text).features[1].categories).toContain("__proto__");
  });
});
