import { log } from "@cambium/kernels";
import { aNumber, numberAboveZero } from "../util/check-options.ts";
import { meanInTurns, sumInTurns } from "../util/exact-sum.ts";
import { numbersInTurns } from "../util/number-by-row.ts";
import { type Check, droppable } from "../util/option.ts";
import { orderInTurns } from "../util/order-of-values.ts";
import { weightsOnGrid } from "../util/round-to-grid.ts";
import { square } from "../util/square.ts";
import { type Turns, turnsOver } from "../util/turns.ts";
import { mediansOf } from "../util/weighted-quantile.ts";
import { meanByRow, meanMetric, metricFamily, type NumberRows, numberMetric } from "./callable-metrics.ts";
import * as loss from "./row-losses.ts";

/** The metrics of numbers that `evaluate` always gives. */
export const regressionMetrics = /* @__PURE__ */ droppable(() => ({
  /** Root of the mean squared error. */
  rmse: meanMetric("rmse", (p, y) => square(p - y), Math.sqrt),
  /** Mean absolute error. */
  mae: meanMetric("mae", (p, y) => Math.abs(p - y)),
  /** Median of the absolute error. */
  medianAbsoluteError: numberMetric("medianAbsoluteError", "lower", medianAbsoluteError),
  /** Mean of |error| / |target|, as a share. Targets below 2^-52 count as 2^-52. */
  mape: meanMetric("mape", (p, y) => Math.abs(p - y) / Math.max(Math.abs(y), 2 ** -52)),
  /** The largest absolute error of a row that has weight. */
  maxError: numberMetric("maxError", "lower", maxError),
  /** 1 - squared error / squared error of the mean. NaN where all targets are equal. */
  r2: numberMetric("r2", "higher", rSquared),
  /** 1 - variance of the errors / variance of the targets. NaN where all targets are equal. */
  explainedVariance: numberMetric("explainedVariance", "higher", explainedVariance),
  /** Mean of 2·(y·log(y/p) - y + p) for targets y and predictions p. NaN where one is negative. */
  poissonDeviance: meanMetric("poissonDeviance", loss.poissonDeviance),
}));

/** Those that it gives when they are asked for: most targets have no use for them. */
export const moreRegressionMetrics = /* @__PURE__ */ droppable(() => ({
  /** Root of the mean squared difference of log(1 + prediction) and log(1 + target). NaN where one is -1 or less. */
  rmsle: meanMetric("rmsle", (p, y) => (p > -1 && y > -1 ? square(log(1 + p) - log(1 + y)) : Number.NaN), Math.sqrt),
  /** Mean of 2·(log(p/y) + y/p - 1). NaN where a target is not above 0. */
  gammaDeviance: meanMetric("gammaDeviance", loss.gammaDeviance),
  /** Mean of p - y·log(p) + log(y!). */
  poissonNegativeLogLikelihood: meanMetric("poissonNegativeLogLikelihood", loss.poissonNegativeLogLikelihood),
  /** Mean of log(p) + y/p. */
  gammaNegativeLogLikelihood: meanMetric("gammaNegativeLogLikelihood", loss.gammaNegativeLogLikelihood),
  /** Mean of -y·log(p) - (1-y)·log(1-p) for targets that are shares from 0 to 1. For classes it is `logLoss`. */
  crossEntropy: meanMetric("crossEntropy", loss.crossEntropy),
  /** The cross entropy less its value where every target is predicted exactly. */
  kullbackLeibler: meanMetric("kullbackLeibler", (p, y) => loss.crossEntropy(p, y) - loss.crossEntropy(y, y)),
}));

