import { exp, log } from "@cambium/kernels";

/** log(1 + e^s) without overflow. */
export function softplus(score: number): number {
  return score > 0 ? score + log(1 + exp(-score)) : log(1 + exp(score));
}
