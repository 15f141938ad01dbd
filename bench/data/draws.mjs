/** Draws and shapes for made-up tables that use no function which engines may round in their own way. */

/** The sum of six even draws, which is normal enough here, and needs no logarithm. */
export function normal(next) {
  return (next() + next() + next() + next() + next() + next() - 3) * Math.SQRT2;
}

/** From -1 to 1, steepest at 0. */
export function bounded(value) {
  return value / (1 + Math.abs(value));
}
