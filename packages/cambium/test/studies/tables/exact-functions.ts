/*
 * Functions of which engines round the last bit in their own ways, from operations of which none does: made tables then have
 * the same bytes everywhere, and in Python too, where fixtures/generate/made_tables.py has the same, to the bit.
 */

/** sin(πx), of x from 0 to 1. */
export function sineOfPi(x: number): number {
  const angle = Math.PI * (x - 0.5);
  const square = angle * angle;
  // The series of the cosine, from its 14th term inwards.
  let sum = 1;
  for (let k = 26; k > 0; k -= 2) sum = 1 - (sum * square) / (k * (k - 1));
  return sum;
}

/** The arc of a tangent. */
export function arcTangent(tangent: number): number {
  if (tangent < 0) return -arcTangent(-tangent);
  if (tangent > 1) return Math.PI / 2 - arcTangent(1 / tangent);
  // An eighth of the angle, at which the series ends soon.
  let part = tangent;
  for (let halving = 0; halving < 3; halving++) part = part / (1 + Math.sqrt(1 + part * part));
  const square = part * part;
  let sum = 0;
  for (let k = 21; k > 0; k -= 2) sum = 1 / k - square * sum;
  return 8 * part * sum;
}

/** ln(x), of x > 0. */
export function logarithm(x: number): number {
  let scaled = x;
  let twos = 0;
  for (; scaled < Math.SQRT1_2; twos--) scaled *= 2;
  for (; scaled > Math.SQRT2; twos++) scaled /= 2;
  const ratio = (scaled - 1) / (scaled + 1);
  const square = ratio * ratio;
  let sum = 0;
  for (let k = 25; k > 0; k -= 2) sum = 1 / k + square * sum;
  return 2 * ratio * sum + twos * Math.LN2;
}
