import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { metrics } from "../../src/index.ts";
import { balancedAccuracy, cohensKappa, matthewsCorrelation } from "../../src/metric/classification-metrics.ts";
import { failureOf } from "../support/failure-of.ts";

const { classRates, confusionMatrix } = metrics;

describe("metrics of a table of classes", () => {
  it("agree with the textbook: Cohen's kappa of 50 proposals is 0.4", () => {
    // Two readers of grant proposals, 20 + 15 of 50 alike: po = 0.7, pe = 0.5.
    expect(
      cohensKappa({
        rows: [
          [20, 5],
          [10, 15],
        ],
      }),
    ).toBeCloseTo(0.4, 14);
  });

  it("keep their laws: kappa and Matthews are 1 for a full agreement, 0 where the prediction never changes", () => {
    expect(
      cohensKappa({
        rows: [
          [3, 0],
          [0, 4],
        ],
      }),
    ).toBe(1);
    expect(
      matthewsCorrelation({
        rows: [
          [3, 0],
          [0, 4],
        ],
      }),
    ).toBeCloseTo(1, 14);
    expect(
      matthewsCorrelation({
        rows: [
          [0, 4],
          [0, 3],
        ],
      }),
    ).toBe(0);
    expect(
      cohensKappa({
        rows: [
          [0, 4],
          [0, 3],
        ],
      }),
    ).toBe(0);
    expect(
      cohensKappa({
        rows: [
          [4, 0],
          [0, 0],
        ],
      }),
    ).toBeNaN();
  });

  it("stand as in scikit-learn: a row for each actual class, a column for each predicted class", () => {
    // The example of scikit-learn's documentation of confusion_matrix.
    const actual = ["cat", "ant", "cat", "cat", "ant", "bird"];
    const predicted = ["ant", "ant", "cat", "cat", "ant", "cat"];
    const rows = [
      [2, 0, 0],
      [0, 0, 1],
      [1, 0, 2],
    ];
    expect(confusionMatrix(actual, predicted)).toEqual({ labels: ["ant", "bird", "cat"], rows });
    const turned = confusionMatrix(actual, predicted, { labels: ["cat", "bird", "ant"] });
    expect(turned.rows).toEqual(rows.map((row) => [...row].reverse()).reverse());
  });

  it("keep labels of other types apart, in the order of a model's classes", () => {
    expect(confusionMatrix([true, false], [true, true])).toEqual({
      labels: [false, true],
      rows: [
        [0, 1],
        [0, 1],
      ],
    });
    expect(confusionMatrix([10n, 2, "2"], [10, 2, 2]).labels).toEqual([2, 10, "2"]);
    expect(confusionMatrix([], [])).toEqual({ labels: [], rows: [] });
  });

  it("add up: the weight of all cells is that of all rows, in any order of the rows", () => {
    const row = fc.tuple(
      fc.nat(2),
      fc.nat(2),
      fc.nat(9).map((sevenths) => sevenths / 7),
    );
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 30 }), (rows) => {
        const table = (of: typeof rows) =>
          confusionMatrix(
            of.map(([, actual]) => actual),
            of.map(([predicted]) => predicted),
            { labels: [0, 1, 2], weights: of.map(([, , weight]) => weight) },
          );
        expect(table(rows)).toEqual(table([...rows].reverse()));
        const rates = classRates(table(rows));
        const sum = rows.reduce((total, [, , weight]) => total + weight, 0);
        expect(rates.reduce((total, { weight }) => total + weight, 0)).toBeCloseTo(sum, 12);
        expect(rates.reduce((total, { predictedWeight }) => total + predictedWeight, 0)).toBeCloseTo(sum, 12);
        if (sum > 0) expect(balancedAccuracy(table(rows))).toBeLessThanOrEqual(1);
      }),
    );
  });
});

it.each<[string, () => unknown, string]>([
  [
    "a class that is not among the labels",
    () => confusionMatrix(["yes", "no"], ["yes", "noo"], { labels: ["no", "yes"] }),
    'metrics.confusionMatrix: predicted has "noo" in row 2, which is not among labels; did you mean "no"? add it, or leave labels out',
  ],
  [
    "a class that is missing",
    () => confusionMatrix(["yes", null], ["yes", "no"]),
    "metrics.confusionMatrix: actual has null in row 2; a class is text, a finite number or a boolean",
  ],
  [
    "classes of other rows",
    () => confusionMatrix(["yes", "no"], ["yes"]),
    "metrics.confusionMatrix: predicted expects 2 numbers, one a row, got 1",
  ],
  [
    "a table of other classes",
    () =>
      classRates({
        rows: [
          [1, 2, 3],
          [1, 2],
          [1, 2, 3],
        ],
      }),
    "metrics.classRates: row 1 of the confusion matrix expects 3 numbers, one a class, got 2",
  ],
])("a confusion matrix refuses %s", async (_what, call, message) => {
  expect(await failureOf(call)).toBe(`bad-option | cambium: ${message}`);
});
