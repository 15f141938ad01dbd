import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cart, countGoal, poissonDeviance } from "../../src/index.ts";
import { allRows } from "../../src/util/ranges.ts";
import { everySplit } from "../support/best-splits.ts";
import { failureOf } from "../support/failure-of.ts";
import { fitArguments, smallTables } from "../support/random-tables.ts";

type Counts = readonly (readonly [y: number, weight: number])[];

/** Σ w·(y·ln(y/m) - y + m) around the mean. */
function deviance(counts: Counts): number {
  const weight = counts.reduce((sum, [, w]) => sum + w, 0);
  const mean = counts.reduce((sum, [y, w]) => sum + y * w, 0) / weight;
  return counts.reduce((sum, [y, w]) => sum + w * ((y > 0 && w > 0 ? y * Math.log(y / mean) : 0) - y + mean), 0);
}

const record = (counts: Counts) => [
  -counts.reduce((sum, [y, w]) => sum + y * w, 0),
  counts.reduce((sum, [, w]) => sum + w, 0),
];

describe("poissonDeviance", () => {
  const count = fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 4 }));
  const child = fc.array(count, { minLength: 1, maxLength: 6 }).filter((rows) => rows.some(([y]) => y > 0));

  it("gains what the deviance loses, for any number of children", () => {
    fc.assert(
      fc.property(fc.array(child, { minLength: 2, maxLength: 4 }), (children) => {
        const all = children.flat();
        const records = Float64Array.from([record(all), ...children.map(record)].flat());
        const gain = poissonDeviance().gain(records, 0, 2, children.length, 2);
        expect(gain).toBeCloseTo(deviance(all) - children.reduce((sum, rows) => sum + deviance(rows), 0), 8);
      }),
    );
  });

  it("is 0, exactly, where the means are alike, and no candidate where a child counts nothing", () => {
    expect(poissonDeviance().gain(Float64Array.of(-9, 6, -3, 2, -6, 4), 0, 2, 2, 2)).toBe(0);
    expect(poissonDeviance().gain(Float64Array.of(-9, 6, -9, 2, 0, 4), 0, 2, 2, 2)).toBe(0);
  });

  it("keeps its precision where the means are almost alike", () => {
    const n = 2 ** 40;
    // (observed - expected)² / (2·expected) for each side, of which a quarter of a count is off by a half.
    const gain = poissonDeviance().gain(Float64Array.of(-2 * n - 1, 2, -n - 1, 1, -n, 1), 0, 2, 2, 2);
    expect(gain * 4 * n).toBeCloseTo(1, 9);
  });

  it("finds the best of all splits, among rows with weights and missing values", async () => {
    await fc.assert(
      fc.asyncProperty(smallTables("numbers"), async (random) => {
        const table = { ...random, target: random.target.map((y) => Math.abs(Number(y))) };
        const weights = table.weights ?? table.target.map(() => 1);
        const side = (isLeft: readonly boolean[], left: boolean): Counts =>
          table.target.flatMap((y, row) =>
            isLeft[row] === left && weights[row] > 0 ? [[y, weights[row]] as const] : [],
          );
        const splits = everySplit(table, 1, false).map(({ feature, isLeft }) => {
          const [left, right] = [side(isLeft, true), side(isLeft, false)];
          const countsNothing = [left, right].some((rows) => !rows.some(([y]) => y > 0));
          return { feature, countsNothing, gain: deviance([...left, ...right]) - deviance(left) - deviance(right) };
        });
        const bestOf = (some: typeof splits) => some.reduce((most, { gain }) => Math.max(most, gain), 0);
        const allowed = splits.filter(({ countsNothing }) => !countsNothing);
        // Sets of categories are sought in the order of their means (Fisher's theorem). The theorem is about the best set of all:
        // where that one leaves a side without a count, which is refused, the best of the others may be out of order.
        const isCertain = (feature: number) =>
          Object.values(table.columns)[feature].every((value) => typeof value !== "string") ||
          bestOf(splits.filter((split) => split.feature === feature)) <=
            bestOf(allowed.filter((split) => split.feature === feature)) + 1e-9;
        const model = await cart({ criterion: "poisson", maxDepth: 1 }).fit(...fitArguments(table));
        const [tree] = model.ensemble.trees;
        const gain = tree.gain[0] * tree.cover[0];
        expect(gain).toBeLessThanOrEqual(bestOf(allowed) + 1e-9);
        expect(gain).toBeGreaterThanOrEqual(bestOf(allowed.filter(({ feature }) => isCertain(feature))) - 1e-9);
        expect(tree.rootImpurity * tree.cover[0]).toBeCloseTo(
          deviance(table.target.map((y, row) => [y, weights[row]])),
          9,
        );
      }),
      { numRuns: 150 },
    );
  });

  it("predicts the mean of a leaf, to the bit for whole counts that are alike", async () => {
    const x = [1, 2, 3, 4];
    const model = await cart({ criterion: "poisson" }).fit({ x, y: [3, 3, 7, 7] }, { target: "y" });
    expect([...(model.predict({ x }) as Float64Array)]).toEqual([3, 3, 7, 7]);
  });

  it("makes one leaf of counts that are all 0", async () => {
    const model = await cart({ criterion: "poisson" }).fit({ x: [1, 2, 3], y: [0, 0, 0] }, { target: "y" });
    expect(model.ensemble.trees[0].nodeCount).toBe(1);
    expect(model.predictOne({ x: 1 })).toBe(0);
  });

  it("names the first row that can be no count", async () => {
    expect(
      await failureOf(() => cart({ criterion: "poisson" }).fit({ x: [1, 2, 3], y: [0, 2, -0.5] }, { target: "y" })),
    ).toBe(
      'bad-target | cambium: target "y" is -0.5 in row 3; the Poisson deviance expects numbers >= 0: choose another criterion',
    );
  });

  it("reads targets as they are", () => {
    const target = {
      task: "regression",
      name: "y",
      values: Float64Array.of(4, 0),
      weights: Float64Array.of(2, 1),
    } as const;
    const goal = countGoal(target, allRows(2));
    expect([...goal.gradients, ...goal.hessians]).toEqual([-8, 0, 2, 1]);
  });
});
