import { createPacer } from "@cambium/kernels";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ClassPredictions, metrics, type NumberMetric } from "../../src/index.ts";
import { classificationMetrics } from "../../src/metric/class-metrics.ts";
import { ClassOutcome } from "../../src/metric/class-outcome.ts";
import { ranksInTurns } from "../../src/metric/ranked-rows.ts";
import { atOnce, inTurns } from "../../src/util/turns.ts";
import { failureOf } from "../support/failure-of.ts";

describe("classification metrics", () => {
  it("counts, as the area under the curve, the pairs that stand in the right order", () => {
    const row = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 1 }));
    fc.assert(
      fc.property(fc.array(row, { minLength: 2, maxLength: 40 }), (rows) => {
        const scores = (label: number) => rows.filter(([, y]) => y === label).map(([score]) => score);
        const pairs = scores(1).flatMap((p) => scores(0).map((n) => (p > n ? 1 : p === n ? 0.5 : 0)));
        const share = pairs.reduce((sum: number, pair) => sum + pair, 0) / pairs.length;
        const auc = metrics.auc(
          rows.map(([, y]) => y),
          Float64Array.from(rows, ([score]) => score),
        );
        if (pairs.length === 0) expect(auc).toBeNaN();
        else expect(auc).toBeCloseTo(share, 12);
      }),
    );
  });

  it("ranks rows the same, to the bit, where others have their turn in between", async () => {
    const row = fc.tuple(fc.constantFrom(-0, 0, 0.1, 0.5, 1 / 3, 1), fc.integer({ min: 0, max: 1 }), fc.nat(3));
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 40 }), async (rows) => {
        const scores = Float64Array.from(rows, ([score]) => score);
        const actual = rows.map(([, y]) => y);
        for (const weights of [null, rows.map(([, , weight]) => weight)]) {
          const paced = await inTurns(ranksInTurns(scores, actual, weights), createPacer());
          expect(paced).toEqual(atOnce(ranksInTurns(scores, actual, weights)));
        }
      }),
    );
  });

  it("takes the mean of -log of the true class's probability, bounded by 52 bits", () => {
    const probabilities = Float64Array.of(0.2, 0.8, 0.5, 0.5, 1, 0);
    expect(metrics.logLoss([1, 0, 0], probabilities)).toBeCloseTo(-(Math.log(0.8) + Math.log(0.5)) / 3, 14);
    expect(metrics.logLoss([1, 0, 1], probabilities)).toBeCloseTo(
      (52 * Math.LN2 - Math.log(0.8) - Math.log(0.5)) / 3,
      14,
    );
  });

  it("counts the rows that are right", () => {
    expect(metrics.accuracy([0, 1, 1, 1], [0, 1, 2, 1])).toBe(0.75);
  });
});

