import { createPacer } from "@cambium/kernels";
import { describe, expect, it } from "vitest";
import { createDataset, type DatasetOptions, type TableInput } from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";

const iris = { sepal: [5.1, 4.9, 6.3], colour: ["red", "blue", "red"], species: ["a", "b", "b"], w: [1, 2, 3] };

describe("createDataset", () => {
  it("takes all columns but the target and the weight", async () => {
    const dataset = await createDataset(iris, { target: "species", weight: "w" });
    expect(dataset.columns.map(({ name }) => name)).toEqual(["sepal", "colour"]);
    expect(dataset.target).toMatchObject({ task: "classification", weights: Float64Array.of(1, 2, 3) });
    expect(dataset.rowCount).toBe(3);
  });

  it("takes the features that are asked for, in that order", async () => {
    const dataset = await createDataset(iris, { target: "species", features: ["w", "sepal"] });
    expect(dataset.columns.map(({ name }) => name)).toEqual(["w", "sepal"]);
  });

  it("reports what it guessed, and nothing that was declared", async () => {
    const table = { ...iris, empty: [null, null, null] };
    expect((await createDataset(table, { target: "species" })).report).toEqual([
      'target "species" has 2 classes: classification',
      'column "colour" is not numeric: taken as categorical, 2 categories',
    ]);
    const types = { colour: "categorical", empty: "numeric" } as const;
    expect((await createDataset(table, { target: "species", task: "classification", types })).report).toEqual([]);
  });

  it("finds columns of any name", async () => {
    const table = JSON.parse('{"__proto__": [1, 2], "constructor": ["a", "b"], "y": [1, 2]}');
    const dataset = await createDataset(table, { target: "y" });
    expect(dataset.columns.map(({ name, kind }) => [name, kind])).toEqual([
      ["__proto__", "numeric"],
      ["constructor", "categorical"],
    ]);
  });

  it("sorts a column once", async () => {
    const dataset = await createDataset(iris, { target: "species" });
    const order = await dataset.sorted(0, createPacer());
    expect([...order]).toEqual([1, 0, 2]);
    expect(await dataset.sorted(0, createPacer())).toBe(order);
    await expect(dataset.sorted(1, createPacer())).rejects.toThrow("feature 1 is not numeric");
  });

  it("rejects with the reason of a signal that was aborted before", async () => {
    const signal = AbortSignal.abort(new Error("changed my mind"));
    await expect(createDataset(iris, { target: "species", signal })).rejects.toThrow("changed my mind");
  });

  it.each<[string, TableInput, unknown, string]>([
    [
      "an empty table",
      { a: [], y: [] },
      { target: "y" },
      "bad-table | cambium: the table has no rows; expected at least one",
    ],
    ["no table at all", {}, { target: "y" }, "bad-table | cambium: the table has no rows; expected at least one"],
    [
      "nothing to learn from",
      { y: [1] },
      { target: "y" },
      'bad-table | cambium: the table has no column besides the target "y"; expected features',
    ],
    [
      "an empty list of features",
      iris,
      { target: "w", features: [] },
      "bad-option | cambium: createDataset: features expects a list of at least one column name, got an array of 0",
    ],
    [
      "no target",
      iris,
      {},
      'bad-option | cambium: target: expected the name of the column to learn, got undefined; there are "sepal", "colour", "species", "w"',
    ],
    [
      "no options",
      iris,
      undefined,
      'bad-option | cambium: target: expected the name of the column to learn, got undefined; there are "sepal", "colour", "species", "w"',
    ],
    [
      "a target that is no name",
      iris,
      { target: 3 },
      "bad-option | cambium: createDataset: target expects the name of a column, got 3",
    ],
    [
      "an unknown target",
      iris,
      { target: "specis" },
      'unknown-column | cambium: target: the table has no column "specis"; did you mean "species"? there are "sepal", "colour", "species", "w"',
    ],
    [
      "an unknown feature",
      iris,
      { target: "species", features: ["sepals"] },
      'unknown-column | cambium: features: the table has no column "sepals"; did you mean "sepal"? there are "sepal", "colour", "species", "w"',
    ],
    [
      "an unknown typed column",
      iris,
      { target: "species", types: { zip: "numeric" } },
      'unknown-column | cambium: types: the table has no column "zip"; there are "sepal", "colour", "species", "w"',
    ],
    [
      "an unknown weight",
      iris,
      { target: "species", weight: "mass" },
      'unknown-column | cambium: weight: the table has no column "mass"; there are "sepal", "colour", "species", "w"',
    ],
    [
      "the target as a feature",
      iris,
      { target: "species", features: ["species"] },
      'bad-option | cambium: features: "species" is the target, it can not be a feature too',
    ],
    [
      "the same feature twice",
      iris,
      { target: "species", features: ["w", "w"] },
      'bad-option | cambium: features: "w" is listed twice',
    ],
    [
      "an unknown option",
      iris,
      { target: "species", weights: "w" },
      'unknown-option | cambium: createDataset has no option "weights"; did you mean "weight"? it takes "target", "features", "exclude", "task", "weight", "offset", "rowKey", "types", … (13 in all)',
    ],
    [
      "a type of the target",
      iris,
      { target: "species", types: { species: "categorical" } },
      'bad-option | cambium: types: "species" is the target; say task: "classification" or task: "regression" of it',
    ],
    [
      "an unknown type",
      iris,
      { target: "species", types: { w: "number" } },
      'bad-option | cambium: types: "w" expects "numeric" or "categorical", got "number"',
    ],
    [
      "too few weights",
      iris,
      { target: "species", weight: [1, 2] },
      "bad-weight | cambium: weight has 2 numbers, but the table has 3 rows",
    ],
    [
      "a negative weight",
      iris,
      { target: "species", weight: [1, -1, 1] },
      "bad-weight | cambium: weight is -1 in row 2; expected a number from 0 to 2^60",
    ],
    [
      "a missing weight",
      iris,
      { target: "species", weight: [1, 1, Number.NaN] },
      "bad-weight | cambium: weight is NaN in row 3; expected a number from 0 to 2^60",
    ],
    [
      "a weight in words",
      iris,
      { target: "species", weight: "colour" },
      'bad-weight | cambium: weight is "red" in row 1; expected a number from 0 to 2^60',
    ],
    [
      "a huge weight",
      iris,
      { target: "species", weight: [1, 1, 1e20] },
      "bad-weight | cambium: weight is 100000000000000000000 in row 3; expected a number from 0 to 2^60",
    ],
    [
      "no weight at all",
      iris,
      { target: "species", weight: [0, 0, 0] },
      "bad-weight | cambium: every weight is 0; expected at least one of 2^-60 or more",
    ],
    [
      "weights that vanish",
      iris,
      { target: "species", weight: [0, 1e-20, 0] },
      "bad-weight | cambium: no weight is above 1e-20; expected at least one of 2^-60 or more",
    ],
    [
      "a column of objects",
      { x: [{ a: 1 }], y: [1] },
      { target: "y" },
      'bad-column | cambium: column "x" has an object in row 1; expected numbers, text, booleans or dates: take the field you need out of it',
    ],
  ])("refuses %s", async (_name, table, options, message) => {
    expect(await failureOf(() => createDataset(table, options as DatasetOptions))).toBe(message);
  });

  it("refuses a table whose column has not the table's length", async () => {
    const table = {
      rowCount: 3,
      columnNames: ["x", "y"],
      column: (name: string) => (name === "x" ? [1, 2] : [1, 2, 3]),
    };
    expect(await failureOf(() => createDataset(table, { target: "y" }))).toBe(
      'bad-table | cambium: column "x" has 2 rows, but the table says that it has 3',
    );
  });
});
