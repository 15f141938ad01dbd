import { square } from "../util/square.ts";

/** Root of the mean squared error. */
export function rootMeanSquaredError(predicted: ArrayLike<number>, actual: ArrayLike<number>): number {
  let sum = 0;
  for (let row = 0; row < actual.length; row++) sum += square(predicted[row] - actual[row]);
  return Math.sqrt(sum / actual.length);
}

export function meanAbsoluteError(predicted: ArrayLike<number>, actual: ArrayLike<number>): number {
  let sum = 0;
  for (let row = 0; row < actual.length; row++) sum += Math.abs(predicted[row] - actual[row]);
  return sum / actual.length;
}

/** 1 - squared error / squared error of the mean. NaN when all targets are equal. */
export function rSquared(predicted: ArrayLike<number>, actual: ArrayLike<number>): number {
  let mean = 0;
  for (let row = 0; row < actual.length; row++) mean += actual[row] / actual.length;
  let error = 0;
  let spread = 0;
  for (let row = 0; row < actual.length; row++) {
    error += square(predicted[row] - actual[row]);
    spread += square(actual[row] - mean);
  }
  return spread === 0 ? Number.NaN : 1 - error / spread;
}
