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
      logLoss: expect.closeTo(-(3 * Math.log(0.75) + Math.log(0.25)) / 6, 12),
      auc: expect.closeTo((2 * 3 + 3 * 0.5) / 9, 12),
    });
  });

  it("scores more classes without the area, booleans and numbers as they were written", async () => {
    const three = await cart().fit({ x: [1, 2, 3], y: ["a", "b", "c"] }, { target: "y" });
    expect(evaluate(three, { x: [1, 2, 2], y: ["a", "b", "c"] })).toEqual({
      rows: 3,
      accuracy: 2 / 3,
      logLoss: expect.closeTo((52 * Math.LN2) / 3, 12),
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
      r2: expect.closeTo(1 - 10 / 8, 12),
    });
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
      "an unknown class",
      { x: [1], y: ["z"] },
      'bad-target | cambium: target "y" has "z" in row 1, which is none of the model\'s classes: "a", "b"',
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

  it("refuses a number that is none", async () => {
    const model = await stump.fit({ x: [1, 2], y: [1, 2] }, { target: "y" });
    expect(await failureOf(() => evaluate(model, { x: [1], y: [Number.NaN] }))).toBe(
      'bad-target | cambium: target "y" has NaN in row 1; expected a number',
    );
  });
});
