import { describe, expect, it } from "vitest";
import { bagging, cart, loadModel, outOfBagImportance, randomForest } from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";
import { randomNumbers } from "../support/random-numbers.ts";

const next = randomNumbers(5);
const numbers = () => Float64Array.from({ length: 400 }, next);
const [a, b, noise] = [numbers(), numbers(), numbers()];
const table = { noise, a, b, constant: new Float64Array(400), y: a.map((value, row) => 4 * value + b[row]) };

describe("outOfBagImportance", () => {
  it("orders features by what they tell, and gives exactly 0 to one that no tree splits on", async () => {
    const model = await randomForest({ trees: 40, seed: 2 }).fit(table, { target: "y" });
    const found = outOfBagImportance(model);
    expect(found.map(({ feature }) => feature).slice(0, 2)).toEqual(["a", "b"]);
    expect(found.find(({ feature }) => feature === "constant")).toEqual({
      feature: "constant",
      mean: 0,
      standardDeviation: 0,
    });
    // A permuted uniform number is as far from its row as any two of them: E(4a - 4a')² = 16 / 6.
    expect(found[0].mean).toBeGreaterThan(0.8 * (16 / 6));
    expect(found[0].mean).toBeLessThan(1.2 * (16 / 6));
    const { mean } = found.find(({ feature }) => feature === "noise") ?? { mean: Number.NaN };
    expect(Math.abs(mean)).toBeLessThan(0.02);
  });

  it("is the chance of two unlike rows where one feature tells the class", async () => {
    const y = Array.from(a, (value) => (value > 0.3 ? "high" : "low"));
    const model = await bagging(cart(), { trees: 60 }).fit({ a, y }, { target: "y" });
    const share = y.filter((label) => label === "low").length / y.length;
    expect(outOfBagImportance(model)[0].mean).toBeCloseTo(2 * share * (1 - share), 1);
  });

  it("is the same on every call, and another with another seed", async () => {
    const model = await randomForest({ trees: 5 }).fit(table, { target: "y" });
    expect(outOfBagImportance(model)).toEqual(outOfBagImportance(model, { seed: 0 }));
    expect(outOfBagImportance(model, { seed: 1 })).not.toEqual(outOfBagImportance(model));
  });

  it("asks for rows that trees did not see", async () => {
    const model = await randomForest({ trees: 2 }).fit(table, { target: "y" });
    expect(await failureOf(() => outOfBagImportance(loadModel(model.toBytes())))).toMatch(
      /^bad-model \| cambium: outOfBagImportance asks for rows that trees did not see/,
    );
    expect(await failureOf(() => outOfBagImportance(model, { repeats: 3 } as object))).toMatch(/^unknown-option/);
  });
});
