import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactSum, weightedMean } from "../../src/util/exact-sum.ts";
import { gridExponent, powerOfTwo, roundToStep } from "../../src/util/grid.ts";
import { allRows } from "../../src/util/ranges.ts";
import { roundToGrid } from "../../src/util/round-to-grid.ts";

/** Magnitudes from 1e-300 to 1e300, both signs, zero too. */
const extreme = fc.oneof(
  fc.double({ min: -1e300, max: 1e300, noNaN: true }),
  fc
    .tuple(fc.integer({ min: -300, max: 299 }), fc.double({ min: -9, max: 9, noNaN: true }))
    .map(([e, m]) => m * 10 ** e),
  fc.constantFrom(0, 1e-300, -1e300, 5e-324),
);

describe("powerOfTwo", () => {
  it("is 2^k for every normal exponent", () => {
    for (let k = -1022; k <= 1023; k++) expect(powerOfTwo(k)).toBe(2 ** k);
  });
});

describe("gridExponent", () => {
  /** The definition, in whole numbers of any size: q = floor(max·2^k + 1/2). */
  function fits(count: number, max: number, k: number): boolean {
    const [mantissa, exponent] = parts(max);
    const shift = exponent + k + 1; // twice max·2^k is mantissa·2^shift
    const twice = shift >= 0 ? mantissa << BigInt(shift) : mantissa >> BigInt(-shift);
    return BigInt(count) * ((twice + 1n) >> 1n) < 2n ** 53n;
  }

  /** x = mantissa · 2^exponent with a whole mantissa. */
  function parts(x: number): [bigint, number] {
    let exponent = 0;
    let mantissa = x;
    while (!Number.isInteger(mantissa)) {
      mantissa *= 2;
      exponent--;
    }
    return [BigInt(mantissa), exponent];
  }

  it("is the largest k up to 1000 at which no sum can leave 53 bits", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 32 }),
        extreme.map(Math.abs).filter((x) => x > 0 && x <= 1e290),
        (count, max) => {
          const k = gridExponent(count, max);
          expect(fits(count, max, k)).toBe(true);
          expect(k === 1000 || !fits(count, max, k + 1)).toBe(true);
        },
      ),
    );
  });

  it("is 0 where all terms are zero", () => {
    expect(gridExponent(10, 0)).toBe(0);
  });
});

describe("exactSum", () => {
  it("has the same bits in any order of the terms", () => {
    fc.assert(
      fc.property(
        fc
          .array(extreme, { minLength: 1, maxLength: 40 })
          .chain((terms) => fc.tuple(fc.constant(terms), fc.shuffledSubarray(terms, { minLength: terms.length }))),
        ([terms, shuffled]) => {
          expect(exactSum(terms.length, (i) => shuffled[i])).toBe(exactSum(terms.length, (i) => terms[i]));
        },
      ),
    );
  });

  it("of one term is the term, to the last bit", () => {
    fc.assert(
      fc.property(
        extreme.filter((x) => Math.abs(x) > 1e-280 || x === 0),
        (x) => {
          expect(exactSum(1, () => x)).toBe(x + 0);
        },
      ),
    );
  });

  it("of whole numbers is their sum", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -(2 ** 40), max: 2 ** 40 })), (terms) => {
        const sum = terms.reduce((all, term) => all + BigInt(term), 0n);
        expect(exactSum(terms.length, (i) => terms[i])).toBe(Number(sum));
      }),
    );
  });

  it("errs by at most half a step a term", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 }), (terms) => {
        const step = 2 ** -gridExponent(terms.length, Math.max(...terms.map(Math.abs)));
        const naive = terms.reduce((sum, term) => sum + term, 0);
        const rounding = 1e-9 * Math.max(1, ...terms.map(Math.abs));
        expect(Math.abs(exactSum(terms.length, (i) => terms[i]) - naive)).toBeLessThanOrEqual(
          (terms.length * step) / 2 + rounding,
        );
      }),
    );
  });
});

describe("roundToGrid", () => {
  it("leaves numbers whose sums are the same in any order, and touches no other row", () => {
    fc.assert(
      fc.property(fc.array(extreme, { minLength: 3, maxLength: 30 }), (numbers) => {
        const values = Float64Array.from(numbers);
        const rows = allRows(values.length).filter((row) => row % 3 !== 2);
        roundToGrid(values, rows);
        let forwards = 0;
        for (const row of rows) forwards += values[row];
        let backwards = 0;
        for (const row of [...rows].reverse()) backwards += values[row];
        expect(forwards).toBe(backwards);
        numbers.forEach((x, row) => {
          if (row % 3 === 2) expect(values[row]).toBe(x);
        });
      }),
    );
  });
});

describe("roundToStep", () => {
  it("gives the nearest multiple, ties upwards", () => {
    expect([2.5, -2.5, 0.49999999999999994, 2 ** 52 + 1, 2 ** 53 - 1].map((x) => roundToStep(x, 0) + 0)).toEqual([
      3,
      -2,
      0,
      2 ** 52 + 1,
      2 ** 53 - 1,
    ]);
    expect(roundToStep(0.3, 2)).toBe(0.25);
    expect(roundToStep(1000, -4)).toBe(1008);
  });
});

describe("weightedMean", () => {
  it("of whole numbers is the mean", () => {
    expect(weightedMean([1, 2, 6], null)).toBe(3);
    expect(weightedMean([1, 2, 6], Float64Array.of(1, 1, 2))).toBe(3.75);
  });

  it("with weight k is that of k copies", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: 0, max: 5 })), { minLength: 1 }),
        (pairs) => {
          const copies = pairs.flatMap(([x, weight]) => new Array<number>(weight).fill(x));
          fc.pre(copies.length > 0);
          const weights = Float64Array.from(pairs, ([, weight]) => weight);
          expect(
            weightedMean(
              pairs.map(([x]) => x),
              weights,
            ),
          ).toBe(weightedMean(copies, null));
        },
      ),
    );
  });

  it("of rows without any weight is 0, not NaN", () => {
    expect(weightedMean([4, 5], Float64Array.of(0, 0))).toBe(0);
  });
});
