import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classGoal, entropy } from "../../src/index.ts";
import { allRows } from "../../src/util/ranges.ts";

const sum = (numbers: readonly number[]) => numbers.reduce((total, x) => total + x, 0);

/** W·H in bits. */
const impurity = (weights: readonly number[]) => {
  const total = sum(weights);
  return -sum(weights.map((w) => (w > 0 ? w * Math.log2(w / total) : 0)));
};

function gainOf(children: readonly (readonly number[])[]): number {
  const classes = children[0].length;
  const parent = Array.from({ length: classes }, (_, k) => sum(children.map((weights) => weights[k])));
  const records = Float64Array.from([parent, ...children].flatMap((weights) => [...weights, sum(weights)]));
  return entropy().gain(records, 0, classes + 1, children.length, classes + 1);
}

describe("entropy", () => {
  it("gains what the impurity loses, for any number of classes and children", () => {
    const child = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 3, maxLength: 3 }).filter((w) => sum(w) > 0);
    fc.assert(
      fc.property(fc.array(child, { minLength: 2, maxLength: 5 }), (children) => {
        const parent = [0, 1, 2].map((k) => sum(children.map((weights) => weights[k])));
        expect(gainOf(children)).toBeCloseTo(impurity(parent) - sum(children.map(impurity)), 9);
        expect(gainOf(children)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  /** Quinlan 1986: of 14 days 9 are "yes". Classes [no, yes] of each value of the attribute; gains in bits a day. */
  it.each([
    [
      "outlook",
      [
        [3, 2],
        [0, 4],
        [2, 3],
      ],
      0.24675,
    ],
    [
      "temperature",
      [
        [2, 2],
        [2, 4],
        [1, 3],
      ],
      0.029223,
    ],
    [
      "humidity",
      [
        [4, 3],
        [1, 6],
      ],
      0.151836,
    ],
    [
      "wind",
      [
        [3, 3],
        [2, 6],
      ],
      0.048127,
    ],
  ])("gains on play-tennis what the textbook says (%s)", (_, children, gain) => {
    expect(gainOf(children) / 14).toBeCloseTo(gain, 6);
  });

  it("is 0, exactly, where the children are alike or one has no weight", () => {
    expect(
      gainOf([
        [5, 7],
        [10, 14],
      ]),
    ).toBe(0);
    expect(
      gainOf([
        [6, 3],
        [0, 0],
      ]),
    ).toBe(0);
  });

  it("keeps its precision where the children are almost alike", () => {
    // With shares that differ by a tiny δ the gain is Σ (d·δ)²-like: here Σ over the four cells of (observed - expected)² / (2·expected·ln 2).
    const n = 2 ** 40;
    const cells = 4 * (1 / 4) ** 2;
    expect(
      gainOf([
        [n + 1, n],
        [n, n],
      ]) /
        (cells / (2 * n * Math.LN2)),
    ).toBeCloseTo(1, 9);
  });

  it("shows the impurity of the rows", () => {
    const target = {
      task: "classification",
      name: "y",
      codes: Int32Array.of(0, 1, 1, 2),
      classes: ["a", "b", "c"],
    } as const;
    const goal = classGoal({ ...target, weights: Float64Array.of(1, 2, 1, 4) }, allRows(4));
    expect(entropy().impurity(goal, allRows(4))).toBeCloseTo(impurity([1, 3, 4]), 12);
    expect(entropy().impurity(goal, Uint32Array.of(1, 2))).toBe(0);
  });
});
