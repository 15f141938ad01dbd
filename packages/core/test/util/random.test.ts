import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomBits, shuffleInTurns } from "../../src/util/random.ts";
import { atOnce } from "../../src/util/turns.ts";

/** Σ (found - expected)² / expected. */
function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/** Beyond this, chance has about one case in 10^6 (normal approximation, with 255 degrees of freedom). */
const LIMIT_255 = 255 + 5 * Math.sqrt(2 * 255);

describe("randomBits", () => {
  it("never changes: saved seeds mean the same rows in every version", () => {
    expect([randomBits(0), randomBits(1), randomBits(1, 2), randomBits(2, 1), randomBits(2 ** 40, 7, 0)]).toEqual([
      3499606841, 964628547, 1507532777, 2795981656, 731841544,
    ]);
  });

  it("fills 256 buckets evenly by its high and by its low bits, over rows as over seeds", () => {
    for (const keys of [(i: number) => [42, 1, i], (i: number) => [i, 1, 0], (i: number) => [i * 65536, 2]]) {
      for (const shift of [0, 12, 24]) {
        const counts = new Array<number>(256).fill(0);
        for (let i = 0; i < 25_600; i++) counts[(randomBits(...keys(i)) >>> shift) & 255]++;
        expect(chiSquare(counts)).toBeLessThan(LIMIT_255);
      }
    }
  });

  it("gives two purposes numbers that have nothing to do with each other", () => {
    const counts = new Array<number>(256).fill(0);
    for (let row = 0; row < 25_600; row++) {
      const [a, b] = [randomBits(7, 1, row) >>> 28, randomBits(7, 2, row) >>> 28];
      counts[16 * a + b]++;
    }
    expect(chiSquare(counts)).toBeLessThan(LIMIT_255);
  });

  it("tells keys apart that differ only above 32 bits, or only in sign", () => {
    expect(new Set([5, 5 + 2 ** 32, -5, 5 + 2 ** 52].map((key) => randomBits(key))).size).toBe(4);
  });
});

describe("shuffleInTurns", () => {
  it("is a permutation for any count and seed", () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(), (count, seed) => {
        expect([...atOnce(shuffleInTurns(count, seed))].sort((a, b) => a - b)).toEqual(
          Array.from({ length: count }, (_, i) => i),
        );
      }),
    );
  });

  it("brings each row to each place equally often", () => {
    const counts = new Array<number>(256).fill(0);
    for (let seed = 0; seed < 1600; seed++)
      for (const [place, row] of atOnce(shuffleInTurns(16, seed)).entries()) counts[16 * row + place]++;
    expect(chiSquare(counts)).toBeLessThan(LIMIT_255);
  });

  it("brings neighbours together no more often than others", () => {
    let together = 0;
    for (let seed = 0; seed < 1600; seed++) {
      const rows = atOnce(shuffleInTurns(16, seed));
      if (Math.abs(rows.indexOf(0) - rows.indexOf(1)) === 1) together++;
    }
    // By chance in an eighth of the cases: 200, give or take 13.
    expect(Math.abs(together - 200)).toBeLessThan(5 * 13);
  });

  it("is the same for the same keys, and another for others", () => {
    expect(atOnce(shuffleInTurns(50, 1, 2))).toEqual(atOnce(shuffleInTurns(50, 1, 2)));
    expect(atOnce(shuffleInTurns(50, 1, 2))).not.toEqual(atOnce(shuffleInTurns(50, 2, 2)));
    expect(atOnce(shuffleInTurns(50, 1, 2))).not.toEqual(atOnce(shuffleInTurns(50, 1, 1)));
  });
});
