import { describe, expect, it } from "vitest";
import {
  cart,
  type GrowthLimit,
  isLeaf,
  maxDepth,
  maxLeaves,
  minGain,
  minRowsSplit,
  type PruningStrategy,
  purity,
  type Tree,
} from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";
import { randomNumbers } from "../support/random-numbers.ts";

const random = randomNumbers(8);
const x = Float64Array.from({ length: 300 }, random);
const y = x.map((value) => Math.floor(5 * value) + random());
const label = Array.from(y, (value) => (value > 3.4 ? "high" : value > 1.6 ? "middle" : "low"));
const weight = Float64Array.from({ length: 300 }, () => Math.floor(4 * random()) + 0.5);
const table = { x, y, label };

async function treeOf(options: Parameters<typeof cart>[0], target: "y" | "label"): Promise<Tree> {
  return (await cart(options).fit(table, { target, features: ["x"], weight })).ensemble.trees[0];
}

/** The node's number in each tree, from the root on: the cuts of the one are cuts of the other. */
function pairs(full: Tree, small: Tree): [number, number][] {
  const found: [number, number][] = [[0, 0]];
  for (const [inFull, inSmall] of found) {
    if (isLeaf(small, inSmall)) continue;
    expect(small.threshold[inSmall]).toBe(full.threshold[inFull]);
    for (const side of [0, 1]) found.push([full.firstChild[inFull] + side, small.firstChild[inSmall] + side]);
  }
  return found;
}

/** Every node of the small tree is a leaf where the full tree has one, or where the rule says so, and nowhere else. */
async function expectStops(rule: PruningStrategy, target: "y" | "label", stops: (full: Tree, node: number) => boolean) {
  const full = await treeOf({}, target);
  const small = await treeOf({ prune: rule }, target);
  expect(small.nodeCount).toBeLessThan(full.nodeCount);
  expect(small.nodeCount).toBeGreaterThan(3);
  for (const [inFull, inSmall] of pairs(full, small)) {
    expect(isLeaf(small, inSmall)).toBe(isLeaf(full, inFull) || stops(full, inFull));
  }
}

describe.each(["y", "label"] as const)("a rule before a split (target %s)", (target) => {
  it.each([2, 3, 30, 100])(
    "minRowsSplit(%i) makes leaves of nodes with fewer rows, and of no others",
    async (least) => {
      const rows = (full: Tree, node: number) => full.rowCount[node] < least;
      if (least > 2) await expectStops(minRowsSplit(least), target, rows);
      else expect(await treeOf({ prune: minRowsSplit(least) }, target)).toEqual(await treeOf({}, target));
    },
  );

  it("minGain makes leaves where the best cut gains less; a gain as large is enough", async () => {
    const gains = [...(await treeOf({}, target)).gain].filter((gain) => gain > 0).sort((a, b) => b - a);
    for (const least of [gains[2], gains[4], gains[10]]) {
      await expectStops(minGain(least), target, (full, node) => full.gain[node] < least);
    }
    expect(await treeOf({ minGain: 0 }, target)).toEqual(await treeOf({}, target));
  });

  it("is the same as an option and as a value", async () => {
    expect(await treeOf({ minRowsSplit: 40 }, target)).toEqual(await treeOf({ prune: minRowsSplit(40) }, target));
    expect(await treeOf({ minGain: 0.01 }, target)).toEqual(await treeOf({ prune: minGain(0.01) }, target));
  });
});

describe("purity", () => {
  it.each([0.6, 0.8, 0.95])("%d makes leaves where a class has that share of the weight", async (share) => {
    await expectStops(purity(share), "label", (full, node) => {
      const shares = full.value.subarray(3 * node, 3 * node + 3);
      return Math.max(...shares) >= share;
    });
  });

  it("takes a share that is met exactly", async () => {
    const rows = Array.from({ length: 100 }, (_, row) => row);
    const data = { row: rows, label: rows.map((row) => (row < 57 ? "a" : "b")) };
    const nodes = async (share: number) =>
      (await cart({ prune: purity(share) }).fit(data, { target: "label" })).ensemble;
    expect((await nodes(0.57)).trees[0].nodeCount).toBe(1);
    expect((await nodes(0.571)).trees[0].nodeCount).toBe(3);
  });

  it("leaves regression, and a single class, as they are", async () => {
    expect(await treeOf({ prune: purity(0.1) }, "y")).toEqual(await treeOf({}, "y"));
    const model = await cart({ prune: purity(0.1) }).fit({ x: [1, 2], label: ["a", "a"] }, { target: "label" });
    expect(model.ensemble.trees[0].nodeCount).toBe(1);
  });
});

describe("a limit of one's own", () => {
  it("is refused when it is no number of leaves", async () => {
    const half: GrowthLimit = { stage: "during-growth", name: "half", leaves: 2.5 };
    const message = "bad-option | cambium: leafGrower expects a whole number >= 1, got 2.5";
    expect(await failureOf(() => treeOf({ prune: half }, "y"))).toBe(message);
  });
});

describe("a strategy of one number", () => {
  it.each<[() => unknown, string]>([
    [() => maxDepth(-1), "maxDepth expects a whole number >= 0, or Infinity for no limit, got -1"],
    [() => maxLeaves(0), "maxLeaves expects a whole number >= 1, or Infinity for no limit, got 0"],
    [() => maxLeaves(2.5), "maxLeaves expects a whole number >= 1, or Infinity for no limit, got 2.5"],
    [() => minRowsSplit(1), "minRowsSplit expects a whole number >= 2, got 1"],
    [() => minGain(Number.NaN), "minGain expects a number >= 0, got NaN"],
    [() => minGain("0.1" as never), 'minGain expects a number >= 0, got "0.1"'],
    [() => purity(0), "purity expects a number above 0 and up to 1, got 0"],
    [() => purity(1.01), "purity expects a number above 0 and up to 1, got 1.01"],
  ])("refuses what it can not take: %s", async (make, message) => {
    expect(await failureOf(make)).toBe(`bad-option | cambium: ${message}`);
  });
});
