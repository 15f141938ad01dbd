import { describe, expect, it } from "vitest";
import { errorLimit } from "../../src/pruning/error-based.ts";
import { type PeerCase, peerCases, relative } from "../peers/peer-cases.ts";

const rate = (errors: number, rows: number, confidence = 0.25) => errorLimit(errors, rows, confidence) / rows;

/** The rate at which so few errors are as rare as `confidence`: the limit by the binomial distribution, by bisection. */
function binomialLimit(errors: number, rows: number, confidence: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    let term = (1 - middle) ** rows;
    let sum = term;
    for (let k = 1; k <= errors; k++) {
      term *= ((rows - k + 1) / k) * (middle / (1 - middle));
      sum += term;
    }
    if (sum > confidence) low = middle;
    else high = middle;
  }
  return low;
}

interface WekaErrors extends PeerCase {
  readonly rowsErrorsConfidence: readonly (readonly [rows: number, errors: number, confidence: number])[];
  readonly added: readonly number[];
}

describe("C4.5's upper limit of an error rate", () => {
  it.each([
    [0, 6, 0.2063],
    [0, 9, 0.1428],
    [0, 1, 0.75],
    [1, 16, 0.1567],
  ])("U(%i, %i) at 25 % is %f to four digits", (errors, rows, expected) => {
    expect(rate(errors, rows)).toBeCloseTo(expected, 4);
  });

  it("is not the binomial one, whose U(1, 16) is 0.1596", () => {
    expect(binomialLimit(1, 16, 0.25)).toBeCloseTo(0.1596, 4);
  });

  it("is the binomial one where there is no error", () => {
    for (const confidence of [0.01, 0.1, 0.25, 0.5]) {
      for (const rows of [1, 2, 5, 30, 1000]) {
        expect(rate(0, rows, confidence)).toBeCloseTo(binomialLimit(0, rows, confidence), 12);
      }
    }
  });

  it("stays within 0.015 of the binomial one from ten rows on", () => {
    for (let rows = 10; rows <= 60; rows += 5) {
      for (let errors = 1; errors <= rows / 2; errors++) {
        expect(Math.abs(rate(errors, rows) - binomialLimit(errors, rows, 0.25))).toBeLessThan(0.015);
      }
    }
  });

  it("takes the deviate between two that are listed from a straight line", () => {
    // At 25 % the deviate is 0.84 - 0.59 / 4 = 0.6925.
    const z2 = 0.6925 * 0.6925;
    const limit = (3.5 + z2 / 2 + Math.sqrt(z2 * (3.5 * (1 - 3.5 / 20) + z2 / 4))) / (20 + z2);
    expect(rate(3, 20)).toBeCloseTo(limit, 12);
  });

  it("never falls as whole errors are added, nor as the confidence falls", () => {
    for (const rows of [1, 2, 3, 10, 100]) {
      for (let errors = 0; errors <= rows; errors++) {
        if (errors > 0) expect(rate(errors, rows)).toBeGreaterThanOrEqual(rate(errors - 1, rows));
        expect(rate(errors, rows, 0.1)).toBeGreaterThanOrEqual(rate(errors, rows, 0.25));
        expect(rate(errors, rows, 0.25)).toBeGreaterThanOrEqual(rate(errors, rows, 0.5));
      }
    }
  });

  it("is never above all rows nor below the errors made, for fractions of a row too", () => {
    for (const rows of [0.1, 0.5, 1, 1.25, 1.5, 2.75, 10.5]) {
      for (let errors = 0; errors <= rows; errors += 0.05) {
        expect(errorLimit(errors, rows, 0.25)).toBeLessThanOrEqual(rows);
        expect(errorLimit(errors, rows, 0.25)).toBeGreaterThanOrEqual(errors);
      }
    }
  });

  it.each(peerCases<WekaErrors>("weka-errors"))("is Weka's, but for the digits of the deviates ($name)", (weka) => {
    /** Weka computes the deviate that C4.5 reads from a table of two digits; at 25 % it is 0.6745 in place of 0.6925. */
    const slack: Readonly<Record<number, number>> = { 0.05: 0.005, 0.1: 0.005, 0.25: 0.03 };
    const compared = weka.rowsErrorsConfidence.filter(([rows, errors, confidence], i) => {
      const extra = errorLimit(errors, rows, confidence) - errors;
      const off = Math.abs(extra - weka.added[i]) / weka.added[i];
      if (errors === 0) expect(off).toBeLessThan(relative(weka, "number"));
      // For the last half row Weka has no rule: all of it is wrong. With 0.5 it takes a deviate of 0.
      const isRegular = errors + 0.5 < rows && rows > 1.5 && confidence in slack;
      if (isRegular) expect(off).toBeLessThan(slack[confidence]);
      return errors === 0 || isRegular;
    });
    expect(compared.length).toBeGreaterThan(100);
  });

  it("expects two thirds of the last half row to be wrong", () => {
    expect(errorLimit(9.6, 10, 0.25)).toBeCloseTo(9.6 + 0.67 * 0.4, 12);
    expect(errorLimit(10, 10, 0.25)).toBe(10);
  });

  it("is nothing for a leaf without weight", () => {
    expect(errorLimit(0, 0, 0.25)).toBe(0);
  });
});
