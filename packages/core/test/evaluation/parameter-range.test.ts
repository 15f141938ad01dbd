import { describe, expect, it } from "vitest";
import { type ParameterRange, range } from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";

/** Shares in equal steps, from 0 to just below 1. */
const shares = [...Array.from({ length: 1000 }, (_, i) => i / 1000), 1 - 2 ** -53];

describe("a range of parameters", () => {
  it("stays within its bounds, and rises with the share", () => {
    const ranges: [ParameterRange, number, number][] = [
      [range.uniform(-3, 5), -3, 5],
      [range.uniform(-1e308, 1e308), -1e308, 1e308],
      [range.logUniform(1e-5, 0.1), 1e-5, 0.1],
      [range.logUniform(1e-300, 1e300), 1e-300, 1e300],
      [range.integers(-2, 3), -2, 3],
      [range.integers(0, Number.MAX_SAFE_INTEGER), 0, Number.MAX_SAFE_INTEGER],
    ];
    for (const [range, low, high] of ranges) {
      const values = shares.map((share) => range.at(share));
      expect(values).toEqual([...values].sort((a, b) => a - b));
      expect(values[0]).toBeGreaterThanOrEqual(low);
      expect(values[0]).toBeLessThan(values[999]);
      expect(values[1000]).toBeLessThanOrEqual(high);
    }
  });

  it("has the middle where its name says: of the numbers, or of their logarithms", () => {
    expect(range.uniform(2, 6).at(0.5)).toBe(4);
    expect(range.logUniform(0.01, 1).at(0.5)).toBeCloseTo(0.1, 14);
  });

  it("gives each whole number the same share", () => {
    const counts = new Map<number, number>();
    const drawn = range.integers(3, 6);
    for (const share of shares.slice(0, 1000)) counts.set(drawn.at(share), (counts.get(drawn.at(share)) ?? 0) + 1);
    expect([...counts]).toEqual([3, 4, 5, 6].map((value) => [value, 250]));
    expect(drawn.size).toBe(4);
  });

  it.each<[string, () => unknown, string]>([
    [
      "bounds in the wrong order",
      () => range.uniform(2, 1),
      "range.uniform expects two numbers, the lower one first, got 2 and 1",
    ],
    [
      "a bound that is no number",
      () => range.uniform(0, "1" as never),
      'range.uniform expects two numbers, the lower one first, got 0 and "1"',
    ],
    [
      "a logarithm of 0",
      () => range.logUniform(0, 1),
      "range.logUniform expects two numbers above 0, the lower one first, got 0 and 1",
    ],
    [
      "an infinite bound",
      () => range.logUniform(1, Number.POSITIVE_INFINITY),
      "range.logUniform expects two numbers above 0, the lower one first, got 1 and Infinity",
    ],
    [
      "half a number",
      () => range.integers(1, 2.5),
      "range.integers expects two whole numbers, the lower one first, got 1 and 2.5",
    ],
  ])("refuses %s", async (_name, misuse, message) => {
    expect(await failureOf(misuse)).toBe(`bad-option | cambium: ${message}`);
  });
});
