import type { Model } from "@cambium/core";
import { describe, expect, test } from "vitest";
import { type TreeTextOptions, treeText } from "../../src/index.ts";
import { columnWidth } from "../../src/text/text-width.ts";
import { flowersModel, pricesModel } from "../support/example-models.ts";
import { boosted, regressionModel } from "../support/make-model.ts";
import { makeTree, type Sketch } from "../support/make-tree.ts";

describe("treeText", () => {
  test("writes a classification, and where missing values go if not with the most", () => {
    expect(`\n${treeText(flowersModel())}\n`).toBe(`
kind · cart · 80 rows, 5 leaves

all rows                                     80  100%    crocus 50%
├─ petal_length_mm ≤ 24.5 or missing         30   38%  → crocus 100%
└─ petal_length_mm > 24.5                    50   63%    iris 40%
   ├─ soil in {chalk, sand}                  20   25%    iris 80%
   │  ├─ petal_length_mm ≤ 43.35 or missing   8   10%  → iris 50%
   │  └─ petal_length_mm > 43.35             12   15%  → iris 100%
   └─ soil in {clay, loam}                   30   38%    lily 60%
      ├─ soil is clay or missing             12   15%  → crocus 50%
      └─ soil is loam                        18   23%  → lily 88%

Missing values follow the heavier branch, unless a branch says otherwise.
`);
  });

  test("names in each node the class of least expected cost, with its share", () => {
    const cost = [
      [0, 1, 1],
      [1, 0, 1],
      [4, 2, 0],
    ];
    expect(nodesOf(flowersModel())).toEqual([
      "crocus 50%",
      "crocus 100%",
      "iris 40%",
      "iris 80%",
      "iris 50%",
      "iris 100%",
      "lily 60%",
      "crocus 50%",
      "lily 88%",
    ]);
    expect(nodesOf({ ...flowersModel(), cost })).toEqual([
      "lily 25%",
      "crocus 100%",
      "lily 40%",
      "iris 80%",
      "iris 50%",
      "iris 100%",
      "lily 60%",
      "lily 25%",
      "lily 88%",
    ]);
  });

  test("writes a regression of a model that refuses missing values", () => {
    expect(`\n${treeText({ ...pricesModel(), missing: "error" })}\n`).toBe(`
price · cart · 60 rows, 4 leaves

all rows                  60  100%    250,000
├─ place in {Arle, Bern}  40   67%    180,000
│  ├─ area ≤ 71.5         25   42%  → 150,000
│  └─ area > 71.5         15   25%  → 230,000
└─ place is Cork          20   33%    390,000
   ├─ area ≤ 4,125.5      12   20%  → 330,000
   └─ area > 4,125.5       8   13%  → 480,000
`);
  });

  test("says how much it left out below the depth that was asked for", () => {
    expect(`\n${treeText(boosted(pricesModel()), { depth: 1 })}\n`).toBe(`
price · boosting · 60 rows, 4 leaves

all rows                  60  100%    +250,000
├─ place in {Arle, Bern}  40   67%    +180,000
│  └─ … 2 nodes below
└─ place is Cork          20   33%    +390,000
   └─ … 2 nodes below

Missing values follow the heavier branch, unless a branch says otherwise.
`);
  });

  test("writes numbers with the digits that were asked for", () => {
    expect(treeText(flowersModel(), { digits: 16 })).toContain("≤ 43.349999999999994".slice(0, -1));
    expect(treeText(flowersModel(), { digits: 2 })).toContain("≤ 43.3");
  });

  test("names the tree of an ensemble", () => {
    const model = pricesModel();
    const [tree] = model.ensemble.trees;
    const pair = { ...boosted(model), ensemble: { ...model.ensemble, trees: [tree, tree] } };
    expect(treeText(pair, { tree: 1 })).toMatch(/^price · boosting · tree 2 of 2 · 60 rows/);
  });

  test("keeps to 100 columns, however long the names are", () => {
    const categories = Array.from({ length: 300 }, (_, i) => `a category with a long name ${i} 花`);
    const split = { feature: 0, categories: [...categories.keys()].filter((code) => code % 2 === 0) };
    const leaf: Sketch = { value: [1 / 3], rows: 1000 };
    const tree = makeTree({ value: [0], rows: 2000, split: { ...split, first: leaf, second: leaf } });
    const features = [{ name: "a feature with a very long name ".repeat(9), kind: "categorical", categories }] as const;
    for (const line of treeText(regressionModel({ features, trees: [tree] })).split("\n")) {
      expect(columnWidth(line)).toBeLessThanOrEqual(100);
    }
  });

  test("writes the first levels of a tree that is deeper than the stack of calls, and counts the rest", () => {
    let chain: Sketch = { value: [0], rows: 1 };
    for (let i = 0; i < 2000; i++) {
      chain = {
        value: [0],
        rows: 1,
        split: { feature: 0, threshold: i, first: { value: [0], rows: 1 }, second: chain },
      };
    }
    const features = [{ name: "x", kind: "numeric" }] as const;
    const model = regressionModel({ features, trees: [makeTree(chain)] });
    const written = (depth?: number) => treeText(model, depth === undefined ? {} : { depth }).split("\n");
    expect(written().filter((line) => line.includes("→"))).toHaveLength(100);
    expect(written().at(202)?.trim()).toMatch(/^└─ x > 1,900 +1 +100% +0$/);
    expect(written().at(203)?.trim()).toBe("└─ … 3,800 nodes below");
    expect(written(2000).filter((line) => line.includes("→"))).toHaveLength(1000);
  });

  test("writes so many lines, and counts the nodes that it leaves out", () => {
    const broad = (depth: number): Sketch => {
      const node = { value: [0], rows: 1 };
      if (depth === 0) return node;
      return { ...node, split: { feature: 0, threshold: depth, first: broad(depth - 1), second: broad(depth - 1) } };
    };
    const features = [{ name: "x".repeat(100_000), kind: "numeric" }] as const;
    const lines = treeText(regressionModel({ features, trees: [makeTree(broad(13))] })).split("\n");
    expect(lines[10_002]).toBe("… 6,383 more nodes");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(120);
  });

  test("refuses a model without trees", () => {
    const model = pricesModel();
    const bare = { ...model, ensemble: { ...model.ensemble, trees: [] } };
    expect(() => treeText(bare)).toThrow(
      "cambium: treeText: the model has no trees, only a constant; train it with rounds >= 1",
    );
  });

  test.each([
    [undefined, "undefined"],
    [[{ x: 1 }], "an array of 1"],
    [{ x: [1, 2] }, "an object"],
    [Promise.resolve(pricesModel()), "a promise; write `await learner.fit(…)`"],
  ])("refuses what is no model: %o", (model, kind) => {
    expect(() => treeText(model as unknown as Model)).toThrow(
      `cambium: treeText: expected a model, as fit or loadModel gives, got ${kind}`,
    );
  });

  test.each([
    [{ depth: -1 }, "cambium: treeText: depth expects a whole number >= 0, or Infinity for no limit, got -1"],
    [{ digits: 0.5 }, "cambium: treeText: digits expects a whole number from 1 to 17, got 0.5"],
    [{ dept: 2 }, 'cambium: treeText has no option "dept"; did you mean "depth"? it takes "tree", "digits", "depth"'],
    [{ tree: 4 }, "cambium: treeText: tree expects 0, its only tree, got 4"],
  ])("refuses %o", (options, message) => {
    expect(() => treeText(pricesModel(), options as TreeTextOptions)).toThrow(message);
  });
});

/** What stands at the end of each line of the tree. */
function nodesOf(model: Model): string[] {
  return treeText(model)
    .split("\n")
    .flatMap((line) => line.match(/\w+ \d+%$/) ?? []);
}
