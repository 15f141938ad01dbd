import { describe, expect, test } from "vitest";
import { arcTangent, logarithm, sineOfPi } from "./exact-functions.ts";
import { friedman } from "./friedman.ts";
import { rowsOf } from "./made-table.ts";
import { drawsOf, normal, slash } from "./random-draws.ts";
import { sphere } from "./sphere.ts";

describe("the functions of their own are those of Math, up to rounding", () => {
  const next = drawsOf(1);
  const even = Array.from({ length: 2000 }, next);

  test("sine", () => {
    for (const x of even) expect(Math.abs(sineOfPi(x) - Math.sin(Math.PI * x))).toBeLessThan(1e-15);
  });

  test("arc of the tangent", () => {
    for (const x of even.flatMap((u) => [u, -u, 1 / (u + 1e-9), 1000 * u]))
      expect(Math.abs(arcTangent(x) - Math.atan(x))).toBeLessThan(1e-15);
    expect(arcTangent(Number.POSITIVE_INFINITY)).toBe(Math.PI / 2);
  });

  test("logarithm", () => {
    for (const x of even.flatMap((u) => [u + 1e-12, 1000 * u + 1])) {
      expect(Math.abs(logarithm(x) - Math.log(x))).toBeLessThan(1e-15 * Math.max(1, Math.abs(Math.log(x))));
    }
  });
});

test("normal numbers have the moments of the normal distribution, and slashed ones its median and quartiles", () => {
  const next = drawsOf(2);
  const numbers = Array.from({ length: 100_000 }, () => normal(next));
  const moment = (power: number) => numbers.reduce((sum, x) => sum + x ** power, 0) / numbers.length;
  // Each within four standard errors, the roots of 1, 2, 15 and 96 by the root of their number.
  expect(Math.abs(moment(1))).toBeLessThan(0.013);
  expect(Math.abs(moment(2) - 1)).toBeLessThan(0.018);
  expect(Math.abs(moment(3))).toBeLessThan(0.05);
  expect(Math.abs(moment(4) - 3)).toBeLessThan(0.125);
  const slashed = Array.from({ length: 100_000 }, () => slash(next)).sort((a, b) => a - b);
  expect(Math.abs(slashed[50_000])).toBeLessThan(0.03);
  // Of the standard slash distribution, Φ(x) − (φ(0) − φ(x)) / x is 3/4 at 1.4704.
  expect(slashed[75_000]).toBeCloseTo(1.4704, 1);
});

test("the sphere parts its rows in halves", () => {
  const { y } = sphere({ rows: 20_000, seed: 3 }).columns;
  const out = (y as string[]).filter((label) => label === "out").length;
  // Four standard errors of 71 rows, and the two rows by which 9.34 is off the median, 9.3418.
  expect(Math.abs(out - 10_000)).toBeLessThan(290);
});

describe("Friedman's functions", () => {
  test("the first has the mean that follows from its formula", () => {
    const { clean } = friedman(1, { rows: 100_000, seed: 4 });
    // 10·E sin(π·x·y) = 5.2466 by its series Σ (−1)^k π^(2k+1) / ((2k+1)!·(2k+2)²), then 20/12, 10/2 and 5/2.
    expect(mean(clean)).toBeCloseTo(5.2466 + 5 / 3 + 5 + 2.5, 1);
  });

  test.each([
    [2, 126.4, 125],
    [3, 0.1055, 0.1],
  ] as const)("of #%s a third of the deviation is %s, and its noise has %s", (which, third, noisy) => {
    const { clean, columns } = friedman(which, { rows: 100_000, seed: 5 });
    const noise = (columns.y as Float64Array).map((y, row) => y - clean[row]);
    expect(Math.abs(deviation(clean) / 3 / third - 1)).toBeLessThan(0.01);
    expect(Math.abs(deviation(noise) / noisy - 1)).toBeLessThan(0.01);
  });

  test.each([1, 2, 3] as const)(
    "#%s: a seed is a table, and the first rows of a long one are those of a short one",
    (which) => {
      const long = friedman(which, { rows: 50, seed: 6 });
      const short = friedman(which, { rows: 20, seed: 6 });
      expect(rowsOf(long, 0, 20)).toEqual({ ...short.columns });
      expect(friedman(which, { rows: 20, seed: 7 }).columns.y).not.toEqual(short.columns.y);
      expect(Object.keys(short.columns)).toHaveLength(which === 1 ? 11 : 5);
    },
  );
});

function mean(numbers: Float64Array): number {
  return numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
}

function deviation(numbers: Float64Array): number {
  const centre = mean(numbers);
  return Math.sqrt(numbers.reduce((sum, x) => sum + (x - centre) ** 2, 0) / numbers.length);
}
