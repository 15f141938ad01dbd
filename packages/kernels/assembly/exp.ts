// e^x of two numbers at once, with the bits of `src/exp.ts`, which says why each step is as it is.

const LN2_HIGH: f64 = 0.6931471805598903;
const LN2_LOW: f64 = 5.497923018708371e-14;
const LOG2E: f64 = 1.4426950408889634;
const OVERFLOW: f64 = 709.782712893384;
const UNDERFLOW: f64 = -745.1332191019411;
/** Added to a whole number, this leaves it in the low 32 bits. */
const WHOLE: f64 = 6755399441055744;

/** For x ≤ 0 or up to where e^x overflows, and no NaN. */
@inline
export function expOf(x: v128): v128 {
  const k = f64x2.floor(f64x2.add(f64x2.mul(x, f64x2.splat(LOG2E)), f64x2.splat(0.5)));
  const high = f64x2.sub(x, f64x2.mul(k, f64x2.splat(LN2_HIGH)));
  const low = f64x2.mul(k, f64x2.splat(LN2_LOW));
  const r = f64x2.sub(high, low);
  const lostInR = f64x2.sub(f64x2.sub(high, r), low);
  const one = f64x2.splat(1);
  const sum = f64x2.add(one, r);
  const lostInSum = f64x2.add(f64x2.sub(one, sum), r);
  const rest = f64x2.add(lostInR, f64x2.mul(f64x2.mul(r, r), tail(r)));
  const power = f64x2.add(sum, f64x2.add(lostInSum, rest));
  const whole = f64x2.add(k, f64x2.splat(WHOLE));
  const half = i32x4.shr_s(whole, 1);
  const e = f64x2.mul(f64x2.mul(power, powersOfTwo(half)), powersOfTwo(i32x4.sub(whole, half)));
  return v128.and(e, f64x2.ge(x, f64x2.splat(UNDERFLOW)));
}

/** The same for any numbers: what losses of others call. */
export function exp(x: v128): v128 {
  const e = v128.bitselect(f64x2.splat(Infinity), expOf(x), f64x2.gt(x, f64x2.splat(OVERFLOW)));
  return v128.or(e, f64x2.ne(x, x));
}

/** Of exponents in the low half of each lane: all but their last bits are shifted out. */
@inline
function powersOfTwo(exponents: v128): v128 {
  return i64x2.shl(i64x2.add(exponents, i64x2.splat(1023)), 52);
}

@inline
function tail(r: v128): v128 {
  let sum = f64x2.splat(1.0 / 6227020800);
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(1.0 / 479001600));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(1.0 / 39916800));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(1.0 / 3628800));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(1.0 / 362880));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(1.0 / 40320));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(1.0 / 5040));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(1.0 / 720));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(1.0 / 120));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(1.0 / 24));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(1.0 / 6));
  return f64x2.add(f64x2.mul(sum, r), f64x2.splat(0.5));
}
