import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cart, costComplexity, type NodeTrace, type Tree } from "../../src/index.ts";
import { everySplit } from "../support/best-splits.ts";
import { fitArguments, smallTables } from "../support/random-tables.ts";

const nodeAt = (tree: Tree, way: readonly number[]) => way.reduce((node, side) => tree.firstChild[node] + side, 0);

describe("a training trace", () => {
  it("tells of each node of the tree, and takes the best of its candidates", async () => {
    await fc.assert(
      fc.asyncProperty(smallTables("threeClasses"), async (small) => {
        const traces: NodeTrace[] = [];
        const [table, options] = fitArguments(small);
        const model = await cart().fit(table, { ...options, onNode: (trace: NodeTrace) => traces.push(trace) });
        const [tree] = model.ensemble.trees;
        expect(traces.map(({ way }) => nodeAt(tree, way)).sort((a, b) => a - b)).toEqual([
          ...Array(tree.nodeCount).keys(),
        ]);
        for (const { way, best, candidates, rowCount, refusedBy } of traces) {
          const node = nodeAt(tree, way);
          expect([rowCount, refusedBy]).toEqual([tree.rowCount[node], null]);
          expect(best?.gain ?? 0).toBe(tree.gain[node]);
          expect(best?.gain ?? 0).toBe(Math.max(0, ...candidates.map(({ gain }) => gain)));
        }
        expect(model.toBytes()).toEqual((await cart().fit(table, options)).toBytes());
      }),
      { numRuns: 40 },
    );
  });

  it("has the best cut of each feature of the root, as brute force finds it", async () => {
    await fc.assert(
      fc.asyncProperty(smallTables("threeClasses"), async (small) => {
        const traces: NodeTrace[] = [];
        const [table, options] = fitArguments(small);
        const model = await cart().fit(table, { ...options, onNode: (trace: NodeTrace) => traces.push(trace) });
        const [{ candidates, without }] = traces;
        if (new Set(small.target.filter((_, row) => (small.weights?.[row] ?? 1) > 0)).size === 1) return;
        const all = everySplit(small, 1, false);
        for (const feature of [0, 1, 2]) {
          const best = Math.max(0, ...all.filter((split) => split.feature === feature).map(({ gain }) => gain));
          const found = candidates.find((split) => split.feature === feature)?.gain ?? 0;
          expect(found * model.ensemble.trees[0].cover[0]).toBeCloseTo(best, 9);
          expect(without.includes(feature)).toBe(found === 0);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("tells of medians too", async () => {
    const traces: NodeTrace[] = [];
    const table = { x: [1, 2, 3, 4], z: [1, 1, 2, 1], w: [5, 5, 5, 5], y: [0, 0, 6, 8] };
    await cart({ criterion: "absoluteError" }).fit(table, { target: "y", onNode: (node) => traces.push(node) });
    const [{ candidates, without, best }] = traces;
    expect(candidates.map(({ feature, gain }) => [feature, gain])).toEqual([
      [0, 3],
      [1, 1.5],
    ]);
    expect([without, best?.feature]).toEqual([[2], 0]);
  });

  it("names the rule that refused, before the search and after it, and leaves the folds of pruning out", async () => {
    const table = { x: [1, 2, 3, 4, 5, 6, 7, 8], y: [0, 0, 0, 1, 5, 5, 6, 6] };
    const trace = async (options: Parameters<typeof cart>[0]) => {
      const traces: NodeTrace[] = [];
      await cart(options).fit(table, { target: "y", onNode: (node) => traces.push(node) });
      return traces.map(({ way, best, refusedBy }) => [way.join(""), best?.threshold ?? null, refusedBy]);
    };
    expect(await trace({ maxDepth: 1 })).toEqual([
      ["", 4.5, null],
      ["0", null, "maxDepth"],
      ["1", null, "maxDepth"],
    ]);
    const byGain = [
      ["", 4.5, null],
      ["0", 3.5, "minGain"],
      ["1", 6.5, "minGain"],
    ];
    expect(await trace({ minGain: 1 })).toEqual(byGain);
    expect(await trace({ minGain: 1, prune: costComplexity({ folds: 2, seed: 1 }) })).toEqual(byGain);
  });
});
