import {
  EXP_OVERFLOW,
  EXP_UNDERFLOW,
  EXP_USUAL,
  LN2_HIGH,
  LN2_LOW,
  NEAREST_WHOLE,
} from "../generated/exp-log-layout.ts";
import { powerOfTwo } from "../predict/float-bits.ts";

/**
 * e^x with the same bits on every machine, unlike `Math.exp`; the error is below 1 ulp. With x = k·ln 2 + r it is
 * 2^k·e^r, where |r| ≤ ½·ln 2 and e^r is its Taylor series.
 */
export function exp(x: number): number {
  if (Number.isNaN(x)) return Number.NaN;
  if (x > EXP_OVERFLOW) return Number.POSITIVE_INFINITY;
  if (x < EXP_UNDERFLOW) return 0;

  const k = x * Math.LOG2E + NEAREST_WHOLE - NEAREST_WHOLE;
  const high = x - k * LN2_HIGH; // exact: the two are within a factor of two of each other
  const low = k * LN2_LOW;
  const r = high - low;
  const lostInR = high - r - low;

  const sum = 1 + r;
  const lostInSum = 1 - sum + r;
  const power = sum + (lostInSum + (lostInR + r * r * tail(r)));

  if (Math.abs(x) <= EXP_USUAL) return power * powerOfTwo(k);
  // In two steps, because 2^k itself may lie outside of the float64; only the second can round.
  const half = k >> 1;
  return power * powerOfTwo(half) * powerOfTwo(k - half);
}

/**
 * (e^r − 1 − r) / r², up to r^13 of the series: the first term left out is below 2^−57 of the result. By halves, none of which waits for
 * the other, and not one term after the other: a power then takes half of the time.
 */
function tail(r: number): number {
  const r2 = r * r;
  const r4 = r2 * r2;
  const first = 1 / 2 + r * (1 / 6) + r2 * (1 / 24 + r * (1 / 120));
  const second = 1 / 720 + r * (1 / 5040) + r2 * (1 / 40320 + r * (1 / 362880));
  const third = 1 / 3628800 + r * (1 / 39916800) + r2 * (1 / 479001600 + r * (1 / 6227020800));
  return first + r4 * (second + r4 * third);
}
