import { expOf } from "./exp";

/** For loops that need not have it written out. */
export function logistic(score: v128): v128 {
  return logisticOf(score);
}

/** 1 / (1 + e^-s) without overflow on either side. */
@inline
export function logisticOf(score: v128): v128 {
  const one = f64x2.splat(1);
  const e = expOf(f64x2.neg(f64x2.abs(score)));
  return f64x2.div(v128.bitselect(one, e, f64x2.ge(score, f64x2.splat(0))), f64x2.add(one, e));
}
