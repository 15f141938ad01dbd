import { log } from "@cambium/kernels";

/** What a bound made of `surpriseBound` is multiplied by, so that rounding never brings it below the gain. */
export const BOUND_MARGIN = 1 + 2 ** -40;

/**
 * At least `surprise(u)`, for one division: ln(1 + u) <= u(6 + u)/(6 + 4u), of which the difference has the derivative
 * 4u³/((6 + 4u)²(1 + u)), and so its least value, 0, at u = 0. Up to |u| = 1 it is at most 6 % too large.
 */
export function surpriseBound(u: number): number {
  return (u * u * (3 + u)) / (6 + 4 * u);
}

/** Up to here the series is used: above it, the difference of the two terms loses less than 4 bits. */
const SERIES_LIMIT = 0.25;

/**
 * (1 + u)·ln(1 + u) - u for u >= -1: how much a count that is (1 + u) times the expected one tells, per expected one. It is
 * never negative, and 0 for u = 0 only, so that sums of it have no terms that cancel. With s = u / (2 + u) it is
 * 2s²/(1 - s) · (1 + (1 + s)·(s/3 + s³/5 + s⁵/7 + …)): the series has |s| <= 1/7, and its first term left out is below 2^-53.
 */
export function surprise(u: number): number {
  const ratio = 1 + u;
  if (ratio <= 0) return 1;
  if (u > SERIES_LIMIT || u < -SERIES_LIMIT) return ratio * log(ratio) - u;
  const s = u / (2 + u);
  const z = s * s;
  let sum = 1 / 19;
  sum = sum * z + 1 / 17;
  sum = sum * z + 1 / 15;
  sum = sum * z + 1 / 13;
  sum = sum * z + 1 / 11;
  sum = sum * z + 1 / 9;
  sum = sum * z + 1 / 7;
  sum = sum * z + 1 / 5;
  sum = sum * z + 1 / 3;
  return (2 * z * (1 + (1 + s) * s * sum)) / (1 - s);
}
