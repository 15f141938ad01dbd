import { describe, expect, it } from "vitest";
import { boosting, cart, importance, type Model } from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";

describe("importance", () => {
  // Squared errors of the four rows: 11/4, and 1/2 after x ≤ 2.5. A gain is their drop in the mean of all rows. Then z and x part the last two rows alike, and z is the first of them.
  const table = { z: [0, 0, 0, 1], same: [1, 1, 1, 1], x: [1, 2, 3, 4], y: [0, 0, 1, 2] };

  it.each<[object, [string, number][]]>([
    [
      {},
      [
        ["x", 9 / 11],
        ["z", 2 / 11],
        ["same", 0],
      ],
    ],
    [
      { normalise: false },
      [
        ["x", 9 / 16],
        ["z", 1 / 8],
        ["same", 0],
      ],
    ],
    [
      { kind: "cover", normalise: false },
      [
        ["x", 4],
        ["z", 2],
        ["same", 0],
      ],
    ],
    [
      { kind: "splits" },
      [
        ["z", 1 / 2],
        ["x", 1 / 2],
        ["same", 0],
      ],
    ],
  ])("sums over the splits on each feature, the largest first, by %o", async (options, expected) => {
    const found = importance(await cart().fit(table, { target: "y" }), options);
    expect(found).toEqual(expected.map(([feature, value]) => ({ feature, importance: expect.closeTo(value, 12) })));
  });

  it("adds up the trees of an ensemble in any order to the same bits", async () => {
    const model = await boosting({ rounds: 20, maxDepth: 2 }).fit(table, { target: "y" });
    const reversed: Model = { ...model, ensemble: { ...model.ensemble, trees: [...model.ensemble.trees].reverse() } };
    expect(importance(reversed)).toEqual(importance(model));
    const all = model.ensemble.trees.flatMap(({ gain }) => [...gain]).reduce((sum, gain) => sum + gain, 0);
    const sum = importance(model, { normalise: false }).reduce((total, entry) => total + entry.importance, 0);
    expect(sum / all).toBeCloseTo(1, 12);
  });

  it("is 0 of all features, in their order, where nothing is split", async () => {
    const model = await cart({ maxDepth: 0 }).fit(table, { target: "y" });
    expect(importance(model)).toEqual(["z", "same", "x"].map((feature) => ({ feature, importance: 0 })));
  });

  it("refuses an unknown kind and what is no model", async () => {
    const model = await cart().fit(table, { target: "y" });
    expect(await failureOf(() => importance(model, { kind: "weight" } as object))).toBe(
      'bad-option | cambium: importance: kind expects "gain", "cover" or "splits", got "weight"',
    );
    expect(await failureOf(() => importance(null as unknown as Model))).toBe(
      "bad-model | cambium: importance expects a model, as fit or loadModel gives, got null",
    );
  });
});
