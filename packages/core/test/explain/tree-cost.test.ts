import { describe, expect, it } from "vitest";
import { boosting, cart, collapseTree, costComplexity, isLeaf, type Tree, treeCost } from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";
import { randomNumbers } from "../support/random-numbers.ts";

/** Every way to cut a tree back, as marks. */
function everyPruning(tree: Tree, node = 0): Uint8Array[] {
  const none = new Uint8Array(tree.nodeCount);
  if (isLeaf(tree, node)) return [none];
  const first = tree.firstChild[node];
  const kept = everyPruning(tree, first).flatMap((left) =>
    everyPruning(tree, first + 1).map((right) => left.map((mark, at) => mark | right[at])),
  );
  return [none.map((_, at) => (at === node ? 1 : 0)), ...kept];
}

describe("treeCost", () => {
  it.each(["y", "label"])(
    "is least, of all ways to cut the tree back, for what costComplexity leaves (%s)",
    async (target) => {
      const random = randomNumbers(4);
      const a = Array.from({ length: 60 }, random);
      const b = Array.from({ length: 60 }, random);
      const y = a.map((value) => Math.round(4 * value + 2 * random()));
      const table = { a, b, y, label: y.map((value) => (value > 3 ? "high" : value > 2 ? "middle" : "low")) };
      const grow = (options: Parameters<typeof cart>[0]) =>
        cart({ maxDepth: 4, minRowsLeaf: 3, ...options }).fit(table, { target, features: ["a", "b"] });
      const full = await grow({});
      const [tree] = full.ensemble.trees;
      const prunings = everyPruning(tree).map((marks) => collapseTree(tree, marks));
      expect(prunings.length).toBeGreaterThan(10);
      const costs = (alpha: number) =>
        prunings.map((pruned) => treeCost({ ...full, ensemble: { ...full.ensemble, trees: [pruned] } }, alpha));
      for (const alpha of [0, 0.002, 0.01, 0.02, 0.05, 0.1, 1]) {
        const pruned = await grow({ prune: costComplexity({ alpha }) });
        expect(treeCost(pruned, alpha)).toBeCloseTo(Math.min(...costs(alpha)), 12);
      }
    },
  );

  it("is the impurity of the leaves where a leaf costs nothing", async () => {
    const model = await cart({ maxDepth: 1 }).fit({ x: [1, 2, 3, 4], y: [0, 2, 10, 12] }, { target: "y" });
    expect(treeCost(model, 0)).toBe(1);
    expect(treeCost(model, 0.5)).toBe(2);
  });

  it("refuses trees without an impurity, and a price that is none", async () => {
    const model = await boosting({ rounds: 1 }).fit({ x: [1, 2, 3, 4], y: [0, 2, 10, 12] }, { target: "y" });
    expect(await failureOf(() => treeCost(model, 0))).toBe(
      "bad-option | cambium: treeCost: the trees of boosting have gains, but no impurity; pass a model of a single tree, such as cart's",
    );
    expect(await failureOf(() => treeCost(model, -1))).toBe(
      "bad-option | cambium: treeCost expects a number >= 0, got -1",
    );
  });
});
