import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boosting, cart, leafIndices, type Model } from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";
import { fitArguments, smallTables } from "../support/random-tables.ts";

describe("leafIndices", () => {
  it("names the leaves whose values add up to the score", async () => {
    await fc.assert(
      fc.asyncProperty(smallTables("numbers"), async (small) => {
        const [table, options] = fitArguments(small);
        const boosted = await boosting({ rounds: 3, maxDepth: 2 }).fit(table, options);
        for (const model of [await cart().fit(table, options), boosted]) {
          const { trees, initialScore } = model.ensemble;
          const leaves = leafIndices(model, table);
          expect(leaves.length).toBe(small.target.length * trees.length);
          const scores = small.target.map((_, row) =>
            trees.reduce((sum, tree, t) => sum + tree.value[leaves[row * trees.length + t]], initialScore[0]),
          );
          expect([...model.predictScore(table)]).toEqual(scores);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("is empty for a table without rows", async () => {
    const model = await cart().fit({ x: [1, 2], y: [1, 2] }, { target: "y" });
    expect(leafIndices(model, { x: [] })).toEqual(new Uint32Array(0));
  });

  it("refuses what is no model", async () => {
    expect(await failureOf(() => leafIndices({} as Model, { x: [1] }))).toBe(
      "bad-model | cambium: leafIndices expects a model, as fit or loadModel gives, got an object",
    );
  });
});
