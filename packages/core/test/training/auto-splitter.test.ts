import { describe, expect, it } from "vitest";
import { type BoostingOptions, boosting, cart, extraTrees, randomForest } from "../../src/index.ts";
import { randomNumbers } from "../support/random-numbers.ts";

function tableOf(rows: number) {
  const random = randomNumbers(rows);
  const columns = Array.from({ length: 3 }, () => Float64Array.from({ length: rows }, random));
  const [a, b, c] = columns;
  return { a, b, c, y: a.map((value, row) => Math.sin(9 * value) + b[row] * c[row]) };
}

describe('splitter: "auto"', () => {
  const small = tableOf(999);
  const large = tableOf(1000);

  it.each<[string, BoostingOptions, object, "exact" | "histogram"]>([
    ["is exact below 1,000 rows", {}, small, "exact"],
    ["is by bins from 1,000 rows on", {}, large, "histogram"],
    ["is what it is by its name", { splitter: "auto" }, large, "histogram"],
    ["is by bins where maxBins is given", { maxBins: 20 }, small, "histogram"],
    ["is by bins where gradientBits is given", { gradientBits: 16 }, small, "histogram"],
    ["is by bins where trees are symmetric", { growth: "symmetric" }, small, "histogram"],
  ])("of boosting %s", async (_name, options, table, splitter) => {
    const bytesOf = async (given: BoostingOptions) =>
      (await boosting({ rounds: 3, ...given }).fit(table, { target: "y" })).toBytes();
    const { options: inForce, report } = await boosting({ rounds: 1, ...options }).fit(table, { target: "y" });
    expect(inForce).toMatchObject({ splitter });
    expect(report.join("\n")).toContain(`splitter was chosen automatically: ${splitter}, because`);
    expect(await bytesOf(options)).toEqual(await bytesOf({ ...options, splitter }));
  });

  it.each([
    ["cart", cart],
    ["randomForest", (options: object) => randomForest({ trees: 2, ...options })],
  ])("of %s is exact, or by bins where maxBins is given", async (_name, learner) => {
    const optionsOf = async (options: object) => (await learner(options).fit(large, { target: "y" })).options;
    expect(await optionsOf({})).toMatchObject({ splitter: "exact", maxBins: null });
    expect(await optionsOf({ maxBins: 9 })).toMatchObject({ splitter: "histogram", maxBins: 9 });
  });

  it("of extraTrees is exact", async () => {
    expect((await extraTrees({ trees: 2 }).fit(large, { target: "y" })).options).toMatchObject({ splitter: "exact" });
  });
});
