import { LN2_HIGH, LN2_LOW, SMALLEST_NORMAL, TWO_TO_54 } from "../generated/exp-log-layout";
import { cubic } from "./exp";

// ln x of two numbers at once, with the bits of `src/math/log.ts`, which says why each step is as it is.

const SQRT2: f64 = 1.4142135623730951;
/** The bits of 2^52, into which a whole number is written, and the number that this and an exponent's bias come to. */
const WHOLE_BITS: i64 = 0x4330000000000000;
const WHOLE: f64 = 4503599627370496 + 1023;

/** ln x of the eight numbers at a place, there: what losses of others call. */
export function logOfEight(place: usize): void {
  for (let at = place; at < place + 64; at += 16) v128.store(at, logOf(v128.load(at)));
}

/** ln x. */
export function log(x: f64): f64 { return f64x2.extract_lane(logOf(f64x2.splat(x)), 0); }

/** Of any numbers. */
@inline
function logOf(x: v128): v128 {
  const zero = f64x2.splat(0);
  const one = f64x2.splat(1);
  const isUsual = v128.and(f64x2.ge(x, f64x2.splat(SMALLEST_NORMAL)), f64x2.lt(x, f64x2.splat(Infinity)));
  const areUsual = i64x2.all_true(isUsual);
  let normal = x;
  let shift = zero;
  if (!areUsual) {
    const isSmall = f64x2.lt(x, f64x2.splat(SMALLEST_NORMAL));
    normal = v128.bitselect(f64x2.mul(x, f64x2.splat(TWO_TO_54)), x, isSmall);
    shift = v128.and(f64x2.splat(54), isSmall);
  }
  const mantissa = v128.bitselect(one, normal, i64x2.splat(0x7ff0000000000000));
  const isLarge = f64x2.gt(mantissa, f64x2.splat(SQRT2));
  const exponent = f64x2.sub(v128.or(i64x2.shr_u(normal, 52), i64x2.splat(WHOLE_BITS)), f64x2.splat(WHOLE));
  const k = f64x2.add(f64x2.sub(exponent, shift), v128.and(one, isLarge));
  const f = f64x2.sub(v128.bitselect(f64x2.mul(mantissa, f64x2.splat(0.5)), mantissa, isLarge), one);
  const s = f64x2.div(f, f64x2.add(f64x2.splat(2), f));
  const halfSquare = f64x2.mul(f64x2.mul(f, f), f64x2.splat(0.5));
  const low = f64x2.mul(k, f64x2.splat(LN2_LOW));
  const corrections = f64x2.add(f64x2.mul(s, f64x2.add(halfSquare, tail(f64x2.mul(s, s)))), low);
  const high = f64x2.mul(k, f64x2.splat(LN2_HIGH));
  const found = f64x2.sub(high, f64x2.sub(f64x2.sub(halfSquare, corrections), f));
  if (areUsual) return found;
  // Infinity and NaN stay; then 0, and what is below it.
  const counted = v128.bitselect(found, x, f64x2.lt(x, f64x2.splat(Infinity)));
  return v128.or(v128.bitselect(f64x2.splat(-Infinity), counted, f64x2.eq(x, zero)), f64x2.lt(x, zero));
}

@inline
function tail(z: v128): v128 {
  const z2 = f64x2.mul(z, z);
  const z4 = f64x2.mul(z2, z2);
  const first = cubic(z, z2, 2.0 / 3, 2.0 / 5, 2.0 / 7, 2.0 / 9);
  const second = cubic(z, z2, 2.0 / 11, 2.0 / 13, 2.0 / 15, 2.0 / 17);
  const third = cubic(z, z2, 2.0 / 19, 2.0 / 21, 2.0 / 23, 2.0 / 25);
  return f64x2.mul(z, f64x2.add(first, f64x2.mul(z4, f64x2.add(second, f64x2.mul(z4, third)))));
}
