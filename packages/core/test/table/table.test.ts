import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type TableLike, tableFromColumns, tableFromRows, toTable } from "../../src/index.ts";
import { selectRows } from "../../src/table/select-rows.ts";
import { failureOf } from "../support/failure-of.ts";

function contents(table: TableLike): [string, unknown[]][] {
  return table.columnNames.map((name) => [name, Array.from(table.column(name))]);
}

describe("tableFromColumns", () => {
  it("takes arrays and typed arrays as they are", () => {
    const age = Float32Array.of(1.5, 2.5);
    const table = tableFromColumns({ age, name: ["a", "b"] });
    expect(table.rowCount).toBe(2);
    expect(table.columnNames).toEqual(["age", "name"]);
    expect(table.column("age")).toBe(age);
  });

  it("takes a Map, whose names may be anything", () => {
    const table = tableFromColumns(
      new Map([
        ["__proto__", [1, 2]],
        ["constructor", [3, 4]],
      ]),
    );
    expect(contents(table)).toEqual([
      ["__proto__", [1, 2]],
      ["constructor", [3, 4]],
    ]);
  });

  it("reads a column that JSON named __proto__", () => {
    const table = tableFromColumns(JSON.parse('{"__proto__": [1, 2], "toString": [3, 4]}'));
    expect(contents(table)).toEqual([
      ["__proto__", [1, 2]],
      ["toString", [3, 4]],
    ]);
  });

  it("refuses columns of unequal lengths", async () => {
    expect(await failureOf(() => tableFromColumns({ a: [1, 2], b: [1] }))).toBe(
      'bad-table | cambium: column "b" has 1 rows, but "a" has 2: all columns must be equally long',
    );
  });

  it("refuses what is no array", async () => {
    expect(await failureOf(() => tableFromColumns({ a: "text" as never }))).toBe(
      'bad-table | cambium: column "a" expects an array, got "text"; a single row goes to predictOne, or into a list, as [row]',
    );
    expect(await failureOf(() => tableFromColumns({ a: new DataView(new ArrayBuffer(8)) as never }))).toBe(
      'bad-table | cambium: column "a" expects an array, got an object; a single row goes to predictOne, or into a list, as [row]',
    );
  });

  it("names the columns that there are when asked for another", async () => {
    expect(await failureOf(() => tableFromColumns({ a: [1], b: [2] }).column("toString"))).toBe(
      'unknown-column | cambium: the table has no column "toString"; there are "a", "b"',
    );
  });
});

describe("tableFromRows", () => {
  it("puts columns in the order in which they are first seen, and misses what a row lacks", () => {
    expect(contents(tableFromRows([{ a: 1 }, { b: "x", a: 2 }, {}]))).toEqual([
      ["a", [1, 2, null]],
      ["b", [null, "x", null]],
    ]);
  });

  it("keeps a column named __proto__", () => {
    expect(contents(tableFromRows([JSON.parse('{"__proto__": 1, "x": 2}')]))).toEqual([
      ["__proto__", [1]],
      ["x", [2]],
    ]);
  });

  it("holds the same values as the columns that it was made from", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 6 }),
        (names, count) => {
          const columns = new Map(names.map((name, c) => [name, Array.from({ length: count }, (_, r) => 10 * c + r)]));
          const rows = Array.from({ length: count }, (_, row) =>
            Object.fromEntries(names.map((name) => [name, columns.get(name)?.[row]])),
          );
          expect(new Map(contents(tableFromRows(rows)))).toEqual(columns);
        },
      ),
    );
  });

  it("refuses a row that is no object", async () => {
    expect(await failureOf(() => tableFromRows([{ a: 1 }, null as never]))).toBe(
      "bad-table | cambium: row 2 of the table expects an object of named values, got null",
    );
    expect(await failureOf(() => tableFromRows([[1, 2] as never]))).toBe(
      "bad-table | cambium: row 1 of the table expects an object of named values, got an array of 2",
    );
  });
});

describe("toTable", () => {
  it("passes a table through", () => {
    const table = tableFromColumns({ a: [1] });
    expect(toTable(table)).toBe(table);
  });

  it("tells named arrays from row objects", () => {
    expect(contents(toTable({ a: [1, 2] }))).toEqual([["a", [1, 2]]]);
    expect(contents(toTable([{ a: 1 }, { a: 2 }]))).toEqual([["a", [1, 2]]]);
  });

  it.each([
    [null, "null"],
    [undefined, "undefined"],
    ["data.csv", '"data.csv"'],
    [7, "7"],
  ])("refuses %j", async (input, shown) => {
    expect(await failureOf(() => toTable(input as never))).toBe(
      `bad-table | cambium: expected a table (named arrays, row objects, an Arrow table, or what a reader returns), got ${shown}`,
    );
  });

  it("notices a reader that was not awaited", async () => {
    expect(await failureOf(() => toTable(Promise.resolve({ a: [1] }) as never))).toBe(
      "bad-table | cambium: got a promise of a table: readers are asynchronous, write `await readCsv(…)`",
    );
  });
});

describe("selectRows", () => {
  it("takes the listed rows in the order of the list, and keeps the width of floats", () => {
    const table = tableFromColumns({
      single: Float32Array.of(1.5, 2.5, 3.5),
      double: Float64Array.of(1, 2, 3),
      text: ["a", "b", "c"],
      big: BigInt64Array.of(1n, 2n, 3n) as unknown as ArrayLike<unknown>,
    });
    const chosen = selectRows(table, Uint32Array.of(2, 0));
    expect(chosen.rowCount).toBe(2);
    expect(chosen.column("single")).toEqual(Float32Array.of(3.5, 1.5));
    expect(chosen.column("double")).toEqual(Float64Array.of(3, 1));
    expect(chosen.column("text")).toEqual(["c", "a"]);
    expect(chosen.column("big")).toEqual([3n, 1n]);
  });
});