describe("regression metrics", () => {
  const predicted = Float64Array.of(1, 2, 3);
  const actual = [1, 4, 7];

  it("are the textbook's", () => {
    expect(metrics.rmse(actual, predicted)).toBeCloseTo(Math.sqrt((0 + 4 + 16) / 3), 14);
    expect(metrics.mae(actual, predicted)).toBe(2);
    expect(metrics.r2(actual, predicted)).toBeCloseTo(1 - 20 / 18, 14);
  });

  it("say 1 for a perfect prediction, 0 for the mean, NaN where nothing varies", () => {
    expect(metrics.r2(actual, actual)).toBe(1);
    expect(metrics.r2(actual, [4, 4, 4])).toBe(0);
    expect(metrics.r2([4, 4], [4, 5])).toBeNaN();
  });

  it("keep their digits far from 0: what is added to all targets changes nothing", () => {
    const far = (values: ArrayLike<number>) => Array.from(values, (value) => value + 2 ** 40);
    expect(metrics.r2(far(actual), far(predicted))).toBeCloseTo(metrics.r2(actual, predicted), 14);
    expect(metrics.explainedVariance(far(actual), far(predicted))).toBeCloseTo(
      metrics.explainedVariance(actual, predicted),
      14,
    );
    // No double is a third above 2^52, where the mean is.
    const farthest = (...values: number[]) => values.map((value) => value + 2 ** 52);
    expect(metrics.r2(farthest(0, 0, 1), farthest(0, 1, 1))).toBeCloseTo(-0.5, 14);
  });

  it("divide errors by targets, but by nothing below 2^-52", () => {
    expect(metrics.mape([-(2 ** -30)], [2 ** -29])).toBe(3);
    expect(metrics.mape([0], [1])).toBe(2 ** 52);
  });

  it("take a Poisson deviance near to 0 from its series: (p - y)² / y", () => {
    expect(metrics.poissonDeviance([1e9], [1e9 + 1]) / 1e-9).toBeCloseTo(1, 8);
    expect(metrics.poissonDeviance([0, 0], [0, 2])).toBe(2);
    expect(metrics.poissonDeviance([1], [0])).toBe(Number.POSITIVE_INFINITY);
    expect(metrics.poissonDeviance([1, 1], [0, 1], [0, 1])).toBe(0);
    expect(metrics.poissonDeviance([-1], [1])).toBeNaN();
    // On both sides of where the series begins.
    for (const share of [1 + 0.9 / 64, 1 + 1.1 / 64, 1 - 0.9 / 64, 1 - 1.1 / 64])
      expect(metrics.poissonDeviance([8], [8 * share]) / (2 * (8 * Math.log(1 / share) - 8 + 8 * share))).toBeCloseTo(
        1,
        9,
      );
  });

  it("leave out rows without weight", () => {
    expect(metrics.maxError([1, 0], [0, 9], [1, 0])).toBe(1);
    expect(metrics.medianAbsoluteError([1, 0, 3], [0, 9, 0], [1, 0, 1])).toBe(2);
  });
});

describe("metrics of probabilities", () => {
  it("give the average precision as the mean precision at the hits", () => {
    // By descending score: hit, miss, hit, miss, hit.
    expect(metrics.averagePrecision([1, 0, 1, 0, 1], [5, 4, 3, 2, 1])).toBeCloseTo((1 / 1 + 2 / 3 + 3 / 5) / 3, 14);
    expect(metrics.averagePrecision([0, 0], [1, 2])).toBeNaN();
  });

  it("put every probability into the bin that holds it, edges below", () => {
    // 25 times the double next to 7 / 25 is above 7.
    for (const bins of [1, 3, 7, 10, 25, 49]) {
      const edges = Array.from({ length: bins + 1 }, (_, i) => i / bins);
      const table = metrics.reliabilityTable(edges, edges, bins);
      for (const bin of table) expect(bin.predicted, `${bins} bins`).toBeLessThanOrEqual(bin.atMost);
      expect(table.map(({ weight }) => weight)).toEqual([2, ...new Array<number>(bins - 1).fill(1)]);
    }
  });

  it("put what is above an edge by a last bit into the bin above", () => {
    for (const bins of [3, 6, 7, 9]) {
      for (let edge = 1; edge < bins; edge++) {
        const predicted = (edge / bins) * (1 + 2 ** -52);
        const [{ above, atMost }] = metrics.reliabilityTable([1], [predicted], bins);
        expect([above, atMost], `${bins} bins`).toEqual([edge / bins, (edge + 1) / bins]);
      }
    }
  });

  it("have no calibration error where what was predicted came true as often", () => {
    const table = metrics.reliabilityTable([1, 0, 0, 0, 1], [0.25, 0.25, 0.25, 0.25, 1]);
    expect(metrics.calibrationErrorOf(table)).toBe(0);
    expect(metrics.calibrationErrorOf(metrics.reliabilityTable([1, 0], [0.9, 0.9], 10, [1, 3]))).toBeCloseTo(0.65, 14);
  });
});

