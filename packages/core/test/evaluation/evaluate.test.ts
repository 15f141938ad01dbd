import { describe, expect, it } from "vitest";
import { cart, evaluate } from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";

const x = [1, 2, 3, 4, 5, 6];
const stump = cart({ maxDepth: 1 });

describe("evaluate", () => {
  it("scores two classes by accuracy, log-loss and the area under the curve", async () => {
    const model = await stump.fit({ x, y: ["a", "a", "b", "b", "b", "a"] }, { target: "y" });
    const scores = evaluate(model, { x, y: ["a", "a", "b", "b", "b", "a"] });
    // x <= 2: certainly a. Above: b by three of four.
    expect(scores).toEqual({
      rows: 6,
      accuracy: 5 / 6,
      balancedAccuracy: expect.closeTo((2 / 3 + 1) / 2, 12),
      macroPrecision: expect.closeTo((1 + 3 / 4) / 2, 12),
      macroRecall: expect.closeTo((2 / 3 + 1) / 2, 12),
      macroF1: expect.closeTo((4 / 5 + 6 / 7) / 2, 12),
      weightedF1: expect.closeTo((4 / 5 + 6 / 7) / 2, 12),
      matthews: expect.closeTo((3 * 2 - 1 * 0) / Math.sqrt(4 * 3 * 3 * 2), 12),
      kappa: expect.closeTo((5 / 6 - 1 / 2) / (1 - 1 / 2), 12),
      logLoss: expect.closeTo(-(3 * Math.log(0.75) + Math.log(0.25)) / 6, 12),
      brier: expect.closeTo((3 * 0.25 ** 2 + 0.75 ** 2) / 6, 12),
      auc: expect.closeTo((2 * 3 + 3 * 0.5) / 9, 12),
      averagePrecision: expect.closeTo(3 / 4, 12),
      calibrationError: 0,
    });
  });

  it("scores more classes, booleans and numbers as they were written", async () => {
    const three = await cart().fit({ x: [1, 2, 3], y: ["a", "b", "c"] }, { target: "y" });
    expect(evaluate(three, { x: [1, 2, 2], y: ["a", "b", "c"] })).toMatchObject({
      rows: 3,
      accuracy: expect.closeTo(2 / 3, 12),
      logLoss: expect.closeTo((52 * Math.LN2) / 3, 12),
      brier: expect.closeTo(2 / 3, 12),
      // a against the rest is told, b half, c not at all.
      auc: expect.closeTo((1 + 0.75 + 0.5) / 3, 12),
    });
    const flags = await cart().fit({ x: [1, 2], y: [true, false] }, { target: "y" });
    expect(evaluate(flags, { x: [1, 2], y: [true, false] })).toMatchObject({ accuracy: 1, auc: 1 });
    const numbers = await cart().fit({ x: [1, 2], y: [7, 9] }, { target: "y", task: "classification" });
    expect(evaluate(numbers, { x: [1, 2], y: [7n, 9] })).toMatchObject({ accuracy: 1 });
  });

  it("scores numbers by both errors and the share of variance", async () => {
    const model = await cart({ maxDepth: 0 }).fit({ x: [1, 2, 3], y: [1, 2, 6] }, { target: "y" });
    expect(evaluate(model, { x: [1, 2], y: [2, 6] })).toEqual({
      rows: 2,
      rmse: expect.closeTo(Math.sqrt(5), 12),
      mae: expect.closeTo(2, 12),
      medianAbsoluteError: expect.closeTo(2, 12),
      mape: expect.closeTo((1 / 2 + 3 / 6) / 2, 12),
      maxError: 3,
      r2: expect.closeTo(1 - 10 / 8, 12),
      explainedVariance: expect.closeTo(0, 12),
      poissonDeviance: expect.closeTo(2 * Math.log(2 / 3) - 2 + 3 + 6 * Math.log(6 / 3) - 6 + 3, 12),
    });
  });

  it("with weights scores as with copies of the rows, by a column or by an array", async () => {
    const rows = { x: [1, 2, 3, 4, 5, 6], y: ["a", "b", "b", "a", "b", "a"], n: [2, 0, 1, 3, 1, 2] };
    const copies = rows.n.flatMap((count, row) => new Array<number>(count).fill(row));
    const copied = { x: copies.map((row) => rows.x[row]), y: copies.map((row) => rows.y[row]) };
    const model = await stump.fit({ x, y: ["a", "a", "b", "b", "b", "a"] }, { target: "y" });
    const { rows: _, ...ofCopies } = evaluate(model, copied);
    for (const weight of ["n", rows.n]) {
      const { rows: count, ...scores } = evaluate(model, rows, { weight });
      expect(count).toBe(6);
      expect(Object.keys(scores)).toEqual(Object.keys(ofCopies));
      for (const [name, value] of Object.entries(scores))
        expect(value, name).toBeCloseTo(ofCopies[name as keyof typeof ofCopies] as number, 12);
    }
    const numbers = await stump.fit({ x, y: [1, 1, 4, 5, 6, 9] }, { target: "y" });
    const measured = { x: rows.x, y: [1, 3, 4, 6, 5, 8], n: rows.n };
    const { rows: __, ...ofNumbers } = evaluate(numbers, {
      x: copied.x,
      y: copies.map((row) => measured.y[row]),
    });
    const weighted = evaluate(numbers, measured, { weight: "n" });
    for (const [name, value] of Object.entries(ofNumbers))
      expect(weighted[name as keyof typeof weighted], name).toBeCloseTo(value as number, 12);
  });

  it.each<[string, Record<string, unknown[]>, string]>([
    [
      "an empty table",
      { x: [], y: [] },
      "bad-table | cambium: the table has no rows; expected at least one to evaluate on",
    ],
    [
      "a table without the target",
      { x: [1], z: [1] },
      'unknown-column | cambium: evaluate needs the target "y", which the table lacks; there are "x", "z"',
    ],
    [
      "a class of another type",
      { x: [1], y: [1] },
      'bad-target | cambium: target "y" has 1 in row 1, which is none of the model\'s classes: "a", "b"',
    ],
    [
      "a missing class",
      { x: [1], y: [null] },
      'bad-target | cambium: target "y" has null in row 1, which is none of the model\'s classes: "a", "b"',
    ],
    [
      "a table without a feature",
      { y: ["a"] },
      'unknown-column | cambium: the model was trained with a column "x", which the table lacks; there are "y"',
    ],
  ])("refuses %s", async (_name, table, message) => {
    const model = await stump.fit({ x: [1, 2], y: ["a", "b"] }, { target: "y" });
    expect(await failureOf(() => evaluate(model, table))).toBe(message);
  });

  it.each<[string, object, string]>([
    [
      "a negative weight",
      { weight: [1, -1] },
      "bad-weight | cambium: weight is -1 in row 2; expected a number from 0 to 2^60",
    ],
    [
      "no weight at all",
      { weight: [0, 0] },
      "bad-weight | cambium: every weight is 0; expected at least one of 2^-60 or more",
    ],
    ["too few weights", { weight: [1] }, "bad-weight | cambium: weight has 1 numbers, but the table has 2 rows"],
    [
      "a column that lacks",
      { weight: "n" },
      'unknown-column | cambium: weight: the table has no column "n"; there are "x", "y"',
    ],
    [
      "another option",
      { weights: [1, 1] },
      'unknown-option | cambium: evaluate has no option "weights"; did you mean "weight"? it takes "weight", "metrics"',
    ],
  ])("refuses %s", async (_name, options, message) => {
    const model = await stump.fit({ x: [1, 2], y: ["a", "b"] }, { target: "y" });
    expect(await failureOf(() => evaluate(model, { x: [1, 2], y: ["a", "b"] }, options))).toBe(message);
  });

  it("takes dates for their time, as training does", async () => {
    const table = { x: [1, 2], y: [new Date(1000), new Date(5000)] };
    const model = await cart({ maxDepth: 0 }).fit(table, { target: "y", task: "regression" });
    expect(evaluate(model, table)).toMatchObject({ rows: 2, rmse: 2000 });
  });

  it("refuses a number that is none", async () => {
    const model = await stump.fit({ x: [1, 2], y: [1, 2] }, { target: "y" });
    expect(await failureOf(() => evaluate(model, { x: [1], y: [Number.NaN] }))).toBe(
      'bad-target | cambium: target "y" has NaN in row 1; expected a number',
    );
  });
});
