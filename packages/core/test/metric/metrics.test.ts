import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  accuracy,
  areaUnderCurve,
  logLoss,
  meanAbsoluteError,
  rootMeanSquaredError,
  rSquared,
} from "../../src/index.ts";

describe("classification metrics", () => {
  it("counts, as the area under the curve, the pairs that stand in the right order", () => {
    const row = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 1 }));
    fc.assert(
      fc.property(fc.array(row, { minLength: 2, maxLength: 40 }), (rows) => {
        const scores = (label: number) => rows.filter(([, y]) => y === label).map(([score]) => score);
        const pairs = scores(1).flatMap((p) => scores(0).map((n) => (p > n ? 1 : p === n ? 0.5 : 0)));
        const share = pairs.reduce((sum: number, pair) => sum + pair, 0) / pairs.length;
        const auc = areaUnderCurve(
          Float64Array.from(rows, ([score]) => score),
          rows.map(([, y]) => y),
        );
        if (pairs.length === 0) expect(auc).toBeNaN();
        else expect(auc).toBeCloseTo(share, 12);
      }),
    );
  });

  it("takes the mean of -log of the true class's probability, bounded by 52 bits", () => {
    const probabilities = Float64Array.of(0.2, 0.8, 0.5, 0.5, 1, 0);
    expect(logLoss(probabilities, [1, 0, 0], 2)).toBeCloseTo(-(Math.log(0.8) + Math.log(0.5)) / 3, 14);
    expect(logLoss(probabilities, [1, 0, 1], 2)).toBeCloseTo((52 * Math.LN2 - Math.log(0.8) - Math.log(0.5)) / 3, 14);
  });

  it("counts the rows that are right", () => {
    expect(accuracy([0, 1, 2, 1], [0, 1, 1, 1])).toBe(0.75);
  });
});

describe("regression metrics", () => {
  const predicted = Float64Array.of(1, 2, 3);
  const actual = [1, 4, 7];

  it("are the textbook's", () => {
    expect(rootMeanSquaredError(predicted, actual)).toBeCloseTo(Math.sqrt((0 + 4 + 16) / 3), 14);
    expect(meanAbsoluteError(predicted, actual)).toBe(2);
    expect(rSquared(predicted, actual)).toBeCloseTo(1 - 20 / 18, 14);
  });

  it("say 1 for a perfect prediction, 0 for the mean, NaN where nothing varies", () => {
    expect(rSquared(actual, actual)).toBe(1);
    expect(rSquared([4, 4, 4], actual)).toBe(0);
    expect(rSquared([4, 5], [4, 4])).toBeNaN();
  });
});
