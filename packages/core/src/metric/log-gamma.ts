import { log } from "@cambium/kernels";

/**
 * log Γ(x) for x >= 1, to about 14 digits of the larger of it and 1: Stirling's series, from 10 on, where the first term that
 * is left out is below 10^-15; smaller numbers are moved there by Γ(x + 1) = x·Γ(x).
 */
export function logGamma(x: number): number {
  let product = 1;
  let moved = x;
  for (; moved < 10; moved++) product *= moved;
  const z = 1 / (moved * moved);
  const series = 1 / 12 + z * (-1 / 360 + z * (1 / 1260 + z * (-1 / 1680 + z * (1 / 1188 - (z * 691) / 360360))));
  const halfLogTwoPi = 0.9189385332046728;
  return (moved - 0.5) * log(moved) - moved + halfLogTwoPi + series / moved - log(product);
}
