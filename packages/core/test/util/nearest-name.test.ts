import { describe, expect, it } from "vitest";
import { didYouMean, listNames } from "../../src/util/nearest-name.ts";

describe("didYouMean", () => {
  it.each([
    ["specis", ["sepal", "species"], 'did you mean "species"? '],
    ["SPECIES", ["sepal", "species"], 'did you mean "species"? '],
    ["maxDept", ["maxDepth", "minRowsLeaf"], 'did you mean "maxDepth"? '],
    ["x", ["y"], ""],
    ["x", ["X"], 'did you mean "X"? '],
    ["income", ["age", "race"], ""],
    ["income", [], ""],
  ])("for %j among %j says %j", (given, known, hint) => {
    expect(didYouMean(given, known)).toBe(hint);
  });

  it("takes no time for a name of a million letters", () => {
    const start = performance.now();
    expect(didYouMean("x".repeat(1e6), ["age"])).toBe("");
    expect(performance.now() - start).toBeLessThan(500);
  });
});

describe("listNames", () => {
  it("quotes the names, and shows eight at most", () => {
    expect(listNames([])).toBe("none");
    expect(listNames(["a", 'say "b"'])).toBe('"a", "say \\"b\\""');
    expect(listNames([..."abcdefghi"])).toBe('"a", "b", "c", "d", "e", "f", "g", "h", … (9 in all)');
  });
});
