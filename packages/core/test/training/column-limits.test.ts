import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BoostingOptions, boosting, type Model, type Tree } from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";
import { randomNumbers } from "../support/random-numbers.ts";

const random = randomNumbers(5);
const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
const columns = names.map(() => Array.from({ length: 300 }, () => Math.floor(12 * random())));
const y = columns[0].map((_, row) =>
  columns.reduce((sum, column, i) => sum + (column[row] * (1 + (row % 3))) / (1 + i), 0),
);
const table = { ...Object.fromEntries(names.map((name, i) => [name, columns[i]])), y };

const modelOf = (options: BoostingOptions<"regression">) =>
  boosting({ rounds: 12, maxDepth: 4, ...options } as BoostingOptions).fit(table, { target: "y" });

const featuresOf = ({ feature }: Tree) => [...new Set(feature.filter((each) => each >= 0))];

/** The features on the way to each node. */
function ways(tree: Tree): Set<number>[] {
  const above: Set<number>[] = [new Set()];
  for (let node = 0; node < tree.nodeCount; node++) {
    if (tree.feature[node] < 0) continue;
    for (const side of [0, 1]) above[tree.firstChild[node] + side] = new Set([...above[node], tree.feature[node]]);
  }
  return above;
}

describe("columnSample of boosting", () => {
  it.each<BoostingOptions["splitter"]>(["exact", "histogram"])(
    "keeps each tree to its share (%s)",
    async (splitter) => {
      const { ensemble } = await modelOf({ columnSample: { tree: 0.25 }, splitter: splitter as "exact" });
      const used = ensemble.trees.map(featuresOf);
      expect(Math.max(...used.map(({ length }) => length))).toBe(2);
      expect(new Set(used.flat()).size).toBeGreaterThan(5);
    },
  );

  it("gives the same trees with bins for all values as without bins, at every place of the draw", async () => {
    for (const columnSample of [{ tree: 0.5 }, { level: 0.5 }, { node: 0.4 }, { tree: 0.8, level: 0.7, node: 0.5 }]) {
      const exact = await modelOf({ columnSample, seed: 3 });
      const binned = await modelOf({ columnSample, seed: 3, splitter: "histogram" });
      expect(binned.ensemble.trees.map(({ feature }) => feature)).toEqual(
        exact.ensemble.trees.map(({ feature }) => feature),
      );
      expect(binned.predict(table)).toEqual(exact.predict(table));
      const other = await modelOf({ columnSample, seed: 4 });
      expect(other.predict(table)).not.toEqual(exact.predict(table));
    }
  });

  it("changes no byte where it leaves nothing out", async () => {
    const bytes = (model: Model) => model.toBytes();
    expect(bytes(await modelOf({ columnSample: { tree: 1, level: 1, node: 1 }, seed: 8 }))).toEqual(
      bytes(await modelOf({ columnSample: {} })),
    );
  });

  it("is half of the columns for each node where there are eight and nobody asks for others, and of seven all", async () => {
    const digest = (model: Model) => Buffer.from(model.toBytes()).toString("base64");
    expect(names.length).toBe(8);
    expect(digest(await modelOf({}))).toBe(digest(await modelOf({ columnSample: { node: 0.5 } })));
    const seven = Object.fromEntries(Object.entries(table).filter(([name]) => name !== names[0]));
    const ofSeven = async (options: BoostingOptions<"regression">) =>
      digest(await boosting({ rounds: 3, ...options }).fit(seven, { target: "y" }));
    expect(await ofSeven({})).toBe(await ofSeven({ columnSample: {} }));
    const symmetric = { growth: "symmetric", splitter: "histogram" } as const;
    expect(digest(await modelOf(symmetric))).toBe(digest(await modelOf({ ...symmetric, columnSample: {} })));
  });
});

describe("interactions of boosting", () => {
  it.each<BoostingOptions["splitter"]>(["exact", "histogram"])(
    "has on every way to a leaf columns of one group, or one alone (%s)",
    async (splitter) => {
      const groups = fc.array(fc.subarray(names, { minLength: 1 }), { minLength: 1, maxLength: 4 });
      await fc.assert(
        fc.asyncProperty(groups, fc.boolean(), async (interactions, byLeaf) => {
          const size = byLeaf ? { maxLeaves: 9 } : {};
          const { ensemble } = await modelOf({ rounds: 4, interactions, splitter: splitter as "exact", ...size });
          for (const way of ensemble.trees.flatMap(ways)) {
            const used = [...way].map((feature) => names[feature]);
            const isTogether = interactions.some((group) => used.every((name) => group.includes(name)));
            expect(used.length <= 1 || isTogether).toBe(true);
          }
        }),
        { numRuns: 15 },
      );
    },
  );

  it("changes no byte where all columns are in one group", async () => {
    expect((await modelOf({ interactions: [names] })).toBytes()).toEqual((await modelOf({})).toBytes());
  });

  it("names the column that there is not", async () => {
    const failure = await failureOf(() => modelOf({ interactions: [["a", "bb"]] }));
    expect(failure).toContain('interactions names "bb", which is no feature');
  });
});
