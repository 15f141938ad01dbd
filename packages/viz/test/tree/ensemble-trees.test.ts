import { adaBoost, bagging, cart, id3, type Model, randomForest } from "@cambium/core";
import { describe, expect, test } from "vitest";
import { treePlot } from "../../src/tree/tree-plot.ts";
import { treeText } from "../../src/tree/tree-text.ts";
import { expectValidSpec } from "../support/expect-valid-spec.ts";
import { renderSpec } from "../support/render-spec.ts";

const weather = Array.from({ length: 60 }, (_, i) => ({
  outlook: ["sunny", "overcast", "rain"][i % 3],
  windy: ["yes", "no"][(i >> 2) % 2],
  play: i % 11 === 3 || !(i % 3 === 1 || (i >> 2) % 2) ? "stay" : "go",
}));
const prices = Array.from({ length: 60 }, (_, i) => ({ area: (i * 7) % 30, price: i % 5 === 0 ? 90 : (i * 7) % 30 }));

/** Everything that stands in a plot, or appears over it. */
function wordsOf(model: Model, options: Parameters<typeof treePlot>[1] = {}): string {
  return JSON.stringify(treePlot(model, options).datasets);
}

describe("a tree among those of an ensemble", () => {
  test("is drawn and told for every kind, each with its number", async () => {
    const plain = { target: "play" };
    const models = [
      await randomForest({ trees: 3, maxDepth: 2 }).fit(weather, plain),
      await randomForest({ trees: 3, maxDepth: 2, vote: "majority" }).fit(weather, plain),
      await bagging(id3(), { trees: 3 }).fit(weather, plain),
      await adaBoost({ rounds: 3 }).fit(weather, plain),
      await adaBoost({ rounds: 3, kind: "real" }).fit(weather, plain),
    ];
    const numbers = { target: "price" };
    const regressions = [
      await randomForest({ trees: 3, maxDepth: 2 }).fit(prices, numbers),
      await adaBoost({ rounds: 3 }).fit(prices, numbers),
    ];
    for (const [model, data] of [
      ...models.map((each) => [each, weather] as const),
      ...regressions.map((each) => [each, prices] as const),
    ]) {
      for (const options of [{ tree: 1 }, { tree: 1, data, row: 7 }]) {
        const spec = treePlot(model, options);
        expectValidSpec(spec);
        expect((await renderSpec(spec)).complaints).toEqual([]);
        expect(spec.title.text).toBe(`${model.target} · ${model.learner} · tree 2 of 3`);
      }
      expect(treeText(model, { tree: 1 })).toContain("tree 2 of 3");
    }
  });

  test("has no shares where it votes, and has those of the rows that it is given", async () => {
    const model = await randomForest({ trees: 3, maxDepth: 2, vote: "majority" }).fit(weather, { target: "play" });
    const text = treeText(model);
    expect(text).toMatch(/→ (go|stay)$/m);
    expect(text).not.toMatch(/(go|stay) \d+%/);
    expect(wordsOf(model)).toContain('"Predicts":"go"');
    expect(wordsOf(model)).not.toContain("Gini");
    expect(wordsOf(model)).toMatch(/"text":"votes (go|stay)"/);
    expect(wordsOf(model, { data: weather })).toContain("Gini");
    const shares = await randomForest({ trees: 3, maxDepth: 2 }).fit(weather, { target: "play" });
    expect(treeText(shares)).toMatch(/→ (go|stay) \d+%$/m);
  });

  test("calls no median a mean", async () => {
    const model = await cart({ criterion: "absoluteError", maxDepth: 1 }).fit(prices, { target: "price" });
    for (const options of [{}, { data: prices }]) {
      expect(wordsOf(model, options)).toContain('"Predicts":');
      expect(JSON.stringify(treePlot(model, options))).not.toMatch(/[Mm]ean [\d"]|"Mean"|higher mean/);
    }
  });
});
