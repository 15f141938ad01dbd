import { exp, log } from "@cambium/kernels";
import { square } from "../util/square.ts";

// What a prediction p costs where the target is y.

/** 2·(y·log(y/p) - y + p). NaN where one is negative; infinite where 0 was predicted and more came. */
export function poissonDeviance(p: number, y: number): number {
  if (y < 0 || p < 0) return Number.NaN;
  if (y === 0) return 2 * p;
  if (p === 0) return Number.POSITIVE_INFINITY;
  return 2 * y * lessItsLog((p - y) / y, () => log(p / y));
}

/** 2·(log(p/y) + y/p - 1). NaN where the target is not above 0 or the prediction is negative; infinite where 0 was predicted. */
export function gammaDeviance(p: number, y: number): number {
  if (y <= 0 || p < 0) return Number.NaN;
  if (p === 0) return Number.POSITIVE_INFINITY;
  return 2 * lessItsLog((y - p) / p, () => log(y / p));
}

/**
 * The deviance of the distribution whose variance is the mean to this `power`: 1 is Poisson's, 2 the gamma's, 3 the inverse
 * Gaussian's, and between 1 and 2 there are zeros beside positive numbers. NaN and infinite where theirs are.
 */
export function tweedieDeviance(power: number): (p: number, y: number) => number {
  if (power === 1) return poissonDeviance;
  if (power === 2) return gammaDeviance;
  return (p, y) => {
    if (p < 0 || y < 0 || (y === 0 && power > 2)) return Number.NaN;
    if (y === 0) return (2 * toPower(p, 2 - power)) / (2 - power);
    if (p === 0) return Number.POSITIVE_INFINITY;
    const ofTarget = toPower(y, 2 - power) / ((1 - power) * (2 - power));
    const ofBoth = (y * toPower(p, 1 - power)) / (1 - power) - toPower(p, 2 - power) / (2 - power);
    // Where the two are alike, rounding could leave less than nothing.
    return 2 * Math.max(0, ofTarget - ofBoth);
  };
}

/** p - y·log(p) + log(y!), which is -log of Poisson's probability of y; NaN and infinite where the deviance is. */
export function poissonNegativeLogLikelihood(p: number, y: number): number {
  if (p < 0 || y < 0) return Number.NaN;
  return y === 0 ? p : p - y * log(p) + logGamma(y + 1);
}

/** log(p) + y/p, which is -log of the density of y where it decays exponentially, around a mean of p. */
export function gammaNegativeLogLikelihood(p: number, y: number): number {
  return p > 0 && y >= 0 ? log(p) + y / p : Number.NaN;
}

/** -y·p^(1-power)/(1-power) + p^(2-power)/(2-power): of -log of the density what depends on the prediction p. */
export function tweedieNegativeLogLikelihood(power: number): (p: number, y: number) => number {
  return (p, y) => {
    if (p < 0 || y < 0) return Number.NaN;
    return (y === 0 ? 0 : (y * toPower(p, 1 - power)) / (power - 1)) + toPower(p, 2 - power) / (2 - power);
  };
}

/** -y·log(p) - (1-y)·log(1-p) of two shares from 0 to 1; p and 1-p below 2^-52 count as 2^-52. NaN where one is no share. */
export function crossEntropy(p: number, y: number): number {
  if (!(p >= 0 && p <= 1 && y >= 0 && y <= 1)) return Number.NaN;
  return 0 - y * log(Math.max(p, 2 ** -52)) - (1 - y) * log(Math.max(1 - p, 2 ** -52));
}

/** error²/2 up to errors of `delta`, and from there on delta·(|error| - delta/2). */
export function huber(delta: number): (p: number, y: number) => number {
  return (p, y) => {
    const size = Math.abs(y - p);
    return size <= delta ? square(size) / 2 : delta * (size - delta / 2);
  };
}

/** delta²·(√(1 + (error/delta)²) - 1): Huber's without a corner. */
export function pseudoHuber(delta: number): (p: number, y: number) => number {
  // The square over the root plus one is the root less one, and loses no digits where the error is small.
  return (p, y) => square(y - p) / (Math.sqrt(1 + square((y - p) / delta)) + 1);
}

/** c²·(|error|/c - log(1 + |error|/c)), where c is the `scale`. */
export function fair(scale: number): (p: number, y: number) => number {
  return (p, y) => {
    const share = Math.abs(y - p) / scale;
    return square(scale) * lessItsLog(share, () => log(1 + share));
  };
}

/** For x >= 0; 0 to a positive power is 0. */
function toPower(x: number, power: number): number {
  return exp(power * log(x));
}

/** x - log(1 + x). The difference would lose its digits where x is near to 0: there its series is summed, and `logOfSum` is not asked. */
function lessItsLog(x: number, logOfSum: () => number): number {
  if (Math.abs(x) > 2 ** -6) return x - logOfSum();
  let sum = 0;
  for (let k = 9; k >= 2; k--) sum = 1 / k - x * sum;
  return square(x) * sum;
}

/**
 * log Γ(x) for x >= 1, to about 14 digits of the larger of it and 1: Stirling's series, from 10 on, where the first term that
 * is left out is below 10^-15; smaller numbers are moved there by Γ(x + 1) = x·Γ(x).
 */
function logGamma(x: number): number {
  let product = 1;
  let moved = x;
  for (; moved < 10; moved++) product *= moved;
  const z = 1 / (moved * moved);
  const series = 1 / 12 + z * (-1 / 360 + z * (1 / 1260 + z * (-1 / 1680 + z * (1 / 1188 - (z * 691) / 360360))));
  const halfLogTwoPi = 0.9189385332046728;
  return (moved - 0.5) * log(moved) - moved + halfLogTwoPi + series / moved - log(product);
}
