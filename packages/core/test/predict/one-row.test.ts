import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boosting, cart, type Model } from "../../src/index.ts";
import { RowWalker } from "../../src/predict/row-walker.ts";
import { ensembles } from "../support/ensembles.ts";
import { failureOf } from "../support/failure-of.ts";
import { randomTrees, sumOfLeaves } from "../support/random-trees.ts";

const features = [
  { kind: "numeric", name: "a" },
  { kind: "numeric", name: "b" },
  { kind: "categorical", name: "c", categories: [] },
] as const;

describe("one row down the trees", () => {
  it.each([
    ["trees of any shape", false, false],
    ["symmetric trees", false, true],
    ["trees on categories and numbers", true, false],
  ] as const)("reaches the leaves that the rule says: %s", (_, categories, symmetric) => {
    fc.assert(
      fc.property(randomTrees({ categories, symmetric, wide: true }), (random) => {
        const { trees, width, rows } = random;
        const initialScore = Float64Array.from({ length: width }, (_, k) => k / 3);
        const walker = new RowWalker({ trees: [...trees, ...trees, ...trees], initialScore }, features);
        const start = Float64Array.from({ length: rows.rowCount * width }, (_, at) => (at % width) / 3);
        const scores = Array.from({ length: rows.rowCount }, (_, row) => {
          for (const [feature, column] of rows.columns.entries()) walker.put(feature, column[row]);
          const of = initialScore.slice();
          walker.addTo(of);
          return [...of];
        });
        const thrice = { ...random, trees: [...trees, ...trees, ...trees] };
        expect(scores.flat()).toEqual([...sumOfLeaves(thrice, start)]);
      }),
      { numRuns: 100 },
    );
  });

  it.each(ensembles)("is predicted as in a table: %s", async (_, learner, { table, target }) => {
    const model = await learner.fit(table, { target });
    const rows = table[target].map((_, row) =>
      Object.fromEntries(Object.keys(table).map((name) => [name, table[name][row]])),
    );
    expect(rows.map((row) => model.predictOne(row))).toEqual([...model.predict(table as never)]);
  });
});

const table = { age: [20, 30, 40, 50, null], town: ["Ulm", "Bonn", "Ulm", null, "Ulm"], y: [1, 2, 3, 10, 4] };
const fitted = (options = {}): Promise<Model> => cart(options).fit(table, { target: "y" });
/** Bonn is 0, Ulm 1. */
const flat = [20, 1, 30, 0, 40, 1, 50, Number.NaN, Number.NaN, 1];

describe("rows of bare numbers", () => {
  it.each([Float64Array, Float32Array])("are the table's rows, with places for categories: %o", async (Numbers) => {
    const model = await fitted();
    expect(model.predict(Numbers.from(flat))).toEqual(model.predict(table));
    expect(model.predictScore(Numbers.from(flat))).toEqual(model.predictScore(table));
    const rows = table.age.map((_, row) => model.predictOne(Numbers.from(flat.slice(2 * row, 2 * row + 2))));
    expect(rows).toEqual([...(model.predict(table) as Float64Array)]);
  });

  it("give probabilities as a table does", async () => {
    const x = [1, 2, 3, 4, 5, 6];
    const model = await boosting({ rounds: 3 }).fit({ x, y: ["a", "b", "a", "b", "b", "b"] }, { target: "y" });
    if (model.task !== "classification") throw new Error("expected classes");
    expect(model.predictProbability(Float64Array.from(x))).toEqual(model.predictProbability({ x }));
    expect(x.map((value) => model.predictOne(Float64Array.of(value)))).toEqual(model.predict({ x }));
  });

  it.each<[string, object, (model: Model) => unknown, string]>([
    [
      "half a row",
      {},
      (model) => model.predict(new Float64Array(3)),
      'bad-table | cambium: the array has 3 numbers, which are no whole rows of the model\'s 2 features: "age", "town"',
    ],
    [
      "two rows for one",
      {},
      (model) => model.predictOne(new Float64Array(4)),
      "bad-table | cambium: predictOne expects one row, an object of named values or an array with a number for each of 2 features, got 4 numbers; for several rows use predict",
    ],
    [
      "a category that the model has not",
      {},
      (model) => model.predict(Float64Array.of(20, 0, 30, 2)),
      'unknown-category | cambium: column "town" has 2 in row 2 of an array; expected NaN for missing, or the place of a category among the 2 of the model, from 0',
    ],
    [
      "half a category, in one row",
      {},
      (model) => model.predictOne(Float64Array.of(20, 0.5)),
      'unknown-category | cambium: column "town" has 0.5 in row 1 of an array; expected NaN for missing, or the place of a category among the 2 of the model, from 0',
    ],
    [
      "missing values where told to",
      { missing: "error" },
      (model) => model.predictOne(Float64Array.of(Number.NaN, 1)),
      'missing-value | cambium: column "age" has no value in row 1, and this model refuses missing values; train with missing: "learn" to allow them',
    ],
    [
      "an array of integers",
      {},
      (model) => model.predict(new Int32Array(2) as never),
      "bad-table | cambium: expected a table, or a Float32Array or Float64Array of rows, got an array of another type; convert it",
    ],
  ])("refuse %s", async (_name, options, use, message) => {
    const full = { age: [20, 30, 40], town: ["Ulm", "Bonn", "Ulm"], y: [1, 2, 3] };
    const model = await cart(options).fit(full, { target: "y" });
    expect(await failureOf(() => use(model))).toContain(message);
  });
});

describe("one object", () => {
  it("is converted and refused as a row of a table is", async () => {
    const model = await fitted();
    const odd = [
      { age: "50", town: "Ulm" },
      { age: 50n, town: "Ulm" },
      { age: true, town: "Rom" },
      { age: 20, town: 7 },
    ];
    expect(odd.map((row) => model.predictOne(row))).toEqual([...(model.predict(odd) as Float64Array)]);
    for (const wrong of [{ age: "old", town: "Ulm" }, { age: 20 }, [], new Map(), null, 5]) {
      expect(await failureOf(() => model.predictOne(wrong as object))).toBe(
        await failureOf(() => model.predict([wrong as object])),
      );
    }
  });

  it("is read by its names in any order, among rows of other orders, or with more names; with fewer it is refused", async () => {
    const model = await fitted();
    const rows = table.age.map((age, row) => ({ age, town: table.town[row] }));
    const turned = rows.map(({ age, town }) => ({ town, age }));
    const more = rows.map(({ age, town }) => ({ id: 7, town, note: null, age }));
    const fewer = rows.map(({ town }) => ({ town }));
    const ofTable = [...(model.predict(table) as Float64Array)];
    const read = (list: readonly object[]) => list.map((row) => model.predictOne(row));
    // Twice: the second time a list is read by the shape of its rows.
    for (let turn = 0; turn < 2; turn++) {
      for (const list of [rows, turned, more]) expect(read(list)).toEqual(ofTable);
      expect(await failureOf(() => model.predictOne(fewer[turn]))).toContain("unknown-column");
    }
    const mixed = rows.flatMap((row, i) => [row, turned[i], more[i], row]);
    expect(read(mixed)).toEqual(ofTable.flatMap((value) => [value, value, value, value]));
  });

  it("has its own fields only: what a prototype says is missing", async () => {
    const model = await fitted();
    const heir = Object.create({ age: 20 });
    heir.town = "Ulm";
    expect(await failureOf(() => model.predictOne(heir))).toContain("unknown-column");
  });
});
