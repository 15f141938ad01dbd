import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { atOnce, bestConstant, type Loss, logistic, type RegressionTarget, squaredError } from "../../src/index.ts";

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
    expect(atOnce(bestConstant(squaredError(), numbers, [1, 7]))).toBeCloseTo(37 / 8, 13);
    const codes = Int32Array.of(0, 1, 1, 1);
    const classes = { task: "classification" as const, name: "y", classes: ["a", "b"], codes, weights: null };
    expect(atOnce(bestConstant(logistic(), classes, [-14, 14]))).toBeCloseTo(Math.log(3), 13);
  });

  test.each([
    ["quartic", quartic],
    ["steep", steep],
    ["corner", corner],
  ])("has gradients on either side that point to it (%s)", (_, loss) => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 30 }), (values) => {
        const numbers = target(values);
        const best = atOnce(bestConstant(loss, numbers, [Math.min(...values), Math.max(...values)]));
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
          atOnce(
            bestConstant(
              quartic,
              target(
                listed.map(([y]) => y),
                listed.map(([, w]) => w),
              ),
              [-9, 9],
            ),
          );
        expect(of(rows.slice().reverse())).toBe(of(rows));
      }),
    );
  });

  test("takes some fifteen sums where the loss is smooth, and not many more than halves where it jumps", () => {
    const numbers = target(Array.from({ length: 99 }, (_, i) => Math.sin(i) * 50 + (i % 10 === 0 ? 1000 : 0)));
    const countOf = (loss: Pick<Loss<"regression">, "derivatives" | "constantHessian">) => {
      let calls = 0;
      const counted: typeof loss = {
        ...loss,
        derivatives(...given) {
          calls++;
          loss.derivatives(...given);
        },
      };
      atOnce(bestConstant(counted, numbers, [-50, 1050]));
      return calls;
    };
    expect(countOf(quartic)).toBeLessThanOrEqual(16);
    expect(countOf(squaredError())).toBeLessThanOrEqual(16);
    expect(countOf(steep)).toBeLessThanOrEqual(66);
    expect(countOf(corner)).toBeLessThanOrEqual(66);
  });

  test("is the only target, exactly, and an end of the bracket where nothing beyond the other is better", () => {
    expect(atOnce(bestConstant(steep, target([0.1, 0.1]), [0.1, 0.1]))).toBe(0.1);
    expect(atOnce(bestConstant(quartic, target([1, 3], [0, 0]), [1, 3]))).toBe(1);
    expect(atOnce(bestConstant(quartic, target([1, 3]), [2.5, 9]))).toBe(2.5);
    expect(atOnce(bestConstant(quartic, target([1, 3]), [-9, 1.5]))).toBe(1.5);
  });

  test("is what is to be added where rows have starts: those of one class are no longer alike", () => {
    const numbers = target([1, 2, 6, 7], [1, 2, 3, 2]);
    const starts = Float64Array.of(0.5, -1, 2, 3);
    const mean = (1 * 0.5 + 2 * 3 + 3 * 4 + 2 * 4) / 8;
    expect(atOnce(bestConstant(squaredError(), numbers, [-20, 20], starts))).toBeCloseTo(mean, 13);
    const codes = Int32Array.of(0, 1, 1, 1);
    const classes = { task: "classification" as const, name: "y", classes: ["a", "b"], codes, weights: null };
    const best = atOnce(bestConstant(logistic(), classes, [-14, 14], starts));
    const shares = starts.map((start) => 1 / (1 + Math.exp(-best - start)));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(3, 12);
    const backwards = {
      ...numbers,
      values: numbers.values.slice().reverse(),
      weights: numbers.weights?.slice().reverse() ?? null,
    };
    expect(atOnce(bestConstant(quartic, backwards, [-20, 20], starts.slice().reverse()))).toBe(
      atOnce(bestConstant(quartic, numbers, [-20, 20], starts)),
    );
  });

  test("is found between scores whose gradients have no end, and rows of no weight have none", () => {
    const rising = lossOf((r) => (r > 400 ? Number.POSITIVE_INFINITY : Math.expm1(r)), Math.exp);
    expect(atOnce(bestConstant(rising, target([3]), [-5000, 5000]))).toBeCloseTo(3, 9);
    expect(atOnce(bestConstant(rising, target([3, -5000], [1, 0]), [0, 500]))).toBeCloseTo(3, 9);
  });
});
