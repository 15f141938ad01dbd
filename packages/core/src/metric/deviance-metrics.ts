import { exp, log } from "@cambium/kernels";
import { check } from "../util/check-options.ts";
import type { FigureOfNumbers, NumberMetricFunction } from "./callable-metrics.ts";
import { lessItsLog } from "./less-its-log.ts";
import { logGamma } from "./log-gamma.ts";
import { meanOfRows, metricOfRows } from "./mean-of-rows.ts";
import { onlyOption } from "./only-option.ts";

/**
 * Mean of 2·(y·log(y/p) - y + p) for targets y and predictions p. NaN where a target or a prediction is negative; infinite
 * where 0 was predicted and more came.
 */
export const meanPoissonDeviance: FigureOfNumbers = (predicted, actual, weights) => {
  return meanOfRows("metrics.poissonDeviance", ofPoisson, predicted, actual, weights);
};

/**
 * Mean of 2·(log(p/y) + y/p - 1) for targets y and predictions p. NaN where a target is not above 0 or a prediction is
 * negative; infinite where 0 was predicted.
 */
export const meanGammaDeviance: FigureOfNumbers = (predicted, actual, weights) => {
  return meanOfRows("metrics.gammaDeviance", ofGamma, predicted, actual, weights);
};

const fromOneToThree = /* @__PURE__ */ check<number>(
  "a number from 1 to 3",
  (value) => typeof value === "number" && value >= 1 && value <= 3,
);
const betweenOneAndTwo = /* @__PURE__ */ check<number>(
  "a number above 1 and below 2",
  (value) => typeof value === "number" && value > 1 && value < 2,
);

/**
 * Mean deviance of the distribution whose variance is the mean to this `power`: 1 is Poisson's, 2 the gamma's, 3 the inverse
 * Gaussian's, and between 1 and 2 there are zeros beside positive numbers. NaN and infinite where theirs are.
 */
export function tweedieDeviance(options: { readonly power: number }): NumberMetricFunction {
  const power = onlyOption("metrics.tweedieDeviance", options, "power", fromOneToThree);
  const ofRow = power === 1 ? ofPoisson : power === 2 ? ofGamma : ofTweedie(power);
  return metricOfRows(`tweedieDeviance@${power}`, ofRow);
}

/** Mean of p - y·log(p) + log(y!), which is -log of Poisson's probability of y; NaN and infinite where the deviance is. */
export const meanPoissonNegativeLogLikelihood: FigureOfNumbers = (predicted, actual, weights) => {
  const ofRow = (p: number, y: number) => {
    if (p < 0 || y < 0) return Number.NaN;
    return y === 0 ? p : p - y * log(p) + logGamma(y + 1);
  };
  return meanOfRows("metrics.poissonNegativeLogLikelihood", ofRow, predicted, actual, weights);
};

/** Mean of log(p) + y/p, which is -log of the density of y where it decays exponentially, around a mean of p. */
export const meanGammaNegativeLogLikelihood: FigureOfNumbers = (predicted, actual, weights) => {
  const ofRow = (p: number, y: number) => (p > 0 && y >= 0 ? log(p) + y / p : Number.NaN);
  return meanOfRows("metrics.gammaNegativeLogLikelihood", ofRow, predicted, actual, weights);
};

/** Mean of -y·p^(1-power)/(1-power) + p^(2-power)/(2-power): of -log of the density what depends on the prediction p. */
export function tweedieNegativeLogLikelihood(options: { readonly power: number }): NumberMetricFunction {
  const power = onlyOption("metrics.tweedieNegativeLogLikelihood", options, "power", betweenOneAndTwo);
  return metricOfRows(`tweedieNegativeLogLikelihood@${power}`, (p, y) => {
    if (p < 0 || y < 0) return Number.NaN;
    return (y === 0 ? 0 : (y * toPower(p, 1 - power)) / (power - 1)) + toPower(p, 2 - power) / (2 - power);
  });
}

function ofPoisson(p: number, y: number): number {
  if (y < 0 || p < 0) return Number.NaN;
  if (y === 0) return 2 * p;
  if (p === 0) return Number.POSITIVE_INFINITY;
  return 2 * y * lessItsLog((p - y) / y, () => log(p / y));
}

function ofGamma(p: number, y: number): number {
  if (y <= 0 || p < 0) return Number.NaN;
  if (p === 0) return Number.POSITIVE_INFINITY;
  return 2 * lessItsLog((y - p) / p, () => log(y / p));
}

function ofTweedie(power: number): (p: number, y: number) => number {
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

/** For x >= 0; 0 to a positive power is 0. */
function toPower(x: number, power: number): number {
  return exp(power * log(x));
}
