import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  exactNumber,
  formatCount,
  formatNumber,
  formatRows,
  formatShare,
  formatThreshold,
  signedNumber,
} from "../../src/text/format-number.ts";

describe("formatNumber", () => {
  test.each([
    [0, "0"],
    [-0, "0"],
    [206.5, "206.5"],
    [43.349999999999994, "43.35"],
    [-43.349999999999994, "−43.35"],
    [1 / 3, "0.3333"],
    [1234567.5, "1,234,568"],
    [9.9996, "10"],
    [0.00012344, "0.0001234"],
    [0.000012344, "1.234e-5"],
    [6.02214076e23, "6.022e23"],
    [1e15, "1e15"],
    [Number.POSITIVE_INFINITY, "∞"],
    [Number.NaN, "missing"],
  ])("%d is written %s", (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  test("comes within half a unit of the last digit that it promises", () => {
    const numbers = fc.double({ min: -1e11, max: 1e11, noNaN: true });
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 12 }), (value, digits) => {
        const read = Number(formatNumber(value, digits).replaceAll(",", "").replace("−", "-"));
        expect(Math.abs(read - value)).toBeLessThanOrEqual(
          0.5 * 10 ** (1 - digits) * Math.abs(value) * 1.0001 + 1e-300,
        );
      }),
    );
  });
});

test("a threshold between two whole numbers keeps its half, since without it it would be another split", () => {
  expect(formatThreshold(4125.5)).toBe("4,125.5");
  expect(formatThreshold(1234567.5)).toBe("1,234,567.5");
  expect(formatThreshold(4125)).toBe("4,125");
});

test("an exact number reads back as itself", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(Number(exactNumber(value).replaceAll(",", "").replace("−", "-"))).toBe(value + 0);
    }),
  );
  expect(exactNumber(1234.56789)).toBe("1,234.56789");
});

test("what is added carries its sign", () => {
  expect([0.31, -0.31, 0].map((value) => signedNumber(value))).toEqual(["+0.31", "−0.31", "0"]);
});

test("a share is 0% or 100% only when it is nothing or all", () => {
  expect([0, 0.004, 0.5, 0.996, 1].map((share) => formatShare(share))).toEqual(["0%", "<1%", "50%", ">99%", "100%"]);
  expect([0, 0.0004, 0.149, 0.9996, 1].map((share) => formatShare(share, 1))).toEqual([
    "0%",
    "<0.1%",
    "14.9%",
    ">99.9%",
    "100%",
  ]);
});

test("counts are written in thousands, and one row is one row", () => {
  expect(formatCount(1234567)).toBe("1,234,567");
  expect([formatRows(1), formatRows(0), formatRows(1000)]).toEqual(["1 row", "0 rows", "1,000 rows"]);
});
