import vm from "node:vm";
import { describe, expect, it } from "vitest";
import {
  boosting,
  type CambiumError,
  cart,
  createDataset,
  crossValidate,
  evaluate,
  FitAbortedError,
  loadDataset,
  loadModel,
  refreshLeaves,
  squaredError,
  type TableLike,
  trainTestSplit,
} from "../../src/index.ts";
import { digest } from "../support/digest.ts";
import { failureOf } from "../support/failure-of.ts";

const context = vm.createContext({});
const foreign = <T>(code: string): T => vm.runInContext(code, context) as T;

const ROWS = 40;

/** A program that makes columns; it runs here and elsewhere. */
const columns = `({
  day: Array.from({ length: ${ROWS} }, (_, row) => new Date(86400000 * ((row * 7) % 31))),
  double: Float64Array.from({ length: ${ROWS} }, (_, row) => (row * 13) % 17 / 3),
  single: Float32Array.from({ length: ${ROWS} }, (_, row) => (row * 5) % 11 / 7),
  word: Array.from({ length: ${ROWS} }, (_, row) => "w" + row % 3),
  y: Array.from({ length: ${ROWS} }, (_, row) => (row * 29) % 19),
})`;

const own = vm.runInThisContext(columns) as Record<string, ArrayLike<unknown>>;

describe("values of another realm", () => {
  it("make the same models and predictions, in every form of a table", async () => {
    const learner = boosting({ rounds: 4, maxDepth: 3 });
    const expected = await learner.fit(own, { target: "y" });
    const forms = [
      columns,
      `new Map(Object.entries(${columns}))`,
      `((c) => Array.from(c.y, (_, row) => Object.fromEntries(Object.entries(c).map(([name, of]) => [name, of[row]]))))(${columns})`,
    ];
    for (const form of forms) {
      const table = foreign<Record<string, ArrayLike<unknown>>>(form);
      const model = await learner.fit(table, foreign(`({ target: "y" })`));
      // Rows have no single precision.
      if (form !== forms[2]) expect(digest(model)).toBe(digest(expected));
      expect(expected.predict(table)).toEqual(expected.predict(own));
      expect(evaluate(expected, table)).toEqual(evaluate(expected, own));
    }
    const lent = await learner.fit(foreign<typeof own>(columns), { target: "y", lend: true });
    expect(digest(lent)).toBe(digest(expected));
  });

  it("are folds, parts, weights and options", async () => {
    const table = foreign<typeof own>(columns);
    const learner = cart({ maxDepth: 2 });
    const mean = async (input: typeof own, options: object) =>
      (await crossValidate(learner, input, { target: "y", ...options })).mean;
    expect(await mean(table, { group: table.day })).toEqual(await mean(own, { group: own.day }));
    expect(trainTestSplit(table, { stratify: "day" }).test.column("y")).toEqual(
      trainTestSplit(own, { stratify: "day" }).test.column("y"),
    );
    const weights = foreign<Map<string, number>>(`new Map([["w0", 3]])`);
    const weighed = async (classWeights: Map<string, number>) =>
      digest(await cart({ classWeights }).fit(own, { target: "word" }));
    expect(await weighed(weights)).toBe(await weighed(new Map([["w0", 3]])));
  });

  it("are the bytes of models and datasets", async () => {
    const bytes = (await cart().fit(own, { target: "y" })).toBytes();
    const copy = foreign<(bytes: number[]) => Uint8Array>("(bytes) => Uint8Array.from(bytes)");
    expect(loadModel(copy([...bytes])).toBytes()).toEqual(bytes);
    expect(loadModel(copy([...bytes]).buffer as ArrayBuffer).toBytes()).toEqual(bytes);
    const ofDataset = (await createDataset(own, { target: "y" })).toBytes();
    expect((await loadDataset(copy([...ofDataset]))).toBytes()).toEqual(ofDataset);
  });

  it("are rows of bare numbers", async () => {
    const model = await cart().fit({ a: own.double, y: own.y }, { target: "y" });
    const flat = foreign<Float64Array>(`Float64Array.from({ length: 5 }, (_, i) => i)`);
    expect(model.predict(flat)).toEqual(model.predict(Float64Array.of(0, 1, 2, 3, 4)));
    expect(model.predictOne(foreign<Float64Array>("Float64Array.of(3)"))).toBe(model.predictOne(Float64Array.of(3)));
  });

  it("are errors and reasons of a signal", async () => {
    const reason = foreign<Error>(`new Error("enough")`);
    const fit = boosting().fit(own, { target: "y", signal: { aborted: true, reason } });
    await expect(fit).rejects.toThrow(/aborted before the first round was done: enough/);
    await expect(fit).rejects.toBeInstanceOf(FitAbortedError);
  });

  it("are refused by what they are", async () => {
    const model = await cart().fit(own, { target: "y" });
    expect(await failureOf(() => model.predict(foreign("Promise.resolve(1)")))).toMatch(/got a promise of a table/);
    expect(await failureOf(() => cart().fit(foreign<object[]>("[new Map()]"), { target: "y" }))).toMatch(/got a Map/);
    expect(await failureOf(() => cart(foreign("new Map()")))).toMatch(/got a Map/);
  });

  it("are not what they pretend to be", async () => {
    for (const fake of [Object.create(Date.prototype), { [Symbol.toStringTag]: "Date" }] as object[]) {
      const fit = () => cart().fit({ x: [fake, 1], y: [1, 2] }, { target: "y" });
      expect(await failureOf(fit)).toMatch(/^bad-column \| .* has an object in row 1/);
    }
  });
});

