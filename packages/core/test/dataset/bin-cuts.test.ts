import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { binCuts } from "../../src/dataset/bin-cuts.ts";

const weighed = fc.uniqueArray(fc.integer({ min: -500, max: 500 }), { minLength: 1, maxLength: 60 }).chain((values) =>
  fc.record({
    values: fc.constant([...values].sort((a, b) => a - b)),
    weights: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: values.length, maxLength: values.length }),
  }),
);

/** The weight of each bin. */
function binWeights({ values, weights }: { values: number[]; weights: number[] }, cuts: Float64Array): number[] {
  const sums = new Array<number>(cuts.length + 1).fill(0);
  values.forEach((value, i) => {
    sums[cuts.filter((cut) => value > cut).length] += weights[i];
  });
  return sums;
}

describe("binCuts", () => {
  it("gives each value a bin of its own while there are bins enough, halfway between neighbours", () => {
    expect([...binCuts({ values: [1, 2, 4, 8], weights: [9, 1, 1, 1] }, 4)]).toEqual([1.5, 3, 6]);
    expect([...binCuts({ values: [1, 2, 4, 8], weights: [0, 0, 0, 0] }, 255)]).toEqual([1.5, 3, 6]);
  });

  it("has no cut where there is one value, or none", () => {
    expect(binCuts({ values: [3], weights: [2] }, 255)).toHaveLength(0);
    expect(binCuts({ values: [], weights: [] }, 255)).toHaveLength(0);
  });

  it("gives a value that outweighs many bins one of them, and shares the rest among the others", () => {
    const values = Array.from({ length: 101 }, (_, i) => i);
    const weights = values.map((value) => (value === 0 ? 900 : 1));
    expect([...binCuts({ values, weights }, 11)]).toEqual([0.5, 10.5, 20.5, 30.5, 40.5, 50.5, 60.5, 70.5, 80.5, 90.5]);
  });

  it("cuts many equal weights into the quantiles", () => {
    const values = Array.from({ length: 1000 }, (_, i) => i);
    expect([...binCuts({ values, weights: values.map(() => 1) }, 4)]).toEqual([249.5, 499.5, 749.5]);
  });

  it("uses all bins where there are values enough, and no bin that could be lighter outweighs two shares", () => {
    fc.assert(
      fc.property(weighed, fc.integer({ min: 2, max: 20 }), (column, maxBins) => {
        const cuts = binCuts(column, maxBins);
        expect(cuts).toHaveLength(Math.min(maxBins, column.values.length) - 1);
        const share = column.weights.reduce((sum, weight) => sum + weight, 0) / maxBins;
        const heaviest = Math.max(...column.weights);
        for (const weight of binWeights(column, cuts)) expect(weight).toBeLessThanOrEqual(share + heaviest + 1e-9);
      }),
    );
  });
});
