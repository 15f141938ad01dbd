import { beforeAll, describe, expect, it } from "vitest";
import { adaBoost, bagging, CambiumError, cart, loadModel, randomForest } from "../../src/index.ts";
import { resealed, withEdit, withHead, withJson } from "../support/crafted-file.ts";
import { failureOf } from "../support/failure-of.ts";

const table = { n: [1, 2, null, 4, 5, 6], c: ["a", "b", null, "a", "c", "b"], y: [1, 2.5, -3, 40, 41, 60] };
const label = table.y.map((y) => (y > 2 ? "high" : y > 0 ? "middle" : "low"));
const run = { target: "y" };

/** Models whose trees have weights: a mean of one tree, votes, a median. */
let forest: Uint8Array;
let voting: Uint8Array;
let median: Uint8Array;

beforeAll(async () => {
  forest = (await bagging(cart({ maxDepth: 1 }), { trees: 1 }).fit(table, run)).toBytes();
  voting = (await adaBoost({ rounds: 2 }).fit({ ...table, y: label }, run)).toBytes();
  median = (await adaBoost({ rounds: 3 }).fit(table, run)).toBytes();
});

const combinedBy = (bytes: Uint8Array, by: string) => withJson(bytes, "comb", () => JSON.stringify(by));
const withWeight = (bytes: Uint8Array, weight: number) =>
  withEdit(bytes, "comb", (view) => view.setFloat64(16, weight, true));

const weights = "the weights of its trees should be finite, not negative, and not all 0";

describe("loadModel, of trees with weights", () => {
  it.each<[string, () => Uint8Array, string]>([
    [
      "a link between classes, of a regression",
      () => withHead(forest, { link: "softmax" }),
      "its link softmax needs a score for each of the 0 classes",
    ],
    [
      "an unknown way to combine trees",
      () => combinedBy(forest, "mode"),
      "its combination should be one of sum, mean, median",
    ],
    ["a median of scores of classes", () => combinedBy(voting, "median"), "it has the median of 3 scores, expected 1"],
    ["a weight that is no number", () => withWeight(forest, Number.NaN), weights],
    ["a negative weight", () => withWeight(forest, -1), weights],
    ["no weight at all", () => withWeight(forest, 0), weights],
    ["an endless weight", () => withWeight(median, Number.POSITIVE_INFINITY), weights],
  ])("refuses %s", async (_name, make, message) => {
    const refusal = `bad-model | cambium: the model is damaged: ${message}; copy or save it again`;
    expect(await failureOf(() => loadModel(make()))).toBe(refusal);
  });

  it("refuses weights for which the file has no room", async () => {
    const plain = (await cart({ maxDepth: 1 }).fit(table, run)).toBytes();
    expect(await failureOf(() => loadModel(combinedBy(plain, "mean")))).toContain(
      'its section "comb" has 0 bytes left where 8 should follow',
    );
  });

  it("loads or refuses a model with any one byte and its checksum changed, and never hangs", () => {
    const outcomes = { loaded: 0, refused: 0 };
    for (const model of [forest, voting, median]) {
      for (let at = 0; at < model.length; at++) {
        const damaged = model.slice();
        damaged[at] ^= 0xff;
        outcomes[tryBytes(resealed(damaged))]++;
      }
    }
    expect(outcomes.loaded).toBeGreaterThan(100);
    expect(outcomes.refused).toBeGreaterThan(1000);
  });
});

function tryBytes(bytes: Uint8Array): "loaded" | "refused" {
  try {
    const model = loadModel(bytes);
    model.predict([Object.fromEntries(model.features.map(({ name, kind }) => [name, kind === "numeric" ? 3 : "a"]))]);
    return "loaded";
  } catch (error) {
    if (error instanceof CambiumError) return "refused";
    throw error;
  }
}

it("costs of errors, told to a forest, are kept with it, and decide", async () => {
  const cost = { low: { high: 100, middle: 100 } };
  const model = await randomForest({ trees: 5, cost }).fit({ ...table, y: label }, run);
  const loaded = loadModel(model.toBytes());
  expect(loaded.task === "classification" && loaded.cost).toEqual(model.cost);
  expect(loaded.predict(table)).toEqual(model.predict(table));
});
