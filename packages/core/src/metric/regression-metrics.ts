import { log } from "@cambium/kernels";
import { weightedMean } from "../util/grid.ts";
import { numberByRow } from "../util/number-by-row.ts";
import { orderInTurns } from "../util/order-of-values.ts";
import { square } from "../util/square.ts";
import { atOnce } from "../util/turns.ts";
import { checkRows } from "./check-rows.ts";
import { meanOfRows } from "./mean-of-rows.ts";
import { weightsOnGrid } from "./weights-on-grid.ts";

/** Root of the mean squared error. */
export function rootMeanSquaredError(
  predicted: ArrayLike<number>,
  actual: ArrayLike<number>,
  weights: ArrayLike<number> | null = null,
): number {
  checkRows("metrics.rmse", { numbers: { actual, predicted }, weights });
  return Math.sqrt(weightedMean(errors(predicted, actual).map(square), weights));
}

/** Root of the mean squared difference of log(1 + prediction) and log(1 + target). NaN where one is -1 or less. */
export function rootMeanSquaredLogError(
  predicted: ArrayLike<number>,
  actual: ArrayLike<number>,
  weights: ArrayLike<number> | null = null,
): number {
  const ofRow = (p: number, y: number) => (p > -1 && y > -1 ? square(log(1 + p) - log(1 + y)) : Number.NaN);
  return Math.sqrt(meanOfRows("metrics.rmsle", ofRow, predicted, actual, weights));
}

export function meanAbsoluteError(
  predicted: ArrayLike<number>,
  actual: ArrayLike<number>,
  weights: ArrayLike<number> | null = null,
): number {
  checkRows("metrics.mae", { numbers: { actual, predicted }, weights });
  return weightedMean(errors(predicted, actual).map(Math.abs), weights);
}

/** Half of the weight has an absolute error of at most this; where two errors part the weight in halves, it is their mean. */
export function medianAbsoluteError(
  predicted: ArrayLike<number>,
  actual: ArrayLike<number>,
  weights: ArrayLike<number> | null = null,
): number {
  checkRows("metrics.medianAbsoluteError", { numbers: { actual, predicted }, weights });
  const distances = errors(predicted, actual).map(Math.abs);
  const exact = weightsOnGrid(distances.length, weights);
  const order = atOnce(orderInTurns(distances)).filter((row) => exact[row] > 0);
  const total = order.reduce((sum, row) => sum + exact[row], 0);
  let below = 0;
  for (let i = 0; i < order.length; i++) {
    below += exact[order[i]];
    if (2 * below > total) return distances[order[i]];
    if (2 * below === total) return (distances[order[i]] + distances[order[i + 1]]) / 2;
  }
  return Number.NaN;
}

/** Mean of |error| / |target|, as a share, not in percent; targets below 2^-52 count as 2^-52, as in scikit-learn. */
export function meanAbsolutePercentageError(
  predicted: ArrayLike<number>,
  actual: ArrayLike<number>,
  weights: ArrayLike<number> | null = null,
): number {
  checkRows("metrics.mape", { numbers: { actual, predicted }, weights });
  const shares = errors(predicted, actual).map(
    (error, row) => Math.abs(error) / Math.max(Math.abs(actual[row]), 2 ** -52),
  );
  return weightedMean(shares, weights);
}

/** The largest absolute error of a row that has any weight. */
export function maxError(
  predicted: ArrayLike<number>,
  actual: ArrayLike<number>,
  weights: ArrayLike<number> | null = null,
): number {
  checkRows("metrics.maxError", { numbers: { actual, predicted }, weights });
  return errors(predicted, actual).reduce(
    (most, error, row) => (weights?.[row] === 0 ? most : Math.max(most, Math.abs(error))),
    0,
  );
}

/** 1 - squared error / squared error of the mean. NaN when all targets are equal. */
export function rSquared(
  predicted: ArrayLike<number>,
  actual: ArrayLike<number>,
  weights: ArrayLike<number> | null = null,
): number {
  checkRows("metrics.r2", { numbers: { actual, predicted }, weights });
  const spread = variance(actual, weights);
  return spread === 0 ? Number.NaN : 1 - weightedMean(errors(predicted, actual).map(square), weights) / spread;
}

/** 1 - variance of the errors / variance of the targets: R² that forgives a constant error. NaN when all targets are equal. */
export function explainedVariance(
  predicted: ArrayLike<number>,
  actual: ArrayLike<number>,
  weights: ArrayLike<number> | null = null,
): number {
  checkRows("metrics.explainedVariance", { numbers: { actual, predicted }, weights });
  const spread = variance(actual, weights);
  return spread === 0 ? Number.NaN : 1 - variance(errors(predicted, actual), weights) / spread;
}

function errors(predicted: ArrayLike<number>, actual: ArrayLike<number>): Float64Array {
  return numberByRow(actual.length, (row) => predicted[row] - actual[row]);
}

/** Around a mean that was itself corrected: far from 0 the first one is only as fine as its grid. */
function variance(values: ArrayLike<number>, weights: ArrayLike<number> | null): number {
  const first = weightedMean(values, weights);
  const differences = numberByRow(values.length, (row) => values[row] - first);
  const correction = weightedMean(differences, weights);
  return weightedMean(
    differences.map((difference) => square(difference - correction)),
    weights,
  );
}
