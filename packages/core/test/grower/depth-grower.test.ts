import { createPacer } from "@cambium/kernels";
import { describe, expect, it, vi } from "vitest";
import {
  cart,
  depthGrower,
  type GrowPlan,
  maxDepth,
  newton,
  type PrePruning,
  parentsOf,
  type SearchNode,
  type SplitSearch,
} from "../../src/index.ts";
import { randomNumbers } from "../support/random-numbers.ts";

const random = randomNumbers(12);
const x = Float64Array.from({ length: 200 }, random);
const table = { x, y: x.map((value) => Math.floor(5 * value) + random()) };

/** Splits between the root and each node. */
function depths(parents: Int32Array): number[] {
  const depth: number[] = [];
  for (const [node, parent] of parents.entries()) depth[node] = parent < 0 ? 0 : depth[parent] + 1;
  return depth;
}

describe("depthGrower", () => {
  it("numbers the nodes level by level", async () => {
    const model = await cart().fit(table, { target: "y" });
    const levels = depths(parentsOf(model.ensemble.trees[0]));
    expect(levels).toEqual([...levels].sort((a, b) => a - b));
  });

  it.each([0, 1, 3])("goes no deeper than maxDepth %i, given as an option or as a rule", async (limit) => {
    const model = await cart({ maxDepth: limit }).fit(table, { target: "y" });
    expect(Math.max(...depths(parentsOf(model.ensemble.trees[0])))).toBe(limit);
    const byRule = await cart({ prune: maxDepth(limit) }).fit(table, { target: "y" });
    expect(byRule.toBytes()).toEqual(model.toBytes());
  });

  it("asks each rule before a node is searched, and again with its split", async () => {
    const least = 1 / table.y.length;
    const allows = vi.fn<PrePruning["allows"]>((_node, split) => split === null || split.gain > least);
    const model = await cart({ prune: { stage: "before-split", name: "gain", allows } }).fit(table, { target: "y" });
    const [tree] = model.ensemble.trees;
    const asked = allows.mock.calls.map(([node, split]) => [node.end - node.start, split === null]);
    for (const rowCount of tree.rowCount) expect(asked).toContainEqual([rowCount, true]);
    const gains = [...tree.gain].filter((gain) => gain > 0);
    expect(gains.length).toBeGreaterThan(2);
    // The rule sees the gains that the tree shows.
    expect(gains.every((gain) => gain > least)).toBe(true);
  });

  it("takes levels of more nodes than a call has arguments", async () => {
    const levels = 18;
    const stats = Float64Array.of(1, 2);
    const nodeAt = (depth: number, start: number, end: number): SearchNode => ({ depth, path: 1, start, end, stats });
    const split = {
      ...{ kind: "threshold" as const, feature: 0, gain: 1, threshold: 0.5, categories: new Uint32Array(0) },
      ...{ missingChild: 0 as const, childStats: Float64Array.of(1, 2, 1, 2), childRows: [1, 1] as const },
    };
    // Cuts every node in two halves.
    const search: SplitSearch = {
      root: async () => nodeAt(0, 0, 2 ** levels),
      findBest: async (nodes) => nodes.map(({ start, end }) => (end - start > 1 ? split : null)),
      apply: async (nodes) =>
        nodes.flatMap(({ depth, start, end }) => {
          const middle = (start + end) / 2;
          return [nodeAt(depth + 1, start, middle), nodeAt(depth + 1, middle, end)];
        }),
      end: () => {},
    };
    const none = new Float64Array(0);
    const plan: GrowPlan = {
      ...{ search, criterion: newton({ l2: 0 }), rows: new Uint32Array(0), rules: [], gainUnit: 1, rootImpurity: 0 },
      ...{ goal: { kind: "gradients", gradients: none, hessians: none, targets: null }, pacer: createPacer() },
    };
    expect((await depthGrower().grow(plan)).nodeCount).toBe(2 ** (levels + 1) - 1);
  });
});
