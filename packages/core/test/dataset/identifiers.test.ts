import { afterEach, describe, expect, it, vi } from "vitest";
import {
  boosting,
  type CambiumWarning,
  cart,
  createDataset,
  crossValidate,
  evaluate,
  gridSearch,
  type RegressionScores,
  randomForest,
  trainTestSplit,
} from "../../src/index.ts";
import { everyLearner, named } from "../support/every-learner.ts";
import { failureOf } from "../support/failure-of.ts";

const wave = (rows: number) => Array.from({ length: rows }, (_, row) => Math.sin(row) * 10);
const coded = (rows: number, distinct: number) => Array.from({ length: rows }, (_, row) => `code ${row % distinct}`);
const target = { target: "y" };
const silent = { onWarning: () => {} };

async function featuresOf(table: Record<string, ArrayLike<unknown>>, options = {}): Promise<string[]> {
  return (await createDataset(table, { ...target, ...options })).columns.map(({ name }) => name);
}

async function codesOf(table: Record<string, ArrayLike<unknown>>, options = {}): Promise<string[]> {
  const { warnings } = await createDataset(table, { ...target, ...options });
  return warnings.map(({ code, column }) => `${code} ${column}`);
}

afterEach(() => vi.restoreAllMocks());

describe("a column of categories that identifies rows", () => {
  it.each([
    [50, 45, false],
    [50, 44, true],
    [49, 49, true],
    [1000, 900, false],
    [1000, 899, true],
  ])("of %i rows and %i values is a feature: %s", async (rows, distinct, isKept) => {
    const table = { x: wave(rows), id: coded(rows, distinct), y: wave(rows).map((value) => value * value) };
    expect(await featuresOf(table)).toEqual(isKept ? ["x", "id"] : ["x"]);
    expect((await codesOf(table)).filter((code) => code.startsWith("identifier"))).toEqual(
      isKept ? [] : ["identifier-left-out id"],
    );
  });

  it.each([
    [25, false],
    [24, true],
  ])("that has %i values in 60 rows, all distinct, is a feature: %s", async (values, isKept) => {
    const id = Array.from({ length: 60 }, (_, row) => (row < values ? `name ${row}` : null));
    expect((await featuresOf({ x: wave(60), id, y: wave(60) })).includes("id")).toBe(isKept);
  });

  it("is kept where it is listed in features or types", async () => {
    const table = { x: wave(80), id: coded(80, 80), y: wave(80).map(Math.abs) };
    expect(await featuresOf(table, { features: ["id", "x"] })).toEqual(["id", "x"]);
    expect(await featuresOf(table, { types: { id: "categorical" } })).toEqual(["x", "id"]);
    expect(await codesOf(table, { types: { id: "categorical" } })).toEqual([]);
  });

  it("has a warning that says how to keep it", async () => {
    const told: CambiumWarning[] = [];
    const table = { x: wave(80), id: coded(80, 80), y: wave(80).map(Math.abs) };
    const model = await cart().fit(table, { ...target, onWarning: (warning) => told.push(warning) });
    expect(told).toEqual([
      {
        code: "identifier-left-out",
        column: "id",
        message:
          'column "id" is left out of the features: 80 of its 80 values are distinct, so it names rows, and what is learned of them holds for no others. To learn from it, list it in features or pass types: { "id": "categorical" }; if it holds numbers or dates as text, make them numbers or dates; to be silent, pass exclude: ["id"].',
      },
    ]);
    expect(model.warnings).toEqual(told);
    expect(model.features.map(({ name }) => name)).toEqual(["x"]);
  });

  it("may have more values than a column of categories can have", async () => {
    const rows = 70_000;
    expect(await featuresOf({ x: wave(rows), id: coded(rows, rows), y: wave(rows) })).toEqual(["x"]);
  });

  it.each(named(everyLearner.filter(({ namesOnly }) => !namesOnly)))(
    "does not matter to %s, in training or in prediction",
    async (_name, { learner, target: kind }) => {
      const x = wave(60);
      const y = x.map((value, row) => (kind === "numbers" ? 3 + (row % 5) : value > 5 ? "a" : value > 0 ? "b" : "a"));
      const plain = await learner.fit({ x, y }, { ...target, ...silent });
      const withId = await learner.fit({ id: coded(60, 60), x, y }, { ...target, ...silent });
      expect(withId.toBytes()).toEqual(plain.toBytes());
      expect(withId.predictScore({ id: coded(60, 7), x })).toEqual(plain.predictScore({ x }));
    },
  );

  it("costs a tree nothing where it is left out, and much where it is kept", async () => {
    const rows = 600;
    const size = Array.from({ length: rows }, (_, row) => 40 + ((row * 7919) % 160));
    const price = size.map((value, row) => 2000 * value + 9000 * Math.sin(row * 12.9898));
    const day = (row: number) => new Date(Date.UTC(2015, 0, 1) + 86_400_000 * ((row * 977) % 3000));
    const table = {
      order: Array.from({ length: rows }, (_, row) => `A-${100_000 + row * 37}`),
      date: Array.from({ length: rows }, (_, row) => day(row).toISOString().slice(0, 10)),
      size,
      price,
    };
    const { train, test } = trainTestSplit(table, { seed: 1 });
    const r2 = async (options: object) => {
      const model = await cart({ minRowsLeaf: 5 }).fit(train, { target: "price", ...silent, ...options });
      return (evaluate(model, test) as RegressionScores).r2;
    };
    expect(await r2({})).toBeGreaterThan(0.95);
    expect(await r2({ features: ["order", "date", "size"] })).toBeLessThan(await r2({}));
  });

  it("is the only feature: an error says so", async () => {
    expect(await failureOf(() => createDataset({ id: coded(60, 60), y: wave(60) }, target))).toBe(
      'bad-table | cambium: besides the target "y" the table has only columns that identify rows: "id"; to learn from them, list them in features',
    );
  });
});

