import { describe, expect, it } from "vitest";
import { BOUND_MARGIN, surprise, surpriseBound } from "../src/formulas/surprise.ts";

/** (1 + u)·ln(1 + u) - u as Σ (-u)^n / (n·(n - 1)) from n = 2 on: for |u| <= 1/2 sixty terms are more than enough. */
function bySeries(u: number): number {
  let sum = 0;
  for (let n = 60; n >= 2; n--) sum += (-u) ** n / (n * (n - 1));
  return sum;
}

describe("surprise", () => {
  it.each([1e-200, 1e-9, 0.001, 0.1, 0.2499999, 0.25, 0.2500001, 0.4])("is sharp to 14 digits at ±%d", (size) => {
    for (const u of [size, -size]) {
      const expected = bySeries(u);
      expect(Math.abs(surprise(u) - expected)).toBeLessThanOrEqual(2e-14 * expected);
    }
  });

  it("is 0 at 0, and 1 where nothing came of what was expected", () => {
    expect(surprise(0)).toBe(0);
    expect(surprise(-1)).toBe(1);
    expect(surprise(-1 - 2 ** -52)).toBe(1);
  });

  it("agrees with its definition far away", () => {
    for (const u of [1, 9, 1e6, -0.5, -0.999]) expect(surprise(u)).toBeCloseTo((1 + u) * Math.log1p(u) - u, 8);
  });
});

describe("surpriseBound", () => {
  it("is never below the surprise, and close to it up to twice what was expected", () => {
    for (let i = 0; i <= 4000; i++) {
      const u = -1 + i / 2000;
      const bound = surpriseBound(u) * BOUND_MARGIN;
      expect(bound).toBeGreaterThanOrEqual(surprise(u));
      expect(bound).toBeLessThanOrEqual(1.06 * surprise(u));
    }
    for (let u = 1e-12; u < 1e12; u *= 1.7) {
      expect(surpriseBound(u) * BOUND_MARGIN).toBeGreaterThanOrEqual(surprise(u));
    }
  });
});
