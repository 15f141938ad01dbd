import { NodeKind, routeRow } from "@cambium/core";
import { describe, expect, test } from "vitest";
import { childRegion, everywhere, namesText, partedCategories, regionText } from "../../src/tree/node-region.ts";
import { flowersModel } from "../support/example-models.ts";
import { makeTree } from "../support/make-tree.ts";

const { features, ensemble } = flowersModel();
const [tree] = ensemble.trees;

describe("a region", () => {
  test("merges what a path says of a feature into one interval or one list", () => {
    const right = childRegion(features, tree, 0, everywhere, 1);
    const left = childRegion(features, tree, tree.firstChild[0] + 1, right, 0);
    const low = childRegion(features, tree, tree.firstChild[2], left, 0);
    expect(regionText(features, everywhere)).toBe("all rows");
    expect(regionText(features, right)).toBe("petal_length_mm > 24.5");
    expect(regionText(features, low)).toBe("24.5 < petal_length_mm ≤ 43.349999999999994 and soil in {chalk, sand}");
  });

  test("parts only the categories that an ancestor has not sent elsewhere", () => {
    const right = childRegion(features, tree, 0, everywhere, 1);
    expect(partedCategories(features, tree, 2, right)).toEqual([
      [0, 3],
      [1, 2],
    ]);
    const others = childRegion(features, tree, 2, right, 1);
    expect(partedCategories(features, tree, tree.firstChild[2] + 1, others)).toEqual([[1], [2]]);
  });

  test("parts categories as rows are routed, also those beyond the node's bits", () => {
    const categories = Array.from({ length: 100 }, (_, code) => `c${code}`);
    const leaf = { value: [0], rows: 1 };
    const split = { feature: 0, categories: [0, 31, 32, 63, 64], first: leaf, second: leaf };
    const wide = makeTree({ value: [0], rows: 2, split });
    const schema = [{ name: "c", kind: "categorical", categories }] as const;
    const rows = { rowCount: 100, columns: [Int32Array.from(categories.keys())] };
    const [first, second] = partedCategories(schema, wide, 0, everywhere);
    expect(wide.kind[0]).toBe(NodeKind.Categories);
    for (let code = 0; code < 100; code++) {
      expect(first.includes(code)).toBe(routeRow(wide, rows, code, 0) === 1);
      expect(second.includes(code)).toBe(routeRow(wide, rows, code, 0) === 2);
    }
  });
});

test("long lists of names end in a count", () => {
  expect(namesText(["Dream"])).toBe("is Dream");
  expect(namesText(["Biscoe", "Dream", "Torgersen"])).toBe("in {Biscoe, Dream, Torgersen}");
  expect(namesText(["Biscoe", "Dream", "Torgersen"], 2)).toBe("in {Biscoe, Dream and 1 more}");
});