describe("numbers that count the rows", () => {
  const rows = 90;
  const y = wave(rows).map(Math.abs);
  const shuffled = Array.from({ length: rows }, (_, row) => 1 + ((row * 37) % rows));
  it.each<[string, ArrayLike<unknown>, boolean]>([
    ["from 0", Array.from({ length: rows }, (_, row) => row), true],
    ["backwards", Array.from({ length: rows }, (_, row) => 5000 - row), true],
    ["in any order", shuffled, true],
    ["as bigints", shuffled.map(BigInt), true],
    ["as integers of 32 bits", Int32Array.from(shuffled), true],
    ["of some of the rows", shuffled.map((value) => value + Math.floor(value / 2)), true],
    ["one of which occurs twice", shuffled.map((value, row) => (row === 3 ? shuffled[4] : value)), false],
    ["one of which is missing", shuffled.map((value, row) => (row === 3 ? null : value)), false],
    ["one of which is not whole", shuffled.map((value, row) => (row === 3 ? 0.5 : value)), false],
    ["that lie far apart", shuffled.map((value) => value * 3), false],
    ["that repeat", shuffled.map((value) => value % 40), false],
  ])("%s: a warning, and it stays", async (_name, n, isWarned) => {
    expect(await codesOf({ n, x: wave(rows), y })).toEqual(isWarned ? ["row-number n"] : []);
    expect(await featuresOf({ n, x: wave(rows), y })).toEqual(["n", "x"]);
    expect(await codesOf({ n, x: wave(rows), y }, { types: { n: "numeric" } })).toEqual([]);
    expect(await codesOf({ n, x: wave(rows), y }, { features: ["x", "n"] })).toEqual([]);
  });

  it("of fewer than 50 rows have none", async () => {
    expect(await codesOf({ n: shuffled.slice(0, 49), y: y.slice(0, 49) })).toEqual([]);
  });
});

