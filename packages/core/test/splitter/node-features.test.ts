import { createPacer } from "@cambium/kernels";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { goalOfTarget } from "../../src/criterion/goal-of-target.ts";
import {
  createDataset,
  depthGrower,
  exactSplitter,
  histogramSplitter,
  leafGrower,
  type NodeTrace,
  newton,
  type SearchPlan,
  type TreeDraw,
} from "../../src/index.ts";
import { randomNumbers } from "../support/random-numbers.ts";

const FEATURES = 6;
const random = randomNumbers(77);
const columns = Array.from({ length: FEATURES }, () => Array.from({ length: 120 }, () => Math.floor(8 * random())));
const y = columns[0].map((_, row) => columns.reduce((sum, column, i) => sum + column[row] / (1 + i), 0) + random());
const table = { ...Object.fromEntries(columns.map((column, i) => [`x${i}`, column])), y };

type Limits = Pick<SearchPlan, "featuresPerLevel" | "featuresPerNode" | "drawsConstants" | "interactions">;

/** By the way to each node of a tree the features that it was searched by, and the one that it was cut by. */
async function searched(limits: Limits, draw: TreeDraw | undefined, bins: boolean, leaves?: number) {
  const dataset = await createDataset(table, { target: "y" });
  const criterion = newton({ l2: 0 });
  const pacer = createPacer();
  const splitter = bins ? histogramSplitter() : exactSplitter();
  const search = await splitter.begin({ dataset, criterion, minRowsLeaf: 3, ...limits, pacer });
  const nodes = new Map<string, { features: number[]; cut: number | null }>();
  const onNode = ({ way, candidates, without, best }: NodeTrace) => {
    const features = [...candidates.map(({ feature }) => feature), ...without].sort((a, b) => a - b);
    if (features.length > 0 || best !== null) nodes.set(way.join(""), { features, cut: best?.feature ?? null });
  };
  try {
    const rows = Uint32Array.from(y.keys());
    const { goal } = goalOfTarget(criterion, dataset.target, rows);
    const given = { search, criterion, goal, rows, rules: [], gainUnit: 1, rootImpurity: 0, pacer, onNode };
    const grower = leaves === undefined ? depthGrower() : leafGrower(leaves);
    await grower.grow({ ...given, ...(draw && { draw }) });
  } finally {
    search.end();
  }
  return nodes;
}

const pathTo = (nodes: Awaited<ReturnType<typeof searched>>, way: string) =>
  Array.from(way, (_, depth) => nodes.get(way.slice(0, depth))?.cut as number);

describe.each([
  ["exact", false],
  ["histogram", true],
] as const)("the nodes of a tree, with splitter %s", (_name, bins) => {
  it("are searched by the features that share a group with all above them, and by these", async () => {
    const group = fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(group, { maxLength: 4 }), async (interactions) => {
        const nodes = await searched({ interactions }, undefined, bins);
        expect(nodes.get("")?.features).toEqual([0, 1, 2, 3, 4, 5]);
        for (const [way, { features }] of nodes) {
          if (way === "") continue;
          const above = pathTo(nodes, way);
          const isAllowed = (feature: number) =>
            above.includes(feature) ||
            interactions.some((group) => [feature, ...above].every((each) => group.includes(each)));
          expect(features).toEqual([0, 1, 2, 3, 4, 5].filter(isAllowed));
        }
      }),
      { numRuns: 20 },
    );
  });

  it("are searched by so many of their level's features, and these are so many of the tree's", async () => {
    const limits = { featuresPerLevel: 4, featuresPerNode: 2, drawsConstants: true };
    const nodes = await searched(limits, { key: 9, features: [0, 1, 2, 4, 5] }, bins);
    const levels: Set<number>[] = [];
    for (const [way, { features }] of nodes) {
      expect(features).toHaveLength(2);
      levels[way.length] ??= new Set();
      for (const feature of features) levels[way.length].add(feature);
    }
    expect(levels.every(({ size }) => size <= 4)).toBe(true);
    const used = new Set(levels.flatMap((level) => [...level]));
    expect([...used].sort()).toEqual([0, 1, 2, 4, 5]);
    expect(new Set(levels.slice(2, 6).map((level) => [...level].sort().join())).size).toBeGreaterThan(1);
  });

  it("draw the same, whichever is searched first", async () => {
    const limits = { featuresPerLevel: 5, featuresPerNode: 3, drawsConstants: true };
    const byDepth = await searched(limits, { key: 4 }, bins);
    const byGain = await searched(limits, { key: 4 }, bins, 12);
    for (const [way, node] of byGain) expect(byDepth.get(way)).toEqual(node);
  });

  it("are leaves where no feature is left to them", async () => {
    const limits = { interactions: [], featuresPerNode: 1, featuresPerLevel: 6, drawsConstants: true };
    const nodes = await searched(limits, { key: 2 }, bins);
    for (const [way, { features }] of nodes) {
      const above = pathTo(nodes, way);
      expect(way === "" || features.every((feature) => feature === above[0])).toBe(true);
    }
  });
});
