import { describe, expect, it } from "vitest";
import {
  type BoostingOptions,
  boosting,
  cart,
  chiSquare,
  costComplexity,
  isLeaf,
  type Learner,
  leafCount,
  maxDepth,
  maxLeaves,
  minChildWeight,
  minGain,
  minRowsLeaf,
  minRowsSplit,
  negativeGain,
  type PruningStrategy,
  reducedError,
  type SizeOptions,
  type Tree,
} from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";
import { randomNumbers } from "../support/random-numbers.ts";

const random = randomNumbers(31);
const x = Float64Array.from({ length: 200 }, random);
const y = x.map((value) => Math.floor(6 * value) + random());
const weight = Float64Array.from({ length: 200 }, () => Math.floor(4 * random()) + 0.5);

const pairs: [string, SizeOptions, PruningStrategy][] = [
  ["maxDepth", { maxDepth: 3 }, maxDepth(3)],
  ["maxLeaves", { maxLeaves: 5 }, maxLeaves(5)],
  ["minRowsSplit", { minRowsSplit: 40 }, minRowsSplit(40)],
  ["minRowsLeaf", { minRowsLeaf: 15 }, minRowsLeaf(15)],
  ["minChildWeight", { minChildWeight: 30.5 }, minChildWeight(30.5)],
  ["minGain", { minGain: 0.05 }, minGain(0.05)],
];

const bytes = async (learner: Learner) => (await learner.fit({ x, y }, { target: "y", weight })).toBytes();

describe("an option that is short for a strategy", () => {
  it.each(pairs)("is the same as the value, for cart and boosting: %s", async (_, options, strategy) => {
    expect(await bytes(cart(options))).toEqual(await bytes(cart({ prune: strategy })));
    expect(await bytes(cart(options))).not.toEqual(await bytes(cart()));
    const rounds = { rounds: 3 };
    expect(await bytes(boosting({ ...rounds, ...options }))).toEqual(
      await bytes(boosting({ ...rounds, prune: strategy })),
    );
    expect(await bytes(boosting({ ...rounds, ...options }))).not.toEqual(await bytes(boosting(rounds)));
  });

  it("finds the best of the cuts that keep to it, not the best of all or none", async () => {
    const table = { x: [1, 2, 3, 4, 5, 6], y: [9, 0, 0, 1, 1, 1] };
    const model = await cart({ prune: [minRowsLeaf(2), minRowsLeaf(3)] }).fit(table, { target: "y" });
    expect(model.ensemble.trees[0].threshold[0]).toBe(3.5);
    const weighed = await cart({ maxDepth: 1, prune: minChildWeight(2) }).fit(table, {
      target: "y",
      weight: [1, 1, 1, 1, 1, 1],
    });
    expect(weighed.ensemble.trees[0].rowCount[1]).toBe(2);
  });
});

describe("boosting's trees", () => {
  async function trees(options: BoostingOptions<"regression">): Promise<readonly Tree[]> {
    return (await boosting({ rounds: 4, ...options }).fit({ x, y }, { target: "y", weight })).ensemble.trees;
  }

  const inner = (tree: Tree) => [...tree.gain.keys()].filter((node) => !isLeaf(tree, node));

  it("keep to every limit", async () => {
    for (const tree of await trees({ maxLeaves: 4 })) expect(leafCount(tree)).toBe(4);
    for (const tree of await trees({ minRowsSplit: 50 }))
      for (const node of inner(tree)) expect(tree.rowCount[node]).toBeGreaterThanOrEqual(50);
    for (const tree of await trees({ minRowsLeaf: 20 })) expect(Math.min(...tree.rowCount)).toBeGreaterThanOrEqual(20);
    for (const tree of await trees({ minChildWeight: 40 })) expect(Math.min(...tree.cover)).toBeGreaterThanOrEqual(40);
  });

  it("have gains in the units of the loss, which minGain and α are compared with", async () => {
    const gains = (all: readonly Tree[]) => all.flatMap((tree) => inner(tree).map((node) => tree.gain[node]));
    expect(Math.min(...gains(await trees({})))).toBeLessThan(3);
    expect(Math.min(...gains(await trees({ minGain: 3 })))).toBeGreaterThanOrEqual(3);
    const [pruned] = await trees({ prune: negativeGain({ gamma: 3 }) });
    const [full] = await trees({});
    expect(leafCount(pruned)).toBeLessThan(leafCount(full));
    expect(leafCount((await trees({ prune: costComplexity({ alpha: 1e9 }) }))[0])).toBe(1);
  });

  it("are not judged by rows that nobody holds back, nor by classes", async () => {
    const prunedBy = (prune: PruningStrategy) => () => boosting({ prune }).fit({ x, y }, { target: "y" });
    expect(await failureOf(prunedBy(reducedError()))).toBe(
      "bad-option | cambium: boosting: pruning by reducedError needs rows that the tree did not see, and boosting holds none back; prune by costComplexity({ alpha }) or negativeGain({ gamma })",
    );
    expect(await failureOf(prunedBy(chiSquare()))).toBe(
      "bad-option | cambium: boosting: pruning by chiSquare is for trees of classification, but boosting's trees fit gradients; prune by minGain or costComplexity({ alpha })",
    );
  });
});
