import { exp } from "@cambium/kernels";

/**
 * How a score becomes a prediction: a closed list, because a saved model names its link and must predict without the
 * loss that trained it.
 */
export type LinkName = "identity" | "logistic" | "exp";

export const linkNames: readonly LinkName[] = ["identity", "logistic", "exp"];

/** From score to prediction: the inverse of what statisticians call the link. */
export function applyLink(link: LinkName, score: number): number {
  switch (link) {
    case "identity":
      return score;
    case "exp":
      return exp(score);
    case "logistic":
      return logisticOf(score);
  }
}

/** 1 / (1 + e^-s) without overflow on either side. */
export function logisticOf(score: number): number {
  if (score >= 0) return 1 / (1 + exp(-score));
  const e = exp(score);
  return e / (1 + e);
}
