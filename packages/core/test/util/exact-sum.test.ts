import { createPacer } from "@cambium/kernels";
import fc from "fast-check";
import { expect, it } from "vitest";
import { exactSum, exactSumInTurns, meanInTurns, sumInTurns, weightedMean } from "../../src/util/exact-sum.ts";
import { gridExponent, powerOfTwo } from "../../src/util/grid.ts";
import { inTurns } from "../../src/util/turns.ts";
import { randomNumbers } from "../support/random-numbers.ts";

/** The sum of terms that were rounded to the grid of all, in whole numbers. */
function sumOf(terms: readonly number[]): number {
  const k = gridExponent(
    terms.length,
    terms.reduce((most, term) => Math.max(most, Math.abs(term)), 0),
  );
  const steps = terms.reduce((sum, term) => sum + BigInt(Math.round(term * powerOfTwo(k))), 0n);
  return Number(steps) * powerOfTwo(-k);
}

it("sums and means are exact on the grid of their terms, of rows of more than one range too", async () => {
  const pacer = createPacer();
  const cases = fc.tuple(fc.constantFrom(1, 5, 20_000), fc.nat(1e6), fc.constantFrom(1, 1e300, 1e-300), fc.boolean());
  await fc.assert(
    fc.asyncProperty(cases, async ([rows, seed, scale, isWeighted]) => {
      const next = randomNumbers(seed);
      const values = Float64Array.from({ length: rows }, () => (next() - 0.3) * scale);
      const weights = isWeighted ? values.map(() => Math.floor(3 * next())) : null;
      const terms = Array.from(values, (value, row) => (weights === null ? value : weights[row] * value));
      const total = weights === null ? rows : sumOf([...weights]);
      const sum = sumOf(terms);
      expect(exactSum(rows, (row) => terms[row])).toBe(sum);
      expect(
        await inTurns(
          exactSumInTurns(rows, (row) => terms[row]),
          pacer,
        ),
      ).toBe(sum);
      expect(await inTurns(sumInTurns(values, weights), pacer)).toBe(sum);
      const mean = total === 0 ? 0 : sum / total;
      expect(weightedMean(values, weights)).toBe(mean);
      expect(await inTurns(meanInTurns(values, weights), pacer)).toBe(mean);
    }),
    { numRuns: 40 },
  );
});
