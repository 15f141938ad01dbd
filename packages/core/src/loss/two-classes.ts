import { log } from "@cambium/kernels";
import type { ClassificationTarget } from "../dataset/target.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { weightedMean } from "../util/exact-sum.ts";
import { listNames } from "../util/nearest-name.ts";

/** The check of a target for losses of two classes. */
export function checkTwoClasses(loss: string, { name, classes }: ClassificationTarget): void {
  if (classes.length === 2) return;
  const found = `target "${name}" has ${classes.length} (${listNames(classes.map(String))})`;
  const areShares = classes.every((label) => typeof label === "number" && label >= 0 && label <= 1);
  const other = areShares ? "crossEntropy() takes numbers from 0 to 1" : "softmax() takes any number";
  const message = `the ${loss} loss expects two classes, but ${found}; ${other}`;
  throw new CambiumError("bad-target", message);
}

/** log(p / (1 - p)) of the second class's share of the weight: what no constant score of a probability beats. */
export function logOdds({ codes, weights }: ClassificationTarget): number {
  return logOddsOf(weightedMean(codes, weights));
}

/** log(p / (1 - p)) of a share of the weight. */
export function logOddsOf(p: number): number {
  // A class of no weight has no log-odds: a probability of 10^-6 or so stands in for 0.
  const bounded = Math.min(Math.max(p, 2 ** -20), 1 - 2 ** -20);
  return log(bounded / (1 - bounded));
}