it.each<[string, () => unknown, string]>([
  [
    "lists of different lengths",
    () => metrics.accuracy([0], [0, 1]),
    "metrics.accuracy: predicted expects 1 numbers, one a row, got 2",
  ],
  [
    "a prediction that is no number",
    () => metrics.r2([1, 2], [1, Number.NaN]),
    "metrics.r2: predicted expects a finite number, got NaN at 1",
  ],
  [
    "a negative weight",
    () => metrics.auc([0, 1], [0.2, 0.8], [1, -1]),
    "metrics.auc: weights expects a number from 0 to 2^60, got -1 at 1",
  ],
  [
    "a weight of which there is no sum",
    () => metrics.auc([0, 1], [0.2, 0.8], [1, 2 ** 61]),
    "metrics.auc: weights expects a number from 0 to 2^60, got 2305843009213694000 at 1",
  ],
  [
    "a label that is none",
    () => metrics.kappa(["a", null as never], ["a", "b"]),
    "metrics.kappa: actual has null in row 2; a class is text, a finite number or a boolean",
  ],
  [
    "probabilities that are not as many for each row",
    () => metrics.logLoss([0, 1], [0.2, 0.8, 0.5]),
    "metrics.logLoss: probabilities expects one number per row and class, 2 rows, got 3",
  ],
  [
    "labels where the index of a class belongs",
    () => metrics.brier(["a", "b"] as never, [0.2, 0.8]),
    'metrics.brier: actual expects a class from 0 to 1, got "a" at 0',
  ],
  [
    "a probability that is text",
    () => metrics.topAccuracy({ k: 1 })([0, 1], ["0.2", 0.8] as never),
    'metrics.topAccuracy: probabilities expects a finite number, got "0.2" at 0',
  ],
])("a metric refuses %s, by which its figure would mean nothing", async (_what, call, message) => {
  expect(await failureOf(call)).toBe(`bad-option | cambium: ${message}`);
});