describe("columns that are called like something of a table, a dataset or an object", () => {
  const names =
    "sorted columns binned rowCount columnNames column numRows schema getChild length then constructor __proto__ toString hasOwnProperty";

  it("are columns", async () => {
    const table = Object.fromEntries(
      names.split(" ").map((name, place) => [name, Array.from({ length: ROWS }, (_, row) => (row * (place + 3)) % 23)]),
    );
    const target = "columns";
    const learner = boosting({ rounds: 3, maxDepth: 3 });
    const model = await learner.fit(table, { target, validation: table, types: { sorted: "numeric" } });
    expect(model.features.map(({ name }) => name)).toEqual(names.split(" ").filter((name) => name !== target));
    const { train, test } = trainTestSplit(table);
    await learner.fit(train, { target, validation: { sorted: train, columns: test, length: test } });
    const rows = Array.from({ length: ROWS }, (_, row) =>
      Object.fromEntries(Object.entries(table).map(([name, values]) => [name, values[row]])),
    );
    expect(model.predict(rows)).toEqual(model.predict(table));
    expect(rows.map((row) => model.predictOne(row))).toEqual([...model.predict(table)]);
    expect((await crossValidate(cart({ maxDepth: 2 }), table, { target, folds: 2 })).scores).toHaveLength(2);
    expect(digest(loadModel(model.toBytes()))).toBe(digest(model));
    expect(digest(await learner.fit(new Map(Object.entries(table)), { target, validation: rows }))).toBe(digest(model));
  });
});

describe("a table", () => {
  const failed = (table: unknown, options: object = {}) =>
    failureOf(() => cart().fit(table as TableLike, { target: "y", ...options }));

  it("of a Map has names of text", async () => {
    const map = new Map<unknown, number[]>([
      [1, [1, 2]],
      ["y", [1, 2]],
    ]);
    expect(await failed(map)).toBe(
      "bad-table | cambium: a Map of columns has the key 1; expected the name of a column",
    );
  });

  it("takes lists without holes", async () => {
    const table = { a: [1, 2], b: [2, 1], y: [1, 2] };
    // biome-ignore lint/suspicious/noSparseArray: that is what is refused
    const holes = ["a", , "b"];
    for (const option of ["features", "offset"])
      expect(await failed(table, { [option]: holes })).toMatch(/^bad-option/);
    const model = await cart().fit(table, { target: "y" });
    expect(await failureOf(() => evaluate(model, table, { metrics: holes as never }))).toMatch(/^bad-option/);
    const { length } = holes;
    expect(await failed({ rowCount: 2, columnNames: holes, column: () => [1, length] })).toMatch(
      /^bad-table \| .* has undefined for the name of a column/,
    );
  });

  it("has no more rows than can be read", async () => {
    const table = { rowCount: 4e9, columnNames: ["x", "y"], column: () => ({ length: 4e9 }) };
    expect(await failed(table)).toMatch(
      /^too-large \| .* has 4000000000 rows, and 536870912 \(2\^29\) are read at once/,
    );
  });
});

it("bytes whose memory was given away are no model and no dataset", async () => {
  const bytes = (await cart().fit(own, { target: "y" })).toBytes();
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  const found = "got bytes whose memory was given away (transferred)";
  const expected = `cambium: loadModel expects the bytes that toBytes() gives, ${found}`;
  expect(() => loadModel(bytes)).toThrow(expected);
  expect(() => loadModel(bytes.buffer)).toThrow(expected);
  const error = await loadDataset(bytes).catch((reason: CambiumError) => reason);
  expect((error as CambiumError).message).toContain(found);
});

it("a loss without a spec is refused before leaves are refreshed", async () => {
  const model = await boosting({ rounds: 2 }).fit(own, { target: "y" });
  const loss = { ...squaredError(), spec: undefined as never };
  expect(await failureOf(() => refreshLeaves(model, own, { loss }))).toMatch(
    /^bad-option \| cambium: boosting: the loss has spec undefined/,
  );
});
