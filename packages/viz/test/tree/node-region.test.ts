import { childRegion, NodeKind, routeRow } from "@cambium/core";
import { describe, expect, test } from "vitest";
import { everywhere, partedCategories, regionText } from "../../src/tree/node-region.ts";
import { flowersModel } from "../support/example-models.ts";
import { makeTree } from "../support/make-tree.ts";

const { features, ensemble } = flowersModel();
const [tree] = ensemble.trees;

describe("a region", () => {
  test("merges what a path says of a feature into one interval or one list, with thousands apart", () => {
    const right = childRegion(features, tree, 0, 1, everywhere);
    const left = childRegion(features, tree, tree.firstChild[0] + 1, 0, right);
    const low = childRegion(features, tree, tree.firstChild[2], 0, left);
    expect(regionText(everywhere)).toBe("all rows");
    expect(regionText(right)).toBe("petal_length_mm > 24.5");
    expect(regionText(low)).toBe("24.5 < petal_length_mm ≤ 43.349999999999994 and soil in {chalk, sand}");
    const above = { kind: "interval", feature: "area", above: 4125.5, atMost: null, missing: true } as const;
    expect(regionText(new Map([[0, above]]))).toBe("area > 4,125.5");
    expect(regionText(new Map([[0, { ...above, above: Number.POSITIVE_INFINITY }]]))).toBe("area has no value");
  });

  test("parts only the categories that an ancestor has not sent elsewhere", () => {
    const right = childRegion(features, tree, 0, 1, everywhere);
    expect(partedCategories(features, tree, 2, right)).toEqual([
      ["chalk", "sand"],
      ["clay", "loam"],
    ]);
    const others = childRegion(features, tree, 2, 1, right);
    expect(partedCategories(features, tree, tree.firstChild[2] + 1, others)).toEqual([["clay"], ["loam"]]);
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
      expect(first.includes(`c${code}`)).toBe(routeRow(wide, rows, code, 0) === 1);
      expect(second.includes(`c${code}`)).toBe(routeRow(wide, rows, code, 0) === 2);
    }
  });
});
