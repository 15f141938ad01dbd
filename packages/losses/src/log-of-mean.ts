import { log, type RegressionTarget, weightedMean } from "@cambium/core";

/** The best constant of the losses with the link e^s whose best mean is the mean. */
export function logOfMean({ values, weights }: RegressionTarget): number {
  // Where every target is 0 the best score would be -Infinity: a mean of 10^-6 or so stands in for 0.
  return log(Math.max(weightedMean(values, weights), 2 ** -20));
}
