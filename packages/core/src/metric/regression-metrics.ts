import { log } from "@cambium/kernels";
import { meanInTurns } from "../util/exact-sum.ts";
import { numbersInTurns } from "../util/number-by-row.ts";
import { orderInTurns } from "../util/order-of-values.ts";
import { square } from "../util/square.ts";
import { type Turns, turnsOver } from "../util/turns.ts";
import type { FigureOfNumbers } from "./callable-metrics.ts";
import { rowsInTurns } from "./check-rows.ts";
import { meanOfRows } from "./mean-of-rows.ts";
import { weightsOnGrid } from "./weights-on-grid.ts";

type Numbers = ArrayLike<number>;
type Weights = ArrayLike<number> | null;
type OfError = (error: number, actual: number) => number;

/** Root of the mean squared error. */
export const rootMeanSquaredError: FigureOfNumbers = function* (predicted, actual, weights) {
  return Math.sqrt(yield* meanOfErrors("metrics.rmse", square, predicted, actual, weights));
};

/** Root of the mean squared difference of log(1 + prediction) and log(1 + target). NaN where one is -1 or less. */
export const rootMeanSquaredLogError: FigureOfNumbers = function* (predicted, actual, weights) {
  const ofRow = (p: number, y: number) => (p > -1 && y > -1 ? square(log(1 + p) - log(1 + y)) : Number.NaN);
  return Math.sqrt(yield* meanOfRows("metrics.rmsle", ofRow, predicted, actual, weights));
};

export const meanAbsoluteError: FigureOfNumbers = (predicted, actual, weights) =>
  meanOfErrors("metrics.mae", Math.abs, predicted, actual, weights);

/** Half of the weight has an absolute error of at most this; where two errors split the weight in halves, it is their mean. */
export const medianAbsoluteError: FigureOfNumbers = function* (predicted, actual, weights) {
  yield* rowsInTurns("metrics.medianAbsoluteError", { numbers: { actual, predicted }, weights });
  const distances = yield* ofErrors(Math.abs, predicted, actual);
  const exact = weightsOnGrid(distances.length, weights);
  const order = yield* orderInTurns(distances);
  let total = 0;
  yield* turnsOver(exact.length, (start, end) => {
    for (let row = start; row < end; row++) total += exact[row];
  });
  let below = 0;
  let halfAt = Number.NaN;
  for (let i = 0; i < order.length; i++) {
    const [weight, distance] = [exact[order[i]], distances[order[i]]];
    if (weight === 0) continue;
    if (!Number.isNaN(halfAt)) return (halfAt + distance) / 2;
    below += weight;
    if (2 * below > total) return distance;
    if (2 * below === total) halfAt = distance;
  }
  return halfAt;
};

/** Mean of |error| / |target|, as a share, not in percent; targets below 2^-52 count as 2^-52, as in scikit-learn. */
export const meanAbsolutePercentageError: FigureOfNumbers = (predicted, actual, weights) => {
  const ofError: OfError = (error, y) => Math.abs(error) / Math.max(Math.abs(y), 2 ** -52);
  return meanOfErrors("metrics.mape", ofError, predicted, actual, weights);
};

/** The largest absolute error of a row that has any weight. */
export const maxError: FigureOfNumbers = function* (predicted, actual, weights) {
  yield* rowsInTurns("metrics.maxError", { numbers: { actual, predicted }, weights });
  let most = 0;
  yield* turnsOver(actual.length, (start, end) => {
    for (let row = start; row < end; row++) {
      if (weights?.[row] !== 0) most = Math.max(most, Math.abs(predicted[row] - actual[row]));
    }
  });
  return most;
};

/** 1 - squared error / squared error of the mean. NaN when all targets are equal. */
export const rSquared: FigureOfNumbers = function* (predicted, actual, weights) {
  const error = yield* meanOfErrors("metrics.r2", square, predicted, actual, weights);
  const spread = yield* variance(actual, weights);
  return spread === 0 ? Number.NaN : 1 - error / spread;
};

/** 1 - variance of the errors / variance of the targets: R² that forgives a constant error. NaN when all targets are equal. */
export const explainedVariance: FigureOfNumbers = function* (predicted, actual, weights) {
  yield* rowsInTurns("metrics.explainedVariance", { numbers: { actual, predicted }, weights });
  const spread = yield* variance(actual, weights);
  if (spread === 0) return Number.NaN;
  const errors = yield* ofErrors((error) => error, predicted, actual);
  return 1 - (yield* variance(errors, weights)) / spread;
};

function* meanOfErrors(caller: string, of: OfError, predicted: Numbers, actual: Numbers, weights: Weights) {
  yield* rowsInTurns(caller, { numbers: { actual, predicted }, weights });
  return yield* meanInTurns(yield* ofErrors(of, predicted, actual), weights);
}

function ofErrors(of: OfError, predicted: Numbers, actual: Numbers): Turns<Float64Array> {
  return numbersInTurns(actual.length, (row) => of(predicted[row] - actual[row], actual[row]));
}

/** Around a mean that was itself corrected: far from 0 the first one is only as fine as its grid. */
function* variance(values: Numbers, weights: Weights): Turns<number> {
  const first = yield* meanInTurns(values, weights);
  const differences = yield* numbersInTurns(values.length, (row) => values[row] - first);
  const correction = yield* meanInTurns(differences, weights);
  const squares = yield* numbersInTurns(values.length, (row) => square(differences[row] - correction));
  return yield* meanInTurns(squares, weights);
}
