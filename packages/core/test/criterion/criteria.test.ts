import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classGoal, gini, newton } from "../../src/index.ts";
import { allRows } from "../../src/util/ranges.ts";

const sum = (numbers: readonly number[]) => numbers.reduce((total, x) => total + x, 0);

describe("gini", () => {
  /** W·(1 - Σ share²). */
  const impurity = (weights: readonly number[]) => {
    const total = sum(weights);
    return total === 0 ? 0 : total * (1 - sum(weights.map((w) => (w / total) ** 2)));
  };

  it("gains what the impurity loses, for any number of classes and children", () => {
    const child = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 3, maxLength: 3 }).filter((w) => sum(w) > 0);
    fc.assert(
      fc.property(fc.array(child, { minLength: 2, maxLength: 5 }), (children) => {
        const parent = [0, 1, 2].map((k) => sum(children.map((weights) => weights[k])));
        const records = Float64Array.from([parent, ...children].flatMap((weights) => [...weights, sum(weights)]));
        const gain = gini().gain(records, 0, 4, children.length, 4);
        expect(gain).toBeCloseTo(impurity(parent) - sum(children.map(impurity)), 9);
        expect(gain).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it("is 0, exactly, where the children are alike or one has no weight", () => {
    expect(gini().gain(Float64Array.of(6, 3, 9, 4, 2, 6, 2, 1, 3), 0, 3, 2, 3)).toBe(0);
    expect(gini().gain(Float64Array.of(6, 3, 9, 6, 3, 9, 0, 0, 0), 0, 3, 2, 3)).toBe(0);
  });

  it("says the shares of the classes, and even ones where there is no weight", () => {
    const out = new Float64Array(5).fill(-1);
    gini().leafValue(Float64Array.of(9, 1, 3, 0, 4), 1, 4, out, 1);
    expect([...out]).toEqual([-1, 0.25, 0.75, 0, -1]);
    gini().leafValue(new Float64Array(4), 0, 4, out, 1);
    expect([...out.subarray(1, 4)]).toEqual([1 / 3, 1 / 3, 1 / 3]);
  });

  it("shows the impurity of the rows", () => {
    const target = {
      task: "classification",
      name: "y",
      codes: Int32Array.of(0, 1, 1, 2),
      classes: ["a", "b", "c"],
    } as const;
    const goal = classGoal({ ...target, weights: Float64Array.of(1, 2, 1, 4) }, allRows(4));
    expect(gini().impurity(goal, allRows(4))).toBeCloseTo(impurity([1, 3, 4]), 12);
    expect(gini().impurity(goal, Uint32Array.of(0, 1))).toBeCloseTo(impurity([1, 2]), 12);
  });
});

describe("newton", () => {
  const number = fc.integer({ min: -1000, max: 1000 }).map((q) => q / 8);
  const child = fc.tuple(
    number,
    fc.integer({ min: 1, max: 400 }).map((q) => q / 8),
  );

  it("gains the sum of G²/(H + l2) over two children minus the parent's", () => {
    fc.assert(
      fc.property(child, child, fc.constantFrom(0, 0.5, 1, 10), (left, right, l2) => {
        const worth = ([g, h]: readonly [number, number]) => (g * g) / (h + l2);
        const parent = [left[0] + right[0], left[1] + right[1]] as const;
        const gain = newton({ l2 }).gain(Float64Array.of(...parent, ...left, ...right), 0, 2, 2, 2);
        const expected = worth(left) + worth(right) - worth(parent);
        expect(Math.abs(gain - Math.max(0, expected))).toBeLessThan(1e-9 * (1 + worth(left) + worth(right)));
      }),
    );
  });

  it("is as sharp for gradients that are large and alike as for the difference alone", () => {
    const far = 2 ** 40;
    const gain = newton({ l2: 0 }).gain(Float64Array.of(2 * far + 1, 2, far, 1, far + 1, 1), 0, 2, 2, 2);
    expect(gain).toBe(0.5);
  });

  it("is no candidate where a child has no weight", () => {
    expect(newton({ l2: 0 }).gain(Float64Array.of(3, 2, 3, 2, 0, 0), 0, 2, 2, 2)).toBe(0);
  });

  it("steps to the minimum of the quadratic, and not at all without weight", () => {
    const out = new Float64Array(1);
    newton({ l2: 1 }).leafValue(Float64Array.of(6, 2), 0, 2, out, 0);
    expect(out[0]).toBe(-2);
    newton({ l2: 0 }).leafValue(Float64Array.of(0, 0), 0, 2, out, 0);
    expect(out[0]).toBe(0);
  });

  it("shows the squared deviations of the rows", () => {
    const goal = {
      kind: "gradients",
      gradients: Float64Array.of(2, -4, 8),
      hessians: Float64Array.of(1, 2, 1),
      targets: null,
    } as const;
    // As values -g/h the rows are -2, 2 and -8 with weights 1, 2, 1 around a mean of -1.5.
    expect(newton({ l2: 0 }).impurity(goal, allRows(3))).toBeCloseTo(0.25 + 2 * 12.25 + 42.25, 12);
  });

  it("refuses classes", () => {
    const goal = { kind: "classes", codes: Int32Array.of(0), classCount: 1, weights: Float64Array.of(1) } as const;
    expect(() => newton({ l2: 0 }).impurity(goal, allRows(1))).toThrow(
      'criterion "newton" needs gradients, got classes',
    );
  });
});