describe("losses of one row, by hand", () => {
  const one = (metric: NumberMetric, predicted: number, actual: number) =>
    metric.of({ predicted: Float64Array.of(predicted), actual: Float64Array.of(actual), weights: null });

  it("are the textbook's", () => {
    expect(one(metrics.quantile({ level: 0.9 }), 1, 3)).toBeCloseTo(1.8, 14);
    expect(one(metrics.quantile({ level: 0.9 }), 3, 1)).toBeCloseTo(0.2, 14);
    expect(one(metrics.expectile({ level: 0.9 }), 1, 3)).toBeCloseTo(3.6, 14);
    expect(one(metrics.expectile({ level: 0.9 }), 3, 1)).toBeCloseTo(0.4, 14);
    expect(one(metrics.huber({ delta: 1 }), 0, 0.5)).toBe(0.125);
    expect(one(metrics.huber({ delta: 1 }), 0, -3)).toBe(2.5);
    expect(one(metrics.pseudoHuber({ delta: 2 }), 1, 4)).toBeCloseTo(4 * (Math.sqrt(1 + 9 / 4) - 1), 14);
    expect(one(metrics.fair({ scale: 2 }), 1, 4)).toBeCloseTo(4 * (1.5 - Math.log(2.5)), 14);
    // log Γ of 4 is log 6: Poisson's probability of 3 at a mean of 2 is 2³·e^-2 / 6.
    expect(metrics.poissonNegativeLogLikelihood([3], [2])).toBeCloseTo(-Math.log((8 * Math.exp(-2)) / 6), 13);
    expect(metrics.poissonNegativeLogLikelihood([0, 1e6], [2, 0.5], [1, 0])).toBe(2);
    expect(metrics.gammaNegativeLogLikelihood([3], [2])).toBeCloseTo(Math.log(2) + 1.5, 14);
    expect(metrics.gammaNegativeLogLikelihood([0], [2])).toBeCloseTo(Math.log(2), 14);
    expect(metrics.rmsle([0], [Math.E - 1])).toBeCloseTo(1, 14);
    expect(metrics.crossEntropy([1], [0.25])).toBeCloseTo(Math.log(4), 14);
    for (const [p, y] of [
      [0, 1],
      [1, 0],
    ])
      expect(metrics.crossEntropy([y], [p])).toBeCloseTo(52 * Math.LN2, 12);
    expect(metrics.kullbackLeibler([0.25, 1], [0.25, 0.5])).toBeCloseTo(Math.log(2) / 2, 14);
  });

  it("keep their digits where errors are small", () => {
    for (const metric of [metrics.huber({ delta: 1 }), metrics.pseudoHuber({ delta: 1 }), metrics.fair({ scale: 1 })])
      expect(one(metric, 0, 1e-7) / 5e-15, metric.name).toBeCloseTo(1, 6);
    expect(metrics.gammaDeviance([1e9], [1e9 + 1]) / 1e-18).toBeCloseTo(1, 6);
    // x - log(1 + x) is x²/2 - x³/3 + …, of which there are terms enough here.
    for (const x of [1 / 64, -1 / 64, 0.01]) {
      let series = 0;
      for (let k = 30; k >= 2; k--) series = 1 / k - x * series;
      expect(metrics.gammaDeviance([1 + x], [1]) / (2 * x * x * series), `${x}`).toBeCloseTo(1, 13);
    }
  });

  it("are never below 0, also where a target is met to the last bit", () => {
    for (const power of [1, 1.2, 1.5, 1.8, 2, 2.5, 3]) {
      const deviance = metrics.tweedieDeviance({ power });
      for (let y = 0.1; y < 50; y += 0.7) expect(one(deviance, y, y), `${power}: ${y}`).toBeGreaterThanOrEqual(0);
    }
  });

  it("have no value, or none that is finite, outside of their distribution", () => {
    expect(metrics.gammaDeviance([0], [1])).toBeNaN();
    expect(metrics.gammaDeviance([1], [0])).toBe(Number.POSITIVE_INFINITY);
    expect(metrics.gammaNegativeLogLikelihood([1], [0])).toBeNaN();
    expect(metrics.rmsle([1], [-1])).toBeNaN();
    expect(metrics.crossEntropy([1.5], [0.5])).toBeNaN();
    expect(one(metrics.tweedieDeviance({ power: 1.5 }), -1, 1)).toBeNaN();
    expect(one(metrics.tweedieDeviance({ power: 1.5 }), 4, 0)).toBe(8);
    expect(one(metrics.tweedieDeviance({ power: 2.5 }), 1, 0)).toBeNaN();
    expect(one(metrics.tweedieNegativeLogLikelihood({ power: 1.5 }), 4, 0)).toBe(4);
  });

  it("are least where a loss has its least: for the quantile, the expectile and the mean", () => {
    const actual = Float64Array.of(1, 2, 4, 8, 16);
    const bestOf = (metric: NumberMetric) => {
      const steps = Array.from({ length: 161 }, (_, i) => i / 10 + 0.1);
      const costs = steps.map((step) => metric.of({ predicted: actual.map(() => step), actual, weights: null }));
      return steps[costs.indexOf(Math.min(...costs))];
    };
    expect(bestOf(metrics.quantile({ level: 0.7 }))).toBeCloseTo(8, 9);
    expect(bestOf(metrics.expectile({ level: 0.5 }))).toBeCloseTo(6.2, 9);
    for (const power of [1, 1.5, 2, 3]) expect(bestOf(metrics.tweedieDeviance({ power }))).toBeCloseTo(6.2, 9);
    expect(bestOf(metrics.tweedieNegativeLogLikelihood({ power: 1.5 }))).toBeCloseTo(6.2, 9);
  });

  it("do not depend on the order of the rows", () => {
    const row = fc.tuple(
      fc.double({ min: 0.01, max: 1e3, noNaN: true }),
      fc.double({ min: 0.01, max: 1e3, noNaN: true }),
      fc.nat(5),
    );
    const some = [
      metrics.fair({ scale: 0.7 }),
      metrics.tweedieDeviance({ power: 1.3 }),
      metrics.quantile({ level: 0.3 }),
    ];
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (rows) => {
        const meanOf = (metric: NumberMetric, of: typeof rows) =>
          metric.of({
            predicted: Float64Array.from(of, ([predicted]) => predicted),
            actual: Float64Array.from(of, ([, actual]) => actual),
            weights: Float64Array.from(of, ([, , weight]) => weight),
          });
        for (const metric of some) expect(meanOf(metric, rows)).toBe(meanOf(metric, [...rows].reverse()));
      }),
    );
  });
});

