import { describe, expect, it } from "vitest";
import { discretize } from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";

const table = { size: [1, 2, 2, 3, null, 9, 10, 11], name: ["a", "b", "c", "d", "e", "f", "g", "h"] };

describe("discretize", () => {
  it("cuts into bins of as many rows each, equal values together", () => {
    const { table: binned, cuts } = discretize(table, { columns: ["size"], bins: 3 });
    expect(cuts).toEqual([{ column: "size", at: [2, 9] }]);
    expect([binned.column("size")].flat()).toEqual([
      "up to 2",
      "up to 2",
      "up to 2",
      "above 2 up to 9",
      null,
      "above 2 up to 9",
      "above 9",
      "above 9",
    ]);
    expect(binned.column("name")).toBe(table.name);
  });

  it("cuts into bins of equal width", () => {
    expect(discretize(table, { columns: ["size"], bins: 2, method: "width" }).cuts[0].at).toEqual([6]);
  });

  it("gives another table the same bins, also from JSON", () => {
    const { cuts } = discretize(table, { columns: ["size"], bins: 3 });
    const other = discretize({ size: [2, 2.5, 100] }, { cuts: JSON.parse(JSON.stringify(cuts)) });
    expect(other.table.column("size")).toEqual(["up to 2", "above 2 up to 9", "above 9"]);
  });

  it.each([
    [{ columns: ["size"], cuts: [] }, /either columns, .* or the cuts of another table/],
    [{}, /either columns/],
    [{ cuts: [{ column: "size", at: [2, 1] }] }, /cuts expects cuts, as discretize gives/],
    [{ columns: ["sise"] }, /did you mean "size"/],
    [{ columns: ["name"] }, /has text in row 1/],
  ])("refuses %o with the repair", async (options, message) => {
    expect(await failureOf(() => discretize(table, options))).toMatch(message);
  });

  it("refuses a column that has nothing to cut", async () => {
    expect(await failureOf(() => discretize({ x: [4, 4] }, { columns: ["x"] }))).toMatch(
      /has 4 only; there is nothing/,
    );
    expect(await failureOf(() => discretize({ x: [null] }, { columns: ["x"] }))).toMatch(/has no number/);
  });
});
