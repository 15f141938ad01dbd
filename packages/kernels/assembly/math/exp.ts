// e^x of two numbers at once, with the bits of `src/math/exp.ts`, which says why each step is as it is.

import { EXP_OVERFLOW, EXP_UNDERFLOW, EXP_USUAL, LN2_HIGH, LN2_LOW, NEAREST_WHOLE } from "../generated/exp-log-layout";

const LOG2E: f64 = 1.4426950408889634;

/** Of any numbers. Written out where it is called. */
@inline
export function expOf(x: v128): v128 {
  const whole = f64x2.add(f64x2.mul(x, f64x2.splat(LOG2E)), f64x2.splat(NEAREST_WHOLE));
  const k = f64x2.sub(whole, f64x2.splat(NEAREST_WHOLE));
  const high = f64x2.sub(x, f64x2.mul(k, f64x2.splat(LN2_HIGH)));
  const low = f64x2.mul(k, f64x2.splat(LN2_LOW));
  const r = f64x2.sub(high, low);
  const lostInR = f64x2.sub(f64x2.sub(high, r), low);
  const one = f64x2.splat(1);
  const sum = f64x2.add(one, r);
  const lostInSum = f64x2.add(f64x2.sub(one, sum), r);
  const square = f64x2.mul(r, r);
  const rest = f64x2.add(lostInR, f64x2.mul(square, tail(r, square)));
  const power = f64x2.add(sum, f64x2.add(lostInSum, rest));
  // Times 2^k: where all are normal numbers, k more in the exponent.
  const isUsual = f64x2.le(f64x2.abs(x), f64x2.splat(EXP_USUAL));
  return i64x2.all_true(isUsual) ? i64x2.add(power, i64x2.shl(whole, 52)) : scaled(x, power, whole);
}

/** Times 2^k where that may overflow, or be subnormal, or x is no number. */
export function scaled(x: v128, power: v128, whole: v128): v128 {
  const half = i32x4.shr_s(whole, 1);
  const e = f64x2.mul(f64x2.mul(power, powersOfTwo(half)), powersOfTwo(i32x4.sub(whole, half)));
  const some = v128.and(e, f64x2.ge(x, f64x2.splat(EXP_UNDERFLOW)));
  return v128.or(v128.bitselect(f64x2.splat(Infinity), some, f64x2.gt(x, f64x2.splat(EXP_OVERFLOW))), f64x2.ne(x, x));
}

/** e^x of the eight numbers at a place, there: what losses of others call. */
export function expOfEight(place: usize): void {
  for (let at = place; at < place + 64; at += 16) v128.store(at, expOf(v128.load(at)));
}

/** Of exponents in the low half of each lane: all but their last bits are shifted out. */
@inline
function powersOfTwo(exponents: v128): v128 {
  return i64x2.shl(i64x2.add(exponents, i64x2.splat(1023)), 52);
}

@inline
function tail(r: v128, r2: v128): v128 {
  const r4 = f64x2.mul(r2, r2);
  const first = cubic(r, r2, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120);
  const second = cubic(r, r2, 1.0 / 720, 1.0 / 5040, 1.0 / 40320, 1.0 / 362880);
  const third = cubic(r, r2, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800);
  return f64x2.add(first, f64x2.mul(r4, f64x2.add(second, f64x2.mul(r4, third))));
}

/** (a + bx) + x²·(c + dx), from x and x². */
@inline
export function cubic(x: v128, x2: v128, a: f64, b: f64, c: f64, d: f64): v128 {
  const low = f64x2.add(f64x2.splat(a), f64x2.mul(x, f64x2.splat(b)));
  return f64x2.add(low, f64x2.mul(x2, f64x2.add(f64x2.splat(c), f64x2.mul(x, f64x2.splat(d)))));
}
