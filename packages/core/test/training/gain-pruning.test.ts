import { type BoostingOptions, boosting, leafCount, type Model, negativeGain } from "@cambium/core";
import { describe, expect, it } from "vitest";
import { randomNumbers } from "../support/random-numbers.ts";

/** Exclusive or, with one row more: by Σ G²/H the first split gains 1/30, and the two below it 2/3 and 1/2. */
const table = { a: [0, 0, 1, 1, 0], b: [0, 1, 0, 1, 0], y: [0, 1, 1, 0, 0] };

async function leavesWith(options: BoostingOptions, splitter: "exact" | "histogram"): Promise<number> {
  const stages = { rounds: 1, learningRate: 1, l2: 0, maxDepth: 2, splitter };
  const { ensemble } = await boosting({ ...stages, ...options }).fit(table, { target: "y" });
  return leafCount(ensemble.trees[0]);
}

describe.each(["exact", "histogram"] as const)("what a split has to gain, %s", (splitter) => {
  it("is asked before the split by minGain, which never sees what would have followed", async () => {
    expect(await leavesWith({}, splitter)).toBe(4);
    expect(await leavesWith({ minGain: 1 / 31 }, splitter)).toBe(4);
    expect(await leavesWith({ minGain: 1 / 29 }, splitter)).toBe(1);
  });

  it("is asked from the bottom up by negativeGain: a split of negative gain stays if what follows gains", async () => {
    const pruned = (gamma: number) => leavesWith({ prune: negativeGain({ gamma }) }, splitter);
    expect(await pruned(1 / 29)).toBe(4);
    expect(await pruned(0.49)).toBe(4);
    expect(await pruned(0.51)).toBe(3);
    expect(await pruned(0.67)).toBe(1);
  });

  it("means the same to both where no split follows another", async () => {
    for (const gamma of [1 / 31, 1 / 29]) {
      const both = [{ minGain: gamma }, { prune: negativeGain({ gamma }) }];
      const [before, after] = await Promise.all(
        both.map((options) => leavesWith({ maxDepth: 1, ...options }, splitter)),
      );
      expect(after).toBe(before);
    }
  });
});

describe("pruning of boosted trees", () => {
  const random = randomNumbers(3);
  const few = () => Array.from({ length: 300 }, () => Math.floor(20 * random()));
  const [a, b] = [few(), few()];
  const table = { a, b, y: a.map((x, row) => (x > 9 ? 2 : 0) + (x > 4 === b[row] > 9 ? 3 : 0) + 2 * random()) };
  const options = { rounds: 4, learningRate: 0.5, maxDepth: 4 };

  it.each([
    ["minGain", { minGain: 9 }],
    ["negativeGain", { prune: negativeGain({ gamma: 9 }) }],
  ])("by %s is the same between bins as between values, where each value has a bin", async (_name, prune) => {
    const fitOn = (more: object) => boosting({ ...options, ...more }).fit(table, { target: "y" }) as Promise<Model>;
    const exact = await fitOn(prune);
    const binned = await fitOn({ ...prune, splitter: "histogram", gradientBits: "wide" });
    const full = await fitOn({ splitter: "histogram", gradientBits: "wide" });
    expect(binned.predictScore(table)).toEqual(exact.predictScore(table));
    const nodes = (model: Model) => model.ensemble.trees.map(({ nodeCount }) => nodeCount);
    expect(nodes(binned)).toEqual(nodes(exact));
    expect(Math.max(...nodes(binned))).toBeLessThan(Math.max(...nodes(full)));
  });
});
