import { exp, log } from "@cambium/kernels";
import { square } from "../util/square.ts";

/**
 * How a score becomes a prediction: a closed list, because a saved model names its link and must predict without the
 * loss that trained it.
 */
export type LinkName = LossLinkName | ClassLinkName;

/** The links of a single score, which a loss may have. "expm1": e^score - 1, for scores that are log(1 + prediction). */
export type LossLinkName = "identity" | "logistic" | "exp" | "expm1";

/**
 * The links from a score per class to probabilities. "softmax": in proportion to e^score. "oneVsAll": in proportion to
 * 1 / (1 + e^-score). "samme": the scores are the shares of the votes of an AdaBoost ensemble on K classes, and probabilities are in
 * proportion to e^(score * K / (K - 1)^2), as scikit-learn has it.
 */
export type ClassLinkName = "softmax" | "oneVsAll" | "samme";

export const linkNames: readonly LossLinkName[] = ["identity", "logistic", "exp", "expm1"];

export const classLinkNames: readonly ClassLinkName[] = ["softmax", "oneVsAll", "samme"];

export function isClassLink(link: LinkName): link is ClassLinkName {
  return classLinkNames.some((name) => name === link);
}

/**
 * From score to prediction: the inverse of what statisticians call the link. Where `exp` would leave the range of a double, the prediction is
 * its largest number: predictions are finite.
 */
export function applyLink(link: LossLinkName, score: number): number {
  switch (link) {
    case "identity":
      return score;
    case "exp":
      return Math.min(exp(score), Number.MAX_VALUE);
    case "expm1":
      return Math.min(exp(score) - 1, Number.MAX_VALUE);
    case "logistic":
      return logisticOf(score);
  }
}

/** From prediction to score, back through the link: infinite at the end of its range, NaN beyond. */
export function scoreOf(link: LossLinkName, prediction: number): number {
  switch (link) {
    case "identity":
      return prediction;
    case "exp":
      return log(prediction);
    case "expm1":
      return log(1 + prediction);
    case "logistic":
      return log(prediction / (1 - prediction));
  }
}

/** 1 / (1 + e^-s) without overflow on either side. */
export function logisticOf(score: number): number {
  if (score >= 0) return 1 / (1 + exp(-score));
  const e = exp(score);
  return e / (1 + e);
}

/** Turns the scores of every row, `width` of them each, into probabilities, in place. */
export function applyClassLink(link: ClassLinkName, scores: Float64Array, width: number): void {
  for (let at = 0; at < scores.length; at += width) {
    if (link === "oneVsAll") for (let k = at; k < at + width; k++) scores[k] = logisticOf(scores[k]);
    else powersOf(scores, at, width, link === "softmax" || width === 1 ? 1 : width / square(width - 1));
    let sum = 0;
    for (let k = at; k < at + width; k++) sum += scores[k];
    // Where all are so unlikely that none is left, they are alike.
    for (let k = at; k < at + width; k++) scores[k] = sum > 0 ? scores[k] / sum : 1 / width;
  }
}

/** e^(scale · score), less the greatest of them: one of them is 1. */
function powersOf(scores: Float64Array, at: number, width: number, scale: number): void {
  let most = Number.NEGATIVE_INFINITY;
  for (let k = at; k < at + width; k++) most = Math.max(most, scores[k]);
  for (let k = at; k < at + width; k++) scores[k] = exp(scale * (scores[k] - most));
}
