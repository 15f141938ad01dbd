import { describe, expect, it } from "vitest";
import { boosting, cart, encodeTable, leafOf, type Model, routeRow } from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";

const table = { age: [20, 30, 40, 50], town: ["Ulm", "Bonn", "Ulm", null], y: [1, 2, 3, 10] };
const fitted = (options = {}): Promise<Model> => cart(options).fit(table, { target: "y" });

describe("prediction", () => {
  it("finds columns by name, in any order and among others", async () => {
    const model = await fitted();
    const shuffled = { other: ["x", "x", "x", "x"], town: table.town, y: [0, 0, 0, 0], age: table.age };
    expect([...(model.predict(shuffled) as Float64Array)]).toEqual(table.y);
  });

  it("is the same for one row, rows and columns", async () => {
    const model = await fitted();
    const rows = table.age.map((age, i) => ({ age, town: table.town[i] }));
    expect([...(model.predict(rows) as Float64Array)]).toEqual(table.y);
    expect(rows.map((row) => model.predictOne(row))).toEqual(table.y);
  });

  it("takes row objects of an interface, and gives nothing for no rows", async () => {
    interface Person {
      readonly age: number;
      readonly town: string | null;
    }
    const people: Person[] = [{ age: table.age[0], town: table.town[0] }];
    const model = await fitted();
    expect([...(model.predict(people) as Float64Array)]).toEqual([model.predictOne(people[0])]);
    expect(model.predict([])).toHaveLength(0);
  });

  it("adds up the leaves of all trees", async () => {
    const model = await boosting({ rounds: 4 }).fit(table, { target: "y" });
    const rows = encodeTable(model, table);
    const { trees, initialScore } = model.ensemble;
    const sums = table.y.map((_, row) =>
      trees.reduce((sum, tree) => sum + tree.value[leafOf(tree, rows, row)], initialScore[0]),
    );
    expect([...model.predictScore(table)]).toEqual(sums);
  });

  it("walks down by routeRow to the leaf that leafOf names", async () => {
    const model = await fitted();
    const [tree] = model.ensemble.trees;
    const rows = encodeTable(model, table);
    for (let row = 0; row < 4; row++) {
      let last = 0;
      for (let node = 0; node >= 0; node = routeRow(tree, rows, row, node)) last = node;
      expect(last).toBe(leafOf(tree, rows, row));
    }
  });

  it("takes categories of dates, booleans and numbers as they were taken in training", async () => {
    const day = new Date(864e5);
    const mixed = { x: [day, 1, true, "1", null], y: [1, 2, 3, 2, 5] };
    const model = await cart().fit(mixed, { target: "y", types: { x: "categorical" } });
    expect(model.predictOne({ x: "1970-01-02T00:00:00.000Z" })).toBe(1);
    expect(model.predictOne({ x: 1n })).toBe(2);
    expect(model.predictOne({ x: "true" })).toBe(3);
  });

  it("reads text as numbers where the model's column is numeric", async () => {
    expect((await fitted()).predictOne({ age: "50", town: null })).toBe(10);
  });

  it.each<[string, object, unknown, string]>([
    [
      "a table without a column",
      {},
      { age: [1] },
      'unknown-column | cambium: the model was trained with a column "town", which the table lacks; there are "age"',
    ],
    [
      "a column of nearly that name",
      {},
      { Age: [1], town: ["Ulm"] },
      'unknown-column | cambium: the model was trained with a column "age", which the table lacks; did you mean "Age"? there are "Age", "town"',
    ],
    [
      "text for a number",
      {},
      { age: ["old"], town: ["Ulm"] },
      'bad-column | cambium: column "age" has text in row 1 ("old"); expected numbers: make such values null, or declare the column before training: types: { "age": "categorical" }',
    ],
    [
      "an object for a category",
      {},
      { age: [1], town: [{}] },
      'bad-column | cambium: column "town" has an object in row 1; expected numbers, text, booleans or dates: take the field you need out of it',
    ],
    [
      "an unseen category where told to",
      { unseen: "error" },
      { age: [1, 2], town: ["Ulm", "Köln"] },
      'unknown-category | cambium: column "town" has the category "Köln" in row 2, which training never saw; it saw "Bonn", "Ulm"',
    ],
    [
      "a missing number where told to",
      { missing: "error" },
      { age: [1, null], town: ["Ulm", "Ulm"] },
      'missing-value | cambium: column "age" has no value in row 2, and this model refuses missing values; train with missing: "learn" to allow them',
    ],
    [
      "a missing category where told to",
      { missing: "error" },
      { age: [1], town: [null] },
      'missing-value | cambium: column "town" has no value in row 1, and this model refuses missing values; train with missing: "learn" to allow them',
    ],
    [
      "a column of another length",
      {},
      { rowCount: 2, columnNames: ["age", "town"], column: () => [1] },
      'bad-table | cambium: column "age" has 1 rows, but the table says that it has 2',
    ],
  ])("refuses %s", async (_name, options, input, message) => {
    const model = await fitted(options);
    expect(await failureOf(() => model.predict(input as never))).toBe(message);
  });
});
