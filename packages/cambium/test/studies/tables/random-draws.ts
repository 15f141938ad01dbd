import { logarithm } from "./exact-functions.ts";

/** Draws from 0 up to 1. */
export type Draws = () => number;

/**
 * Chris Doty-Humphrey's "small fast counting" generator of 32 bits (PractRand 0.95), so that studies rest on draws that neither
 * change from run to run nor come from the code under test. fixtures/generate/made_tables.py has the same, to the bit.
 */
export function drawsOf(seed: number): Draws {
  let a = 0;
  let b = seed | 0;
  let c = 0;
  let counter = 1;
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  // Until the seed has reached all bits.
  for (let draw = 0; draw < 12; draw++) next();
  return next;
}

/** A standard normal number, by Marsaglia's polar method; of the two that a pair of draws gives, the first. */
export function normal(next: Draws): number {
  for (;;) {
    const x = 2 * next() - 1;
    const y = 2 * next() - 1;
    const square = x * x + y * y;
    if (square > 0 && square < 1) return x * Math.sqrt((-2 * logarithm(square)) / square);
  }
}

/** Tukey's slash: a normal number by an even one, which has neither a variance nor a mean. */
export function slash(next: Draws): number {
  const above = normal(next);
  return above / (1 - next());
}
