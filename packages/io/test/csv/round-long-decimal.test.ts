import { describe, expect, it } from "vitest";
import { roundLongDecimal } from "../../src/csv/round-long-decimal.ts";

function round(digits: string, exponent: number): number | null {
  return roundLongDecimal(new TextEncoder().encode(digits), 0, digits.length, exponent);
}

// That its answers are right, parse-decimal.test.ts proves against Number(). Here: that it answers, and when it does not.
describe("roundLongDecimal", () => {
  it("rounds what float64s are printed as", () => {
    expect(round("0.30000000000000004", 0)).toBe(0.30000000000000004);
    expect(round("8.692932128906250001", 0)).toBe(8.69293212890625);
    expect(round("123456789012345678901234567890", -20)).toBe(1234567890.123456789);
  });

  it("leaves a tie between two floats to others, and answers beside it", () => {
    expect(round("9007199254740993", 0)).toBeNull();
    expect(round("9007199254740993.0000000001", 0)).toBe(9007199254740994);
    expect(round("9007199254740992.9999999999", 0)).toBe(9007199254740992);
  });

  it.each([
    ["123456789012345", 0],
    ["1234567890123456789012345678901", -5],
    ["12345678901234567", 1],
    ["12345678901234567", -23],
  ])("leaves %s times ten to the %i to others", (digits, exponent) => {
    expect(round(digits, exponent)).toBeNull();
  });
});
