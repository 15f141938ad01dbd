// Written by `npm run generate` from packages/kernels/src/formulas/surprise.ts. Do not edit.

import { log } from "../math/log";

/** A bound is multiplied by this, so that rounding never brings it below the gain. */
export const BOUND_MARGIN: f64 = 1.0 + 1.0 / 1099511627776.0;

const LOG2E: f64 = Math.LOG2E;

/** Up to here the series is used: above it, the difference of the two terms loses less than 4 bits. */
const SERIES_LIMIT: f64 = 0.25;

/**
 * An upper bound of `surprise(u)` that costs one division. It follows from ln(1 + u) <= u(6 + u)/(6 + 4u): the difference of the two sides has
 * the derivative 4u³/((6 + 4u)²(1 + u)), so it is least at u = 0, where it is 0. Up to |u| = 1 the bound is at most 6 % too large.
 */
export function surpriseBound(u: f64): f64 {
  return (u * u * (3.0 + u)) / (6.0 + 4.0 * u);
}

/**
 * (1 + u)·ln(1 + u) - u for u >= -1: how much a count that is (1 + u) times the expected one tells, per expected one. It is
 * never negative, and 0 for u = 0 only, so that sums of it have no terms that cancel. With s = u / (2 + u) it is
 * 2s²/(1 - s) · (1 + (1 + s)·(s/3 + s³/5 + s⁵/7 + …)): the series has |s| <= 1/7, and its first term left out is below 2^-53.
 */
export function surprise(u: f64): f64 {
  const ratio = 1.0 + u;
  if (ratio <= 0.0) return 1.0;
  if (u > SERIES_LIMIT || u < -SERIES_LIMIT) return ratio * log(ratio) - u;
  const s = u / (2.0 + u);
  const z = s * s;
  let sum = 1.0 / 19.0;
  sum = sum * z + 1.0 / 17.0;
  sum = sum * z + 1.0 / 15.0;
  sum = sum * z + 1.0 / 13.0;
  sum = sum * z + 1.0 / 11.0;
  sum = sum * z + 1.0 / 9.0;
  sum = sum * z + 1.0 / 7.0;
  sum = sum * z + 1.0 / 5.0;
  sum = sum * z + 1.0 / 3.0;
  return (2.0 * z * (1.0 + (1.0 + s) * s * sum)) / (1.0 - s);
}

/** One class's part of the entropy that a split gains: `l` and `r` are the class's weights in the children, `L` and `R` those of all classes. */
export function entropyTerm(l: f64, r: f64, L: f64, R: f64): f64 {
  const d = l * R - r * L;
  if (d == 0.0) return 0.0;
  const both = l + r;
  const inLeft = L * surprise(d / (L * both));
  return both * (inLeft + R * surprise(-d / (R * both)));
}

/** An upper bound of `entropyTerm` that takes no logarithm. */
export function entropyTermBound(l: f64, r: f64, L: f64, R: f64): f64 {
  const d = l * R - r * L;
  if (d == 0.0) return 0.0;
  const both = l + r;
  const inLeft = L * surpriseBound(d / (L * both));
  return both * (inLeft + R * surpriseBound(-d / (R * both)));
}

/** The gain in bits, from the sum of the terms of all classes and the weight of both children. */
export function entropyOfTerms(sum: f64, weight: f64): f64 {
  return (sum / weight) * LOG2E;
}

/** An upper bound of that gain, from the bounds of the terms. */
export function entropyBound(sum: f64, weight: f64): f64 {
  return (sum / weight) * LOG2E * BOUND_MARGIN;
}

/** What a split gains in half the Poisson deviance, from the sums of the targets and the weights of both children; 0 for no candidate. */
export function poissonGain(leftSum: f64, leftWeight: f64, rightSum: f64, rightWeight: f64): f64 {
  if (!(leftSum > 0.0 && rightSum > 0.0 && leftWeight > 0.0 && rightWeight > 0.0)) return 0.0;
  const sum = leftSum + rightSum;
  const d = leftSum * rightWeight - rightSum * leftWeight;
  const inLeft = leftWeight * surprise(d / (leftWeight * sum));
  return (sum / (leftWeight + rightWeight)) * (inLeft + rightWeight * surprise(-d / (rightWeight * sum)));
}

/** An upper bound of `poissonGain` that takes no logarithm. */
export function poissonBound(leftSum: f64, leftWeight: f64, rightSum: f64, rightWeight: f64): f64 {
  if (!(leftSum > 0.0 && rightSum > 0.0 && leftWeight > 0.0 && rightWeight > 0.0)) return 0.0;
  const sum = leftSum + rightSum;
  const d = leftSum * rightWeight - rightSum * leftWeight;
  const inLeft = leftWeight * surpriseBound(d / (leftWeight * sum));
  const inAll = inLeft + rightWeight * surpriseBound(-d / (rightWeight * sum));
  return (sum / (leftWeight + rightWeight)) * inAll * BOUND_MARGIN;
}
