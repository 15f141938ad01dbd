import { log } from "@cambium/kernels";

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
