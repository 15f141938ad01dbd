import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { weightedQuantile } from "../../src/index.ts";

/** By the definition, on weights that add up exactly. */
function byDefinition(values: readonly number[], weights: readonly number[], level: number): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const upTo = (most: number) => values.reduce((sum, value, i) => sum + (value <= most ? weights[i] : 0), 0);
  const reached = values.filter((value, i) => weights[i] > 0 && upTo(value) >= level * total);
  return Math.min(...reached);
}

const rows = fc.array(fc.record({ value: fc.integer({ min: -9, max: 9 }), weight: fc.integer({ min: 0, max: 5 }) }), {
  minLength: 1,
  maxLength: 40,
});
/** Their products with whole numbers are exact. */
const levels = fc.integer({ min: 0, max: 16 }).map((sixteenths) => sixteenths / 16);

describe("weightedQuantile", () => {
  test("is the least value with so much of the weight up to it", () => {
    fc.assert(
      fc.property(rows, levels, (listed, level) => {
        fc.pre(listed.some(({ weight }) => weight > 0));
        const values = listed.map(({ value }) => value);
        const weights = listed.map(({ weight }) => weight);
        const quantile = weightedQuantile(Float64Array.from(values), Float64Array.from(weights), level);
        expect(quantile).toBe(byDefinition(values, weights, level));
      }),
    );
  });

  test("without weights is that of weights of 1, and leaves its arguments alone", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true }), { minLength: 1 }), levels, (values, level) => {
        const given = Float64Array.from(values);
        const ones = new Float64Array(values.length).fill(1);
        expect(weightedQuantile(given, null, level)).toBe(weightedQuantile(given, ones, level));
        expect([...given]).toEqual(values);
        expect([...ones]).toEqual(values.map(() => 1));
      }),
    );
  });

  test("counts a row of weight 3 as three, in any order", () => {
    const values = Float64Array.of(5, 1, 4, 2);
    const weights = Float64Array.of(1, 3, 1, 2);
    const copies = Float64Array.of(2, 1, 1, 5, 4, 2, 1);
    for (const level of [0.01, 0.2, 3 / 7, 0.43, 0.5, 5 / 7, 0.72, 0.9, 1]) {
      expect(weightedQuantile(values, weights, level)).toBe(weightedQuantile(copies, null, level));
    }
  });

  test("takes 0.07 of a hundred rows for seven", () => {
    const values = Float64Array.from({ length: 100 }, (_, i) => 100 - i);
    expect(0.07 * 100).toBeGreaterThan(7);
    expect(weightedQuantile(values, null, 0.07)).toBe(7);
  });

  test("is 0 where nothing weighs anything", () => {
    expect(weightedQuantile(Float64Array.of(3, 4), new Float64Array(2), 0.5)).toBe(0);
  });

  test("finds its way through many equal values, and through sorted ones", () => {
    const equal = new Float64Array(200_000).fill(7);
    expect(weightedQuantile(equal, null, 0.3)).toBe(7);
    const sorted = Float64Array.from({ length: 200_000 }, (_, i) => i);
    expect(weightedQuantile(sorted, null, 0.25)).toBe(49_999);
    expect(weightedQuantile(sorted.reverse(), null, 0.25)).toBe(49_999);
  });
});
