import { describe, expect, it } from "vitest";
import { bagging, c45, encodeTable, extraTrees, leafOf, NodeKind } from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";
import { randomNumbers } from "../support/random-numbers.ts";

const random = randomNumbers(12);
const table = Array.from({ length: 150 }, () => {
  const [a, b] = [random(), random() < 0.1 ? null : random()];
  return { a, b, c: "uv"[Math.floor(2 * random())], y: 5 * a + (b ?? 0.5) + random() };
});
const run = { target: "y" };

describe("extraTrees", () => {
  it("draws thresholds between the values of a node: anywhere, not halfway between two", async () => {
    const numbers = { x: [0, 1], y: [0, 1] };
    const model = await extraTrees({ trees: 400 }).fit(numbers, run);
    const thresholds = model.ensemble.trees.map((tree) => tree.threshold[0]).sort((p, q) => p - q);
    expect(thresholds[0]).toBeGreaterThanOrEqual(0);
    expect(thresholds[399]).toBeLessThan(1);
    // The largest gap of 400 draws to an even spread: the 99.9 % point of Kolmogorov's statistic is 1.95 / sqrt(400).
    const distance = Math.max(...thresholds.map((value, i) => Math.abs(value - (i + 0.5) / 400)));
    expect(distance).toBeLessThan(1.95 / 20);
  });

  it("sends every training row where the counts of its trees say", async () => {
    const model = await extraTrees({ trees: 10, seed: 4 }).fit(table, run);
    const rows = encodeTable(model, table);
    for (const tree of model.ensemble.trees) {
      const reached = new Uint32Array(tree.nodeCount);
      for (let row = 0; row < table.length; row++) reached[leafOf(tree, rows, row)]++;
      for (let node = 0; node < tree.nodeCount; node++) {
        if (tree.kind[node] === NodeKind.Leaf) expect(reached[node]).toBe(tree.rowCount[node]);
      }
    }
    expect(model.outOfBag).toBeNull();
  });

  it("has the same bytes for the same seed", async () => {
    const bytes = async (seed: number) => (await extraTrees({ trees: 4, seed }).fit(table, run)).toBytes();
    expect(await bytes(1)).toEqual(await bytes(1));
    expect(await bytes(1)).not.toEqual(await bytes(2));
  });

  it("refuses a criterion that tries all thresholds at once", async () => {
    expect(await failureOf(() => extraTrees({ criterion: "absoluteError" }).fit(table, run))).toBe(
      'bad-option | cambium: extraTrees: the criterion "absoluteError" is not for random thresholds; choose another, or randomForest',
    );
  });
});

it("bagging grows trees of c45, each by its own columns, and shares rows without a value", async () => {
  const classes = table.map(({ y, ...row }) => ({ ...row, y: y > 3 ? "high" : "low" }));
  const model = await bagging(c45(), { trees: 9, columnSample: { tree: 0.67 } }).fit(classes, run);
  const used = model.ensemble.trees.map((tree) => new Set(tree.feature.filter((feature) => feature >= 0)).size);
  expect(Math.max(...used)).toBe(2);
  if (model.task !== "classification") throw new Error("a classification was asked for");
  const shares = model.predictProbability(classes);
  classes.forEach((_, row) => {
    expect(shares[2 * row] + shares[2 * row + 1]).toBeCloseTo(1, 12);
  });
});
