import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bestConstant, type Loss, logistic, type RegressionTarget, squaredError } from "../../src/index.ts";

const target = (values: readonly number[], weights: readonly number[] | null = null): RegressionTarget => ({
  task: "regression",
  name: "y",
  values: Float64Array.from(values),
  weights: weights && Float64Array.from(weights),
});

/** A loss of the residual, by its derivatives. */
function lossOf(
  gradient: (residual: number) => number,
  hessian: (residual: number) => number,
): Pick<Loss<"regression">, "derivatives" | "constantHessian"> {
  return {
    constantHessian: false,
    derivatives({ values }, scores, gradients, hessians, start, end) {
      for (let row = start; row < end; row++) {
        gradients[row] = gradient(scores[row] - values[row]);
        if (hessians !== null) hessians[row] = hessian(scores[row] - values[row]);
      }
    },
  };
}

const quartic = lossOf(
  (r) => r * r * r,
  (r) => 3 * r * r,
);
/** Its second derivative is 0 but near the target, where Newton's steps are wild. */
const steep = lossOf(
  (r) => Math.tanh(100 * r),
  (r) => 100 / Math.cosh(Math.min(100, 100 * Math.abs(r))) ** 2,
);
/** No second derivative at all. */
const corner = lossOf(Math.sign, () => 0);

describe("bestConstant", () => {
  test("is the mean of squares, and the log-odds of the logistic loss", () => {
    const numbers = target([1, 2, 6, 7], [1, 2, 3, 2]);
    expect(bestConstant(squaredError(), numbers, [1, 7])).toBeCloseTo(37 / 8, 13);
    const codes = Int32Array.of(0, 1, 1, 1);
    const classes = { task: "classification" as const, name: "y", classes: ["a", "b"], codes, weights: null };
    expect(bestConstant(logistic(), classes, [-14, 14])).toBeCloseTo(Math.log(3), 13);
  });

  test.each([
    ["quartic", quartic],
    ["steep", steep],
    ["corner", corner],
  ])("has gradients on either side that point to it (%s)", (_, loss) => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 30 }), (values) => {
        const numbers = target(values);
        const best = bestConstant(loss, numbers, [Math.min(...values), Math.max(...values)]);
        const slopeAt = (score: number) => {
          const gradients = new Float64Array(values.length);
          loss.derivatives(
            numbers,
            gradients.map(() => score),
            gradients,
            null,
            0,
            values.length,
          );
          return gradients.reduce((sum, gradient) => sum + gradient, 0);
        };
        expect(slopeAt(best - 1e-10)).toBeLessThanOrEqual(0);
        expect(slopeAt(best + 1e-10)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test("has the same bits in any order of the rows", () => {
    const numbers = fc.array(fc.tuple(fc.double({ min: -9, max: 9, noNaN: true }), fc.double({ min: 0.1, max: 3 })), {
      minLength: 2,
    });
    fc.assert(
      fc.property(numbers, (rows) => {
        const of = (listed: readonly (readonly [number, number])[]) =>
          bestConstant(
            quartic,
            target(
              listed.map(([y]) => y),
              listed.map(([, w]) => w),
            ),
            [-9, 9],
          );
        expect(of(rows.slice().reverse())).toBe(of(rows));
      }),
    );
  });

  test("is the only target, exactly, and the middle where nothing weighs anything", () => {
    expect(bestConstant(steep, target([0.1, 0.1]), [0.1, 0.1])).toBe(0.1);
    expect(bestConstant(quartic, target([1, 3], [0, 0]), [1, 3])).toBe(2);
  });
});
