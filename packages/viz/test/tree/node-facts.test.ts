import { describe, expect, test } from "vitest";
import { nodeFacts } from "../../src/tree/node-facts.ts";
import { plotRows } from "../../src/tree/plot-rows.ts";
import { treeSubject } from "../../src/tree/tree-subject.ts";
import { visibleNodes } from "../../src/tree/visible-tree.ts";
import { flowersModel, flowersTable, pricesModel, pricesTable } from "../support/example-models.ts";

const flowers = treeSubject("test", flowersModel());
const flowerNodes = visibleNodes(flowers.tree, 9);

describe("without data", () => {
  test("facts are what the model remembers of its training", () => {
    const [root, first] = nodeFacts(flowers, flowerNodes, null);
    expect(root).toMatchObject({ rows: 80, share: 1, mix: [0.5, 0.25, 0.25], predicted: 0 });
    expect(first).toMatchObject({ rows: 30, share: 0.375, mix: [1, 0, 0], gini: 0 });
  });

  test("where errors have costs, the class of a node is that of least expected cost", () => {
    const cost = [
      [0, 1, 1],
      [1, 0, 1],
      [4, 2, 0],
    ];
    const [root, first] = nodeFacts(treeSubject("test", { ...flowersModel(), cost }), flowerNodes, null);
    expect(root).toMatchObject({ mix: [0.5, 0.25, 0.25], predicted: 2 });
    expect(first).toMatchObject({ mix: [1, 0, 0], predicted: 0 });
  });

  test("a tree of numbers has values", () => {
    const prices = treeSubject("test", pricesModel());
    const facts = nodeFacts(prices, visibleNodes(prices.tree, 9), null);
    expect(facts.map(({ value }) => value)).toEqual(Array.from(prices.tree.value));
    expect(facts[0]).toMatchObject({ mix: null, gini: null, predicted: -1, quartiles: null });
  });
});

describe("with data", () => {
  const table = flowersTable();
  const facts = nodeFacts(flowers, flowerNodes, plotRows(flowers, table, flowerNodes));

  test("every row is in the root, and in one child of each of its nodes", () => {
    expect(facts[0].rows).toBe(80);
    flowerNodes.forEach((node, index) => {
      const children = facts.filter((_, child) => flowerNodes[child].parent === index);
      if (!node.leaf) expect(children.reduce((sum, { rows }) => sum + rows, 0)).toBe(facts[index].rows);
    });
  });

  test("the mix counts the classes that the model knows", () => {
    const known = table.kind.filter((kind) => kind !== "tulip");
    const shares = ["crocus", "iris", "lily"].map((kind) => known.filter((k) => k === kind).length / known.length);
    expect(facts[0].mix).toEqual(shares);
  });

  test("quartiles are the target's, interpolated between its order statistics", () => {
    const prices = treeSubject("test", pricesModel());
    const nodes = visibleNodes(prices.tree, 9);
    const priceTable = pricesTable();
    const [root] = nodeFacts(prices, nodes, plotRows(prices, priceTable, nodes));
    const sorted = (priceTable.price as number[]).slice().sort((a, b) => a - b);
    // Of 60 values the quartiles stand three quarters of the way from the 15th to the 16th, and a quarter from the 45th.
    expect(root.quartiles).toEqual([
      sorted[14] + 0.75 * (sorted[15] - sorted[14]),
      sorted[44] + 0.25 * (sorted[45] - sorted[44]),
    ]);
  });
});