export const regressionFamilies = /* @__PURE__ */ droppable(() => {
  const insideOne = aNumber("a number above 0 and below 1", (value) => value > 0 && value < 1);
  const fromOneToThree = aNumber("a number from 1 to 3", (value) => value >= 1 && value <= 3);
  const betweenOneAndTwo = aNumber("a number above 1 and below 2", (value) => value > 1 && value < 2);
  return {
    /** Mean of `level`·error where the target is above the prediction, of (1 - level)·error where it is below. */
    quantile: lossFamily("quantile", "level", insideOne, (level) => (p, y) => {
      return y >= p ? level * (y - p) : (1 - level) * (p - y);
    }),
    /** Mean of `level`·error² where the target is above the prediction, of (1 - level)·error² where it is below. */
    expectile: lossFamily("expectile", "level", insideOne, (level) => (p, y) => {
      return (y >= p ? level : 1 - level) * square(y - p);
    }),
    /** Mean of error²/2 up to errors of `delta`, and of delta·(|error| - delta/2) above it. */
    huber: lossFamily("huber", "delta", numberAboveZero, loss.huber),
    /** Mean of delta²·(√(1 + (error/delta)²) - 1). */
    pseudoHuber: lossFamily("pseudoHuber", "delta", numberAboveZero, loss.pseudoHuber),
    /** Mean of c²·(|error|/c - log(1 + |error|/c)), where c is the `scale`. */
    fair: lossFamily("fair", "scale", numberAboveZero, loss.fair),
    /** Mean deviance of the distribution whose variance is its mean to this `power`, from 1 to 3. */
    tweedieDeviance: lossFamily("tweedieDeviance", "power", fromOneToThree, loss.tweedieDeviance),
    /** Mean of -y·p^(1-power)/(1-power) + p^(2-power)/(2-power), for a `power` between 1 and 2. */
    tweedieNegativeLogLikelihood: lossFamily(
      "tweedieNegativeLogLikelihood",
      "power",
      betweenOneAndTwo,
      loss.tweedieNegativeLogLikelihood,
    ),
  };
});

/** Metrics that are the mean of a loss with a parameter. */
function lossFamily<Option extends string>(
  name: string,
  option: Option,
  rule: Check<number>,
  lossOf: (parameter: number) => (predicted: number, actual: number) => number,
) {
  return metricFamily(name, option, rule, (ofNumber, parameter) => meanMetric(ofNumber, lossOf(parameter)));
}

/** Half of the weight has an absolute error of at most this; where two errors split the weight in halves, it is their mean. */
function* medianAbsoluteError({ predicted, actual, weights }: NumberRows): Turns<number> {
  const distances = yield* numbersInTurns(actual.length, (row) => Math.abs(predicted[row] - actual[row]));
  const exact = weightsOnGrid(distances.length, weights);
  const total = yield* sumInTurns(exact, null);
  const { lower, upper } = mediansOf(yield* orderInTurns(distances), distances, exact, total);
  if (total === 0) return Number.NaN;
  return lower === upper ? lower : (lower + upper) / 2;
}

/** The largest absolute error of the rows whose weight is above 0. */
function* maxError({ predicted, actual, weights }: NumberRows): Turns<number> {
  let most = 0;
  yield* turnsOver(actual.length, (start, end) => {
    for (let row = start; row < end; row++) {
      if (weights?.[row] !== 0) most = Math.max(most, Math.abs(predicted[row] - actual[row]));
    }
  });
  return most;
}

/** 1 - squared error / squared error of the mean. NaN when all targets are equal. */
function* rSquared({ predicted, actual, weights }: NumberRows): Turns<number> {
  const error = yield* meanByRow(actual.length, weights, (row) => square(predicted[row] - actual[row]));
  const spread = yield* variance(actual, weights);
  return spread === 0 ? Number.NaN : 1 - error / spread;
}

/** 1 - variance of the errors / variance of the targets: R² that forgives a constant error. NaN when all targets are equal. */
function* explainedVariance({ predicted, actual, weights }: NumberRows): Turns<number> {
  const spread = yield* variance(actual, weights);
  if (spread === 0) return Number.NaN;
  const errors = yield* numbersInTurns(actual.length, (row) => predicted[row] - actual[row]);
  return 1 - (yield* variance(errors, weights)) / spread;
}

/** Around a mean that was itself corrected: far from 0 the first one is only as fine as its grid. */
function* variance(values: ArrayLike<number>, weights: ArrayLike<number> | null): Turns<number> {
  const first = yield* meanInTurns(values, weights);
  const correction = yield* meanByRow(values.length, weights, (row) => values[row] - first);
  return yield* meanByRow(values.length, weights, (row) => square(values[row] - first - correction));
}
