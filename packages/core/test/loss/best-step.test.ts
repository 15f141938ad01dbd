import { describe, expect, it } from "vitest";
import type { Loss, RegressionTarget } from "../../src/index.ts";
import { bestStep } from "../../src/loss/best-step.ts";

const free = { l1: 0, l2: 0, lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY };

/** The step for all rows of a target, from a score of 0. */
function stepFor(
  gradient: (score: number, y: number) => number,
  values: readonly number[],
  { hessian, from = 0 }: { readonly hessian?: (score: number) => number; readonly from?: number } = {},
): number {
  const loss: Pick<Loss<"regression">, "derivatives" | "constantHessian"> = {
    constantHessian: hessian === undefined,
    derivatives(target, scores, gradients, hessians, start, end) {
      for (let row = start; row < end; row++) {
        gradients[row] = gradient(scores[row], target.values[row]);
        if (hessians !== null) hessians[row] = hessian?.(scores[row]) ?? 1;
      }
    },
  };
  const target: RegressionTarget = { task: "regression", name: "y", values: Float64Array.from(values), weights: null };
  const rows = Uint32Array.from(values.keys());
  return bestStep(loss, target, new Float64Array(values.length).fill(from), rows, free);
}

const counts = (score: number, y: number) => Math.exp(score) - y;

describe("bestStep", () => {
  it("comes to the mean of residuals, and to the logarithm of a mean of counts", () => {
    expect(stepFor((score, y) => score - y, [1, 2, 6], { from: 10 })).toBeCloseTo(-7, 12);
    expect(stepFor(counts, [1, 2, 6], { hessian: Math.exp })).toBeCloseTo(Math.log(3), 12);
  });

  it("finds it where a Newton step would be out of the range of a double, or the smallest part of the way", () => {
    expect(stepFor(counts, [1e3, 3e3], { hessian: Math.exp, from: -600 })).toBeCloseTo(600 + Math.log(2e3), 9);
    expect(stepFor(counts, [1, 3], { hessian: Math.exp, from: 600 })).toBeCloseTo(Math.log(2) - 600, 9);
  });

  it("finds where a slope jumps past 0, and where a flat stretch begins that has no end", () => {
    expect(stepFor((score, y) => Math.sign(score - y), [3, 5, 100])).toBeCloseTo(5, 12);
    expect(Math.abs(stepFor((score, y) => Math.sign(score - y), [3, 5]) - 4)).toBeLessThanOrEqual(1);
    expect(stepFor((score) => (score < 2 ? -1 : 0), [0, 0, 0])).toBeCloseTo(2, 12);
  });

  it("leaves a millionth of a slope that never comes to 0", () => {
    expect(stepFor((score) => -Math.exp(-score), [0, 0])).toBeCloseTo(20 * Math.log(2), 9);
  });

  it("stays where nothing pulls, and takes a Newton step where a slope never falls", () => {
    expect(stepFor(() => 0, [1, 2])).toBe(0);
    expect(stepFor(() => -3, [1, 2])).toBe(3);
  });
});
