import { describe, expect, it } from "vitest";
import { type Criterion, cart, costComplexity, gini, isLeaf, leafCount, maxDepth, newton } from "../../src/index.ts";
import { partitionOf } from "../support/partitions.ts";
import { randomNumbers } from "../support/random-numbers.ts";

const random = randomNumbers(21);
const rows = Array.from({ length: 150 }, () => {
  const [a, b] = [Math.floor(20 * random()), random() < 0.2 ? null : Math.floor(9 * random())];
  return { a, b, c: "uvwx"[Math.floor(4 * random())], y: a + (b ?? 12) + Math.floor(6 * random()) };
});
const labelled = rows.map(({ y, ...row }) => ({ ...row, y: y > 18 ? "high" : y > 12 ? "middle" : "low" }));

const sum = (numbers: readonly number[]) => numbers.reduce((total, x) => total + x, 0);

/** Impurity of some targets, by the textbook, times their number. */
function impurity(targets: readonly (number | string)[]): number {
  if (typeof targets[0] === "number") {
    const mean = sum(targets as number[]) / targets.length;
    return sum(targets.map((y) => ((y as number) - mean) ** 2));
  }
  const shares = [...new Set(targets)].map((label) => targets.filter((y) => y === label).length / targets.length);
  return targets.length * (1 - sum(shares.map((share) => share ** 2)));
}

describe.each([
  ["numbers", rows],
  ["classes", labelled],
] as const)("cart on %s", (_name, table) => {
  it("shows gains that add up from the root's impurity to that of its leaves, as shares of the weight", async () => {
    const model = await cart({ minRowsLeaf: 4 }).fit(table, { target: "y" });
    const [tree] = model.ensemble.trees;
    const leaves = new Map<number, (number | string)[]>();
    for (const [row, leaf] of partitionOf(model, table).entries()) {
      leaves.set(leaf, [...(leaves.get(leaf) ?? []), table[row].y]);
    }
    const all = table.map(({ y }) => y);
    expect(tree.rootImpurity).toBeCloseTo(impurity(all) / all.length, 10);
    const left = sum([...leaves.values()].map(impurity)) / all.length;
    expect(tree.rootImpurity - sum([...tree.gain])).toBeCloseTo(left, 10);
    expect(Math.min(...[...leaves.values()].map((targets) => targets.length))).toBeGreaterThanOrEqual(4);
  });

  it("says the mean or the shares in every node, and the rows and weight behind it", async () => {
    const weight = table.map((_, row) => 1 + (row % 2));
    const model = await cart({ maxDepth: 2 }).fit(table, { target: "y", weight });
    const [tree] = model.ensemble.trees;
    const leafOfRow = partitionOf(model, table);
    for (let node = 0; node < tree.nodeCount; node++) {
      if (!isLeaf(tree, node)) continue;
      const members = [...table.keys()].filter((row) => leafOfRow[row] === node);
      const cover = sum(members.map((row) => weight[row]));
      expect(tree.rowCount[node]).toBe(members.length);
      expect(tree.cover[node]).toBe(cover);
      const value = [...tree.value.subarray(node * tree.valueWidth, (node + 1) * tree.valueWidth)];
      const shareOf = (measure: (y: number | string) => number) =>
        sum(members.map((row) => weight[row] * measure(table[row].y))) / cover;
      const expected =
        model.task === "regression"
          ? [shareOf(Number)]
          : model.classes.map((label) => shareOf((y) => Number(y === label)));
      for (const [k, share] of expected.entries()) expect(value[k]).toBeCloseTo(share, 10);
    }
  });

  it("has the same bytes with a criterion that the kernels do not know", async () => {
    const known: Criterion = table === labelled ? gini() : newton({ l2: 0 });
    const plain: Criterion = { ...known, gain: (...records) => known.gain(...records) };
    const bytes = async (criterion?: Criterion) =>
      (await cart(criterion && { criterion }).fit(table, { target: "y" })).toBytes();
    expect(await bytes(plain)).toEqual(await bytes());
  });
});

describe("cart", () => {
  it("predicts the one class that there is", async () => {
    const model = await cart().fit({ x: [1, 2], y: ["only", "only"] }, { target: "y" });
    expect(model.predict({ x: [5, 6, null] })).toEqual(["only", "only", "only"]);
    expect(model.task === "classification" && [...model.predictProbability({ x: [5] })]).toEqual([1]);
  });

  it("learns from a single row", async () => {
    const model = await cart().fit([{ x: 1, y: 7 }], { target: "y" });
    expect(model.predictOne({ x: -3 })).toBe(7);
  });

  it("stays finite in folds whose rows have no weight", async () => {
    const table = { x: [1, 2, 3, 4], y: [2, 3, 4, 5] };
    const model = await cart({ prune: costComplexity({ folds: 2 }) }).fit(table, { target: "y", weight: [1, 0, 0, 0] });
    expect(model.pruningPath.every(({ validationError }) => Number.isFinite(validationError))).toBe(true);
  });

  it("applies a list of strategies, those before a split and those after growth", async () => {
    const whole = await cart({ maxDepth: 3, prune: costComplexity({ alpha: 0 }) }).fit(rows, { target: "y" });
    const { alpha } = whole.pruningPath[2];
    const both = await cart({ prune: [maxDepth(3), costComplexity({ alpha })] }).fit(rows, { target: "y" });
    const shallow = await cart({ maxDepth: 3 }).fit(rows, { target: "y" });
    const pruned = await cart({ maxDepth: 3, prune: costComplexity({ alpha }) }).fit(rows, { target: "y" });
    expect(both.toBytes()).toEqual(pruned.toBytes());
    expect(leafCount(pruned.ensemble.trees[0])).toBeLessThan(leafCount(shallow.ensemble.trees[0]));
    expect(shallow.pruningPath).toEqual([]);
  });

  it("reports what was guessed, and what ran", async () => {
    const model = await cart().fit(rows, { target: "y" });
    expect(model.report).toEqual([
      'target "y" has numbers: regression',
      'column "c" is not numeric: taken as categorical, 4 categories',
      "criterion was chosen automatically: squaredError, because the target has numbers",
      "the exact engine grew the tree on 1 thread",
    ]);
  });
});
