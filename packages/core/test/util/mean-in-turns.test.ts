import { createPacer } from "@cambium/kernels";
import fc from "fast-check";
import { expect, it } from "vitest";
import { weightedMean } from "../../src/util/grid.ts";
import { meanInTurns } from "../../src/util/mean-in-turns.ts";
import { atOnce, inTurns } from "../../src/util/turns.ts";
import { randomNumbers } from "../support/random-numbers.ts";

it("meanInTurns has the bits of weightedMean, of rows of more than one range too", async () => {
  const pacer = createPacer();
  const cases = fc.tuple(fc.constantFrom(1, 5, 70_000), fc.nat(1e6), fc.constantFrom(1, 1e300, 1e-300), fc.boolean());
  await fc.assert(
    fc.asyncProperty(cases, async ([rows, seed, scale, isWeighted]) => {
      const next = randomNumbers(seed);
      const values = Float64Array.from({ length: rows }, () => (next() - 0.3) * scale);
      const weights = isWeighted ? values.map(() => Math.floor(3 * next())) : null;
      expect(await inTurns(meanInTurns(values, weights), pacer)).toBe(weightedMean(values, weights));
      expect(atOnce(meanInTurns(values, weights))).toBe(weightedMean(values, weights));
    }),
    { numRuns: 40 },
  );
});
