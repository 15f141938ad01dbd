import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addRow, classGoal, gradientGoal, leastSquaresGoal, statsWidth } from "../../src/index.ts";
import { allRows } from "../../src/util/ranges.ts";

const target = (values: readonly number[], weights: readonly number[] | null = null) => ({
  task: "regression" as const,
  name: "y",
  values: Float64Array.from(values),
  weights: weights && Float64Array.from(weights),
});

describe("leastSquaresGoal", () => {
  it("gives centre - y, exactly for whole numbers, however the centre falls", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -(2 ** 30), max: 2 ** 30 }), { minLength: 1 }), (values) => {
        const rows = allRows(values.length);
        const { goal, centre } = leastSquaresGoal(target(values), rows);
        for (const row of rows) expect(centre - goal.gradients[row]).toBe(values[row]);
      }),
    );
  });

  it("lets the mean of a leaf come back as centre - G/H", () => {
    const values = [1.5, 2.25, 100, -3];
    const { goal, centre } = leastSquaresGoal(target(values, [1, 3, 2, 2]), allRows(4));
    const stats = new Float64Array(statsWidth(goal));
    for (const row of [0, 1, 3]) addRow(goal, row, stats, 0);
    expect(centre - stats[0] / stats[1]).toBeCloseTo((1.5 + 3 * 2.25 - 2 * 3) / 6, 12);
  });

  it("looks at the rows in the bag only", () => {
    const rows = Uint32Array.of(0, 2);
    const { goal, centre } = leastSquaresGoal(target([1, 1e30, 3]), rows);
    expect(centre).toBe(2);
    expect([goal.gradients[0], goal.gradients[2]]).toEqual([1, -1]);
  });
});

describe("gradientGoal", () => {
  it("weighs both derivatives, and takes hessians of 1 where there are none", () => {
    const goal = gradientGoal(Float64Array.of(1, -2), null, Float64Array.of(3, 4), allRows(2));
    expect(goal).toEqual({ kind: "gradients", gradients: Float64Array.of(3, -8), hessians: Float64Array.of(3, 4) });
  });

  it("rounds both to grids on which sums are exact", () => {
    const values = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(values, (numbers) => {
        const rows = allRows(numbers.length);
        const goal = gradientGoal(Float64Array.from(numbers), Float64Array.from(numbers, Math.abs), null, rows);
        const [forwards, backwards] = [new Float64Array(2), new Float64Array(2)];
        for (const row of rows) addRow(goal, row, forwards, 0);
        for (const row of [...rows].reverse()) addRow(goal, row, backwards, 0);
        expect(backwards).toEqual(forwards);
      }),
    );
  });
});

describe("classGoal", () => {
  it("counts each class and all of them, by weight", () => {
    const classes = { task: "classification", name: "y", codes: Int32Array.of(0, 1, 0), classes: ["a", "b"] } as const;
    const goal = classGoal({ ...classes, weights: Float64Array.of(1, 2, 4) }, allRows(3));
    const stats = new Float64Array(1 + statsWidth(goal));
    for (const row of allRows(3)) addRow(goal, row, stats, 1);
    expect([...stats]).toEqual([0, 5, 2, 7]);
  });

  it("leaves the dataset's weights as they are", () => {
    const weights = Float64Array.of(0.1, 0.2);
    classGoal(
      { task: "classification", name: "y", codes: Int32Array.of(0, 1), classes: ["a", "b"], weights },
      allRows(2),
    );
    expect([...weights]).toEqual([0.1, 0.2]);
  });
});