describe("exclude", () => {
  const table = { id: [7, 8, 9, 10], x: [1, 2, 3, 4], z: ["a", "b", "a", "b"], y: [1, 5, 2, 8], w: [1, 1, 2, 2] };

  it.each(named(everyLearner.filter(({ namesOnly }) => !namesOnly)))(
    "is taken by %s",
    async (_name, { learner, target: kind }) => {
      const y = kind === "numbers" ? table.y : ["p", "q", "p", "q"];
      const model = await learner.fit({ ...table, y }, { ...target, exclude: ["id", "w"], ...silent });
      expect(model.features.map(({ name }) => name)).toEqual(["x", "z"]);
    },
  );

  it("is taken by createDataset, crossValidate and the searches", async () => {
    expect(await featuresOf(table, { exclude: ["id", "w"] })).toEqual(["x", "z"]);
    const options = { ...target, exclude: ["id", "w", "z"], folds: 2, ...silent };
    const only = { ...target, features: ["x"], folds: 2, ...silent };
    expect((await crossValidate(cart(), table, options)).mean).toEqual((await crossValidate(cart(), table, only)).mean);
    const found = await gridSearch(({ maxDepth }) => cart({ maxDepth }), { maxDepth: [1, 2] }, table, {
      ...options,
      refit: true,
    });
    expect(found.model?.features.map(({ name }) => name)).toEqual(["x"]);
  });

  it("says nothing of columns that are no features anyway, and may be empty", async () => {
    const options = { exclude: ["y", "w", "id"], weight: "w", rowKey: "id" };
    expect(await featuresOf(table, options)).toEqual(["x", "z"]);
    expect(await featuresOf(table, { exclude: [] })).toEqual(["id", "x", "z", "w"]);
    expect(await featuresOf(table, { exclude: ["id"], types: { id: "categorical" } })).toEqual(["x", "z", "w"]);
  });

  it.each<[string, object, string]>([
    [
      "an unknown name",
      { exclude: ["idd"] },
      'unknown-column | cambium: exclude: the table has no column "idd"; did you mean "id"? there are "id", "x", "z", "y", "w"',
    ],
    [
      "a feature",
      { exclude: ["x"], features: ["x", "z"] },
      'bad-option | cambium: exclude: "x" is listed in features too; leave it out of one of them',
    ],
    [
      "all columns",
      { exclude: ["id", "x", "z", "w"] },
      'bad-table | cambium: the table has no column besides the target "y" and the excluded ones, "id", "x", "z", "w"; expected features',
    ],
    ["a text", { exclude: "id" }, 'bad-option | cambium: cart.fit: exclude expects a list of column names, got "id"'],
    [
      "a list with a hole",
      { exclude: new Array(2) },
      "bad-option | cambium: cart.fit: exclude expects a list of column names, got an array of 2",
    ],
  ])("refuses %s", async (_name, options, message) => {
    expect(await failureOf(() => cart().fit(table, { ...target, ...options }))).toBe(message);
  });

  it("is settled where a dataset is created", async () => {
    const dataset = await createDataset(table, { ...target, exclude: ["id"] });
    expect(await failureOf(() => boosting().fit(dataset, { exclude: ["x"] } as never))).toBe(
      "bad-option | cambium: fit: exclude was settled when the dataset was created; leave it out here",
    );
  });

  it("leaves a group out as well", async () => {
    const rows = 40;
    const grouped = { x: wave(rows), g: coded(rows, 8), z: wave(rows), y: wave(rows).map(Math.abs) };
    const { model } = await gridSearch(() => randomForest({ trees: 2 }), { trees: [1] }, grouped, {
      ...target,
      group: "g",
      exclude: ["z"],
      refit: true,
      ...silent,
    });
    expect(model?.features.map(({ name }) => name)).toEqual(["x"]);
  });
});
