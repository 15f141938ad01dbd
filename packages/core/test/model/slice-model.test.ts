import { describe, expect, it } from "vitest";
import { boosting, loadModel, predictStages } from "../../src/index.ts";
import { ensembles } from "../support/ensembles.ts";
import { failureOf } from "../support/failure-of.ts";

const table = { x: [1, 2, 3, 4, 5, 6, 7, 8], y: [1, 4, 9, 16, 25, 36, 49, 64] };
const fitted = (rounds: number) => boosting({ rounds, maxDepth: 2, minChildWeight: 0 }).fit(table, { target: "y" });

describe("a slice of a model", () => {
  it("from the first tree on is the model of fewer rounds, to the byte", async () => {
    const model = await fitted(7);
    expect(model.slice(0, 3).toBytes()).toEqual((await fitted(3)).toBytes());
    expect(model.slice(0).toBytes()).toEqual(model.toBytes());
  });

  it("adds up with the rest to the whole", async () => {
    const model = await fitted(6);
    const [low, high, all] = [model.slice(0, 2), model.slice(2), model].map((part) => part.predictScore(table));
    const start = model.ensemble.initialScore[0];
    expect(all.every((score, row) => Math.abs(low[row] + high[row] - start - score) < 1e-10)).toBe(true);
  });

  it("can be saved and loaded", async () => {
    const part = (await fitted(5)).slice(1, 4);
    expect(loadModel(part.toBytes()).predict(table)).toEqual(part.predict(table));
  });

  it.each<[unknown, unknown, string]>([
    [0, 0, "0 and 0"],
    [2, 1, "2 and 1"],
    [-1, 2, "-1 and 2"],
    [0, 4, "0 and 4"],
    [0.5, 2, "0.5 and 2"],
    ["0", 2, '"0" and 2'],
  ])("is refused from %s to %s", async (from, to, got) => {
    const model = await fitted(3);
    expect(await failureOf(() => model.slice(from as number, to as number))).toBe(
      `bad-option | cambium: slice: expected two places from 0 to 3, the number of trees, the first below the second; got ${got}`,
    );
  });

  it.each(ensembles)("is what a stage predicts: %s", async (_, learner, { table: data, target }) => {
    const model = await learner.fit(data, { target });
    const count = model.ensemble.trees.length;
    const stages = [...predictStages(model, data, { every: 3 })];
    expect(stages.map(({ trees }) => trees)).toEqual(count === 3 ? [3] : [3, count]);
    for (const { trees, scores, predictions } of stages) {
      const part = model.slice(0, trees);
      expect(scores).toEqual(part.predictScore(data));
      expect(predictions).toEqual(part.task === "regression" ? part.predict(data) : part.predictProbability(data));
    }
  });
});
