import { log } from "@cambium/kernels";
import type { FigureOfNumbers } from "./callable-metrics.ts";
import { meanOfRows } from "./mean-of-rows.ts";

/**
 * Mean of -y·log(p) - (1-y)·log(1-p), where targets y are shares from 0 to 1 as predictions p are; p and 1-p below 2^-52 count as
 * 2^-52. NaN where one is no share.
 */
export const crossEntropy: FigureOfNumbers = (predicted, actual, weights) =>
  meanOfRows("metrics.crossEntropy", ofShares, predicted, actual, weights);

/** The cross entropy less what it is where every target is predicted: from 0 on. */
export const kullbackLeibler: FigureOfNumbers = (predicted, actual, weights) => {
  const ofRow = (p: number, y: number) => ofShares(p, y) - ofShares(y, y);
  return meanOfRows("metrics.kullbackLeibler", ofRow, predicted, actual, weights);
};

function ofShares(p: number, y: number): number {
  if (!(p >= 0 && p <= 1 && y >= 0 && y <= 1)) return Number.NaN;
  return 0 - y * log(Math.max(p, 2 ** -52)) - (1 - y) * log(Math.max(1 - p, 2 ** -52));
}
