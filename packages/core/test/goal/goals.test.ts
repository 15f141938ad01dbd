import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addRow, cart, classGoal, gradientGoal, leastSquaresGoal, NodeKind, statsWidth } from "../../src/index.ts";
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
    expect(goal).toEqual({
      kind: "gradients",
      gradients: Float64Array.of(3, -8),
      hessians: Float64Array.of(3, 4),
      targets: null,
    });
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

describe("leastSquaresGoal", () => {
  const tree = async (y: number[], weight: number[]) => {
    const model = await cart().fit({ x: y.map((_, row) => row), y }, { target: "y", weight });
    return model.ensemble.trees[0];
  };

  it("gives back a whole-numbered target exactly from a pure leaf, under whole weights too", async () => {
    const { nodeCount, kind, value } = await tree([4, 4, 4, 4, -7, 9], [1, 3, 1, 2, 3, 100_000]);
    expect(nodeCount).toBe(5);
    expect([...value].filter((_, node) => kind[node] === NodeKind.Leaf).sort((a, b) => a - b)).toEqual([-7, 4, 9]);
  });

  it("does not cut rows of one target on what rounding leaves of them, whatever their weights", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { minLength: 4, maxLength: 12 }),
        fc.double({ min: -5, max: 5, noNaN: true }),
        async (weights, target) => {
          const { nodeCount } = await tree([...weights.slice(1).map(() => target), 10], weights);
          expect(nodeCount).toBe(3);
        },
      ),
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
