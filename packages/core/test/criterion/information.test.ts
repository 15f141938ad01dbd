import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boundOfInformation, informationGain } from "../../src/criterion/information.ts";

const weight = fc.oneof(
  fc.nat(5),
  fc.nat(1_000_000),
  fc.integer({ min: 0, max: 2 ** 40 }).map((n) => n * 2 ** -20),
);
const classes = fc.array(fc.tuple(weight, weight), { minLength: 1, maxLength: 6 });

/** The record of a node, and those of its two sides. */
function recordsOf(sides: readonly (readonly [number, number])[]): Float64Array {
  const first = sides.map(([of]) => of);
  const second = sides.map(([, of]) => of);
  const both = sides.map(([a, b]) => a + b);
  return Float64Array.from([both, first, second].flatMap((of) => [...of, of.reduce((sum, each) => sum + each, 0)]));
}

describe("boundOfInformation", () => {
  it("is never below what the sides tell", () => {
    fc.assert(
      fc.property(classes, (sides) => {
        const stats = recordsOf(sides);
        const width = sides.length + 1;
        fc.pre(stats[width - 1] > 0);
        const bound = boundOfInformation(stats, 0, width, width);
        expect(bound).toBeGreaterThanOrEqual(informationGain(stats, 0, width, 2, width));
      }),
      { numRuns: 2000 },
    );
  });

  it("is near it where the sides differ little", () => {
    const stats = recordsOf([
      [5000, 5100],
      [5000, 4900],
    ]);
    const gain = informationGain(stats, 0, 3, 2, 3);
    expect(boundOfInformation(stats, 0, 3, 3) / gain).toBeLessThan(1.02);
  });
});
