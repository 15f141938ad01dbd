import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasLeadingZero, parseDecimal } from "../../src/csv/parse-decimal.ts";

const encoder = new TextEncoder();

function parse(text: string): number {
  const bytes = encoder.encode(`"${text}"`);
  return parseDecimal(bytes, 1, bytes.length - 1);
}

/** The grammar a second time, as a pattern, with Number() for the value. */
function oracle(text: string): number {
  const isDecimal = /^[ \t]*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?[ \t]*$/.test(text);
  const value = isDecimal ? Number(text) : NaN;
  return Number.isFinite(value) ? value : NaN;
}

function expectSameBits(text: string): void {
  if (!Object.is(parse(text), oracle(text)))
    expect({ text, value: parse(text) }).toEqual({ text, value: oracle(text) });
}

const digits = (maxLength: number) => fc.string({ unit: fc.constantFrom(..."00123456789"), maxLength });

describe("parseDecimal", () => {
  it("gives back every float64 that JavaScript prints", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Object.is(parse(Object.is(value, -0) ? "-0" : String(value)), value)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it("rounds like Number() whatever the number of digits", () => {
    const value = fc.double({ noNaN: true, min: -1e25, max: 1e25 });
    fc.assert(
      fc.property(value, fc.integer({ min: 0, max: 30 }), (number, places) => {
        expectSameBits(number.toFixed(places));
        expectSameBits(number.toExponential(places));
        expectSameBits(number.toPrecision(places + 1));
      }),
      { numRuns: 3000 },
    );
  });

  it("agrees with Number() on decimals of any shape", () => {
    const decimal = fc.tuple(
      fc.constantFrom("", "-", "+"),
      digits(22),
      fc.constantFrom("", "."),
      digits(30),
      fc.integer({ min: -45, max: 45 }),
    );
    fc.assert(
      fc.property(decimal, fc.boolean(), ([sign, integer, point, fraction, exponent], hasExponent) => {
        expectSameBits(`${sign}${integer}${point}${fraction}${hasExponent ? `e${exponent}` : ""}`);
      }),
      { numRuns: 5000 },
    );
  });

  it("agrees with Number() on the digits that programs print, up to thirty of them", () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
        fc.integer({ min: 15, max: 30 }),
        (number, places) => {
          expectSameBits(number.toPrecision(places));
          expectSameBits(number.toExponential(places - 1));
        },
      ),
      { numRuns: 20_000 },
    );
  });

  it("agrees with Number() halfway between two floats, and one unit to either side", () => {
    const neighbours = fc.tuple(
      fc.bigInt({ min: 2n ** 52n, max: 2n ** 53n - 1n }),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 0, max: 12 }),
    );
    fc.assert(
      fc.property(neighbours, fc.constantFrom(-1n, 0n, 1n), ([mantissa, shift, places], step) => {
        const halfway = (2n * mantissa + 1n) * 2n ** BigInt(shift - 1);
        expectSameBits(String(halfway + step));
        // The same point behind the decimal point: (2m + 1) / 2^(places + 1), written out in full.
        const scaled = String((2n * mantissa + 1n) * 5n ** BigInt(places + 1) + step).padStart(places + 2, "0");
        expectSameBits(`${scaled.slice(0, -(places + 1))}.${scaled.slice(-(places + 1))}`);
      }),
      { numRuns: 3000 },
    );
  });

  it("accepts and refuses what the grammar does", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0123456789+-.eE \tx,_"), maxLength: 9 }), expectSameBits),
      { numRuns: 20_000 },
    );
  });

  it.each([
    "",
    " ",
    "+",
    "-",
    ".",
    "e5",
    "1e",
    "1e+",
    "--1",
    "1-",
    "1.2.3",
    "0x10",
    "1_000",
    "1,000",
    "1n",
    "NaN",
    "Infinity",
    "-Infinity",
    "inf",
    "1e999",
    "-1e999",
    "١",
  ])("takes %j for no number", (text) => expect(parse(text)).toBeNaN());

  it("takes only the bytes that it is given", () => {
    const bytes = encoder.encode("12345");
    expect(parseDecimal(bytes, 1, 3)).toBe(23);
    expect(parseDecimal(encoder.encode("1e5"), 0, 2)).toBeNaN();
    expect(parseDecimal(encoder.encode("1e-5"), 0, 3)).toBeNaN();
  });

  it("reads exponents of any length", () => {
    expect(parse(`1e-${"9".repeat(400)}`)).toBe(0);
    expect(parse(`0e${"9".repeat(400)}`)).toBe(0);
    expect(parse(`1e${"0".repeat(400)}5`)).toBe(100_000);
  });
});

describe("hasLeadingZero", () => {
  it.each(["007", "00501", "-01", "+01", " 01", "00", "01.5"])("sees the zero of %j", (text) => {
    expect(hasLeadingZero(encoder.encode(text), 0, text.length)).toBe(true);
  });

  it.each(["0", "-0", "0.5", "10", "", " ", "0e5", "a01"])("sees none in %j", (text) => {
    expect(hasLeadingZero(encoder.encode(text), 0, text.length)).toBe(false);
  });
});
