import { Table, tableFromArrays, tableFromIPC, tableToIPC, Utf8, vectorFromArray } from "apache-arrow";
import { describe, expect, it } from "vitest";
import { fromArrow } from "../../src/index.ts";
import { columnsOf } from "../support/columns-of.ts";
import { failureOf } from "../support/failure-of.ts";

describe("fromArrow", () => {
  const arrow = tableFromArrays({
    age: Float64Array.of(39, NaN, 50),
    workclass: ["Private", "State-gov", "Private"],
    rank: Int32Array.of(1, 2, 3),
  });
  const expected = [
    ["age", [39, NaN, 50]],
    ["workclass", ["Private", "State-gov", "Private"]],
    ["rank", [1, 2, 3]],
  ];

  it("reads numbers and dictionaries of a table made in memory", () => {
    expect(fromArrow(arrow).rowCount).toBe(3);
    expect(columnsOf(fromArrow(arrow))).toEqual(expected);
  });

  it("reads a table that went through Arrow's file format", () => {
    expect(columnsOf(fromArrow(tableFromIPC(tableToIPC(arrow, "file"))))).toEqual(expected);
  });

  it("reads nulls", () => {
    const table = new Table({ n: vectorFromArray([1, null, 3]), t: vectorFromArray(["a", null, "b"], new Utf8()) });
    expect(columnsOf(fromArrow(table))).toEqual([
      ["n", [1, null, 3]],
      ["t", ["a", null, "b"]],
    ]);
  });

  it.each([
    [null, "null"],
    [undefined, "undefined"],
    [7, "a number"],
    [[{ a: 1 }], "an array of 1"],
    [{}, "an object without keys"],
    [{ age: [1, 2], workclass: ["a", "b"] }, "an object with the keys age, workclass"],
    [Promise.resolve(arrow), "a promise; write `fromArrow(await …)`"],
    [{ numRows: 1, schema: null, getChild: () => null }, "an object with the keys numRows, schema, getChild"],
  ])("refuses %j", async (value, kind) => {
    const message =
      `bad-table | cambium: fromArrow expected an Arrow table (numRows, schema.fields, getChild), got ${kind}; ` +
      "pass what tableFromIPC or tableFromArrays gives; other tables need no fromArrow, every fit takes them as they are";
    expect(await failureOf(() => fromArrow(value as never))).toBe(message);
  });
});
