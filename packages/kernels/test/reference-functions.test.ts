import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { exp, log } from "../src/index.ts";
import { digestOfFunctions } from "./support/host-checks.ts";

const view = new DataView(new ArrayBuffer(8));

function fromBits(hex: string): number {
  view.setBigUint64(0, BigInt(`0x${hex}`));
  return view.getFloat64(0);
}

/** Signed steps between two float64 of one sign. */
function steps(from: number, to: number): number {
  view.setFloat64(0, from);
  const start = view.getBigInt64(0);
  view.setFloat64(0, to);
  const distance = Number(view.getBigInt64(0) - start);
  return from < 0 ? -distance : distance;
}

/** x and the float64 nearest to the true result, as bits in hexadecimal, and what is left in units of the last place. */
type Row = readonly [x: string, nearest: string, rest: number];

const file = readFileSync(new URL("./fixtures/reference-functions.json", import.meta.url), "utf8");
const table = JSON.parse(file) as { readonly exp: readonly Row[]; readonly log: readonly Row[] };

/** In units of the last place. */
function largestError(f: (x: number) => number, rows: readonly Row[]): number {
  const errors = rows.map(([x, nearest, rest]) => Math.abs(steps(fromBits(nearest), f(fromBits(x))) - rest));
  return Math.max(...errors);
}

describe("exp", () => {
  test("is within 1 ulp of the values to sixty digits, also where the result is subnormal", () => {
    expect(largestError(exp, table.exp)).toBeLessThan(1);
  });

  test("has the limits that the standard gives", () => {
    expect([0, -0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN].map(exp)).toEqual([
      1,
      1,
      Infinity,
      0,
      NaN,
    ]);
    expect([709.782712893384, 709.7827128933841].map((x) => exp(x) < Infinity)).toEqual([true, false]);
    expect([-745.1332191019411, -745.1332191019412].map(exp)).toEqual([5e-324, 0]);
  });

  test("never falls where x rises, also where the reduction changes its step", () => {
    for (let step = -1070; step <= 1020; step++) expect(falls(exp, (step + 0.5) * Math.LN2)).toBe(0);
  });
});

describe("log", () => {
  test("is within 1 ulp of the values to sixty digits, also for a subnormal x", () => {
    expect(largestError(log, table.log)).toBeLessThan(1);
  });

  test("has the limits that the standard gives", () => {
    expect([1, 0, -0, Infinity, -1, -Infinity, NaN].map(log)).toEqual([
      0,
      -Infinity,
      -Infinity,
      Infinity,
      NaN,
      NaN,
      NaN,
    ]);
  });

  test("never falls where x rises, also where the reduction changes its step", () => {
    for (let step = -1020; step <= 1020; step++) expect(falls(log, Math.SQRT2 * 2 ** step)).toBe(0);
  });

  test("undoes exp", () => {
    for (let x = -700; x <= 700; x += 0.37)
      expect(Math.abs(log(exp(x)) - x)).toBeLessThanOrEqual(2e-16 * Math.max(1, Math.abs(x)));
  });
});

test("exp and log keep their bits from release to release: models are made of them", () => {
  expect(digestOfFunctions()).toBe("64123bd1");
});

/** How many of the twenty neighbours on each side of x break the order. */
function falls(f: (x: number) => number, x: number): number {
  view.setFloat64(0, x);
  const bits = view.getBigInt64(0);
  const sign = x < 0 ? -1n : 1n;
  let last = Number.NEGATIVE_INFINITY;
  let count = 0;
  for (let step = -20n; step <= 20n; step++) {
    view.setBigInt64(0, bits + sign * step);
    const next = f(view.getFloat64(0));
    if (next < last) count++;
    last = next;
  }
  return count;
}
