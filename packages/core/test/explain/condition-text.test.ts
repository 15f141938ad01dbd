import { describe, expect, it } from "vitest";
import { conditionText, namesText } from "../../src/explain/condition-text.ts";

describe("conditionText", () => {
  it.each<[number | null, number | null, boolean, string]>([
    [null, 206.5, false, "x ≤ 206.5"],
    [0.1, null, false, "x > 0.1"],
    [-1, 1e21, false, "-1 < x ≤ 1e+21"],
    [-1, 2, true, "(-1 < x ≤ 2 or missing)"],
    [null, Infinity, false, "x has a value"],
    [3, Infinity, false, "x > 3"],
    [Infinity, null, true, "x is missing"],
    [5, 3, true, "x is missing"],
    [5, 5, false, "x has no possible value"],
  ])("writes the interval above %d and at most %d, missing %s, as %s", (above, atMost, missing, text) => {
    expect(conditionText({ kind: "interval", feature: "x", above, atMost, missing })).toBe(text);
  });

  it.each<[string[], boolean, string]>([
    [["red"], false, "c is red"],
    [["red", "dark\nblue"], true, "(c in {red, dark blue} or missing)"],
    [[], true, "c is missing"],
    [[], false, "c has no possible value"],
  ])("writes the categories %j, missing %s, as %s", (categories, missing, text) => {
    expect(conditionText({ kind: "categories", feature: "c", categories, missing })).toBe(text);
  });
});

describe("namesText", () => {
  it("ends long lists in a count", () => {
    expect(namesText([])).toBe("has no value");
    expect(namesText(["Dream"])).toBe("is Dream");
    expect(namesText(["Biscoe", "Dream", "Torgersen"])).toBe("in {Biscoe, Dream, Torgersen}");
    expect(namesText(["Biscoe", "Dream", "Torgersen"], 2)).toBe("in {Biscoe, Dream and 1 more}");
  });
});
