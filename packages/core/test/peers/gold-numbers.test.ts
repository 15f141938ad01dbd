import { cart, costComplexity, leafCount, type Tree } from "@cambium/core";
import { describe, expect, test } from "vitest";
import { readDataset } from "./read-dataset.ts";

/*
 * Figures that have been published or computed often enough to be common knowledge. They hold for features of double
 * precision, to the digits that are written here.
 */
describe("iris", () => {
  test("is cut by the petal's width at 0.8 and at 1.75, to the known impurities", async () => {
    const width = { "petal width (cm)": numbers("iris", "petal width (cm)"), target: readDataset("iris").target };
    const tree = (await cart({ maxDepth: 2 }).fit(width, { target: "target" })).ensemble.trees[0];
    expect(Array.from(tree.threshold)).toEqual([0.8, Number.NaN, 1.75, Number.NaN, Number.NaN]);
    expect(giniOfNodes(tree).map((value) => value.toFixed(6))).toEqual([
      "0.666667",
      "0.000000",
      "0.500000",
      "0.168038",
      "0.042533",
    ]);
  });
});

describe("the pruning path of scikit-learn's full tree", () => {
  const paths = [
    {
      set: "iris",
      leaves: 9,
      depth: 5,
      alphas: [0, 0.006522, 0.008889, 0.013056, 0.02966, 0.259796, 0.333333],
      impurities: [0, 0.013043, 0.030821, 0.043877, 0.073537, 0.333333, 0.666667],
    },
    {
      set: "breast-cancer-wdbc",
      leaves: 22,
      depth: 7,
      alphas: [
        0, 0.001746, 0.001747, 0.002302, 0.002636, 0.003281, 0.00342, 0.003454, 0.004687, 0.005183, 0.014739, 0.018039,
        0.050071, 0.325211,
      ],
    },
    {
      set: "wine",
      alphas: [0, 0.009363, 0.010879, 0.010955, 0.016854, 0.021111, 0.02171, 0.038304, 0.06105, 0.205422, 0.251785],
    },
  ];

  test.each(paths)("of $set has the known alphas", async ({ set, alphas, impurities, leaves, depth }) => {
    const { target, ...features } = readDataset(set);
    const table = { ...Object.fromEntries(Object.keys(features).map((name) => [name, numbers(set, name)])), target };
    const learner = cart({ prune: costComplexity({ alpha: 0 }) });
    const { pruningPath: path, ensemble } = await learner.fit(table, { target: "target" });
    const digits = (values: readonly number[]) => values.map((value) => value.toFixed(6));
    expect(digits(path.map(({ alpha }) => alpha))).toEqual(digits(alphas));
    if (impurities) expect(digits(path.map(({ impurity }) => impurity))).toEqual(digits(impurities));
    if (leaves) expect(leafCount(ensemble.trees[0])).toBe(leaves);
    if (depth) expect(depthOf(ensemble.trees[0])).toBe(depth);
  });
});

describe("play-tennis (Quinlan 1986)", () => {
  // Days with and without tennis, for each of the two values of the attribute.
  const attributes = [
    { attribute: "humidity", days: { high: [3, 4], normal: [6, 1] }, gain: "0.091837" },
    { attribute: "wind", days: { weak: [6, 2], strong: [3, 3] }, gain: "0.030612" },
  ];

  test.each(attributes)("$attribute gains $gain of the Gini impurity 0.459184", async ({ days, gain }) => {
    const rows = Object.entries(days).flatMap(([value, [yes, no]]) => [
      ...new Array(yes).fill({ value, play: "yes" }),
      ...new Array(no).fill({ value, play: "no" }),
    ]);
    const tree = (await cart().fit(rows, { target: "play" })).ensemble.trees[0];
    expect(tree.rootImpurity.toFixed(6)).toBe("0.459184");
    expect(tree.gain[0].toFixed(6)).toBe(gain);
  });
});

function numbers(set: string, column: string): Float64Array {
  return Float64Array.from(readDataset(set)[column], Number);
}

function giniOfNodes({ value, valueWidth, nodeCount }: Tree): number[] {
  return Array.from({ length: nodeCount }, (_, node) =>
    value.subarray(node * valueWidth, (node + 1) * valueWidth).reduce((sum, share) => sum + share * (1 - share), 0),
  );
}

function depthOf(tree: Tree): number {
  const depth = new Array<number>(tree.nodeCount).fill(0);
  for (let node = 0; node < tree.nodeCount; node++) {
    if (tree.feature[node] < 0) continue;
    for (const child of [0, 1]) depth[tree.firstChild[node] + child] = depth[node] + 1;
  }
  return Math.max(...depth);
}
