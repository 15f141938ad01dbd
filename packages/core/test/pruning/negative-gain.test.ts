import { describe, expect, it } from "vitest";
import { cart, createPacer, leafCount, negativeGain, type PrePruning } from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";
import { treeOfCounts } from "../support/tree-of-counts.ts";

const leaf = [1, 1];

describe("negativeGain", () => {
  it("cuts from the bottom up what gains less than γ, and keeps what stands above a split that gains as much", async () => {
    const poor = { sides: [leaf, leaf], gain: 1.9 } as const;
    const good = { sides: [leaf, leaf], gain: 2 } as const;
    const tree = treeOfCounts({
      sides: [
        { sides: [poor, good], gain: 0.1 },
        { sides: [poor, leaf], gain: 0.1 },
      ],
      gain: 0.1,
    });
    const pruned = await negativeGain({ gamma: 2 }).prune(tree, [], createPacer());
    // Breadth first: the root, its two children, then poor and good under the first, poor and a leaf under the second.
    expect([...pruned.collapse.subarray(0, 7)]).toEqual([0, 0, 1, 1, 0, 1, 0]);
  });

  it("keeps a poor split above good ones, which a demand on the gain before the split would never let grow", async () => {
    // Exclusive or, with one row more: the first split gains next to nothing, those below it all there is.
    const table = { a: [0, 0, 1, 1, 0], b: [0, 1, 0, 1, 0], y: ["no", "yes", "yes", "no", "no"] };
    const gamma = 0.1;
    const demand: PrePruning = {
      stage: "before-split",
      name: "demand",
      allows: (_, split) => split === null || split.gain >= gamma,
    };
    const leaves = async (prune: Parameters<typeof cart>[0]) =>
      leafCount((await cart(prune).fit(table, { target: "y" })).ensemble.trees[0]);
    expect(await leaves({})).toBe(4);
    expect(await leaves({ prune: negativeGain({ gamma }) })).toBe(4);
    expect(await leaves({ prune: demand })).toBe(1);
  });

  it("leaves everything at γ = 0, and the root alone at an infinite γ", async () => {
    const table = { x: [1, 2, 3, 4], y: [1, 5, 2, 8] };
    const nodes = async (gamma: number) =>
      (await cart({ prune: negativeGain({ gamma }) }).fit(table, { target: "y" })).ensemble.trees[0].nodeCount;
    expect(await nodes(0)).toBe(7);
    expect(await nodes(Number.POSITIVE_INFINITY)).toBe(1);
  });

  it.each<[string, object, string]>([
    ["no γ", {}, "bad-option | cambium: negativeGain: gamma expects a number >= 0, got none"],
    ["a negative γ", { gamma: -1 }, "bad-option | cambium: negativeGain: gamma expects a number >= 0, got -1"],
  ])("refuses %s", async (_, options, message) => {
    expect(await failureOf(() => negativeGain(options as never))).toBe(message);
  });
});