describe("metrics of several classes", () => {
  it("take the second class above a threshold, of two", () => {
    const probabilities = Float64Array.of(0.4, 0.6, 0.3, 0.7, 0.2, 0.8);
    const actual = Int32Array.of(0, 1, 0);
    const outcome = new ClassOutcome(probabilities, actual, 2, Float64Array.of(1, 2, 4));
    const of = (threshold: number) => metrics.thresholdAccuracy({ threshold }).of(outcome);
    expect([of(0), of(0.6), of(0.7), of(0.8)]).toEqual([2 / 7, 3 / 7, 1 / 7, 5 / 7]);
    const three = new ClassOutcome(new Float64Array(9), actual, 3, null);
    expect(metrics.thresholdAccuracy({ threshold: 0.5 }).of(three)).toBeNaN();
  });

  it("count a row as found where few are likelier than its class, of equals the first", () => {
    const of = (k: number) =>
      metrics
        .topAccuracy({ k })
        .of(
          new ClassOutcome(
            Float64Array.of(0.5, 0.3, 0.2, 0.4, 0.4, 0.2, 0.4, 0.4, 0.2),
            Int32Array.of(2, 0, 1),
            3,
            Float64Array.of(1, 2, 4),
          ),
        );
    expect([of(1), of(2), of(3)]).toEqual([2 / 7, 6 / 7, 1]);
  });

  it("are means over the classes that have rows, and NaN where there is nothing to tell apart", () => {
    const probabilities = Float64Array.of(0.5, 0.3, 0.2, 0.3, 0.5, 0.2, 0.6, 0.4, 0, 0.1, 0.5, 0.4);
    const { auc, averagePrecision: precision } = classificationMetrics;
    const of = (...codes: number[]) => new ClassOutcome(probabilities, Int32Array.from(codes), 3, null);
    const found = of(0, 1, 1, 0);
    const areas = [metrics.auc([1, 0, 0, 1], [0.5, 0.3, 0.6, 0.1]), metrics.auc([0, 1, 1, 0], [0.3, 0.5, 0.4, 0.5])];
    expect(auc.of(found)).toBeCloseTo((areas[0] + areas[1]) / 2, 14);
    expect(precision.of(of(0, 0, 0, 0))).toBe(1);
    expect(auc.of(of(0, 0, 0, 0))).toBeNaN();
  });

  it("take the mean area over the pairs of classes that have rows: with two classes the area itself", () => {
    const probabilities = Float64Array.of(0.2, 0.8, 0.6, 0.4, 0.7, 0.3, 0.3, 0.7);
    const two = { probabilities, actual: Int32Array.of(1, 0, 1, 0), classCount: 2, weights: null };
    const muOf = (given: Omit<ClassPredictions, "likeliest">) => metrics.aucMu.of(given as ClassPredictions);
    expect(muOf(two)).toBe(metrics.auc(two.actual, [0.8, 0.4, 0.3, 0.7]));
    const wide = Float64Array.from({ length: 12 }, (_, i) =>
      i % 3 === 2 ? 0 : probabilities[2 * Math.floor(i / 3) + (i % 3)],
    );
    expect(muOf({ ...two, probabilities: wide, classCount: 3 })).toBe(muOf(two));
    expect(muOf({ ...two, actual: Int32Array.of(1, 1, 1, 1) })).toBeNaN();
    // Of a class without weight there is no area.
    const third = { probabilities: Float64Array.of(...wide, 0, 0, 1), actual: Int32Array.of(...two.actual, 2) };
    expect(muOf({ ...third, classCount: 3, weights: Float64Array.of(1, 1, 1, 1, 0) })).toBe(muOf(two));
  });
});
