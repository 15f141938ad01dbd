import { readFileSync } from "node:fs";

/** How good predictions in a file are, by one judge for all rivals: none of them computes its own. */
export function qualityOf(task, predictionsFile, truthFile) {
  const predicted = new Float64Array(bytesOf(predictionsFile));
  const truth = new Float32Array(bytesOf(truthFile));
  const classes = predicted.length / truth.length;
  if (task === "classification" && classes > 1 && Number.isInteger(classes))
    return qualityOfClasses(predicted, truth, classes);
  if (predicted.length !== truth.length) {
    throw new Error(`expected ${truth.length} predictions, got ${predicted.length}`);
  }
  if (task === "regression") return { rmse: rootMeanSquare(predicted, truth) };
  return { accuracy: accuracy(predicted, truth), auc: areaUnderCurve(predicted, truth) };
}

/** Predictions are how likely each class is, row after row. */
export function qualityOfClasses(predicted, truth, classes) {
  let right = 0;
  let loss = 0;
  for (let row = 0; row < truth.length; row++) {
    const shares = predicted.subarray(row * classes, (row + 1) * classes);
    const own = shares[truth[row]];
    if (shares.every((share) => share <= own)) right++;
    loss -= Math.log(Math.max(own, 2 ** -50));
  }
  return { accuracy: right / truth.length, logLoss: loss / truth.length };
}

/**
 * All figures of one split. Predictions of classes are how likely each is, row after row, also of two; of two the AUC is
 * that of class 1.
 */
export function scoresOf(task, predicted, truth) {
  if (task === "regression") {
    return {
      rmse: rootMeanSquare(predicted, truth),
      mae: meanAbsolute(predicted, truth),
      r2: explainedShare(predicted, truth),
    };
  }
  const classes = predicted.length / truth.length;
  const { logLoss, accuracy } = qualityOfClasses(predicted, truth, classes);
  if (classes !== 2) return { logLoss, accuracy };
  const ofClass1 = predicted.filter((_, at) => at % 2 === 1);
  return { logLoss, accuracy, auc: areaUnderCurve(ofClass1, truth) };
}

function bytesOf(path) {
  return new Uint8Array(readFileSync(path)).buffer;
}

export function rootMeanSquare(predicted, truth) {
  let sum = 0;
  for (let row = 0; row < truth.length; row++) {
    const error = predicted[row] - truth[row];
    sum += error * error;
  }
  return Math.sqrt(sum / truth.length);
}

export function meanAbsolute(predicted, truth) {
  return truth.reduce((sum, value, row) => sum + Math.abs(predicted[row] - value), 0) / truth.length;
}

/** R²: 1 is perfect, 0 as good as the mean of these very rows. */
export function explainedShare(predicted, truth) {
  const mean = truth.reduce((sum, value) => sum + value, 0) / truth.length;
  return (
    1 -
    (rootMeanSquare(predicted, truth) /
      rootMeanSquare(
        truth.map(() => mean),
        truth,
      )) **
      2
  );
}

/** Predictions are how likely class 1 is. */
export function accuracy(predicted, truth) {
  let right = 0;
  for (let row = 0; row < truth.length; row++) if (Number(predicted[row] > 0.5) === truth[row]) right++;
  return right / truth.length;
}

/** How often a row of class 1 stands above one of class 0; a tie counts half. */
export function areaUnderCurve(predicted, truth) {
  const order = Uint32Array.from(truth.keys()).sort((a, b) => predicted[a] - predicted[b]);
  let zeros = 0;
  let above = 0;
  for (let start = 0; start < order.length; ) {
    let end = start;
    let ones = 0;
    for (; end < order.length && predicted[order[end]] === predicted[order[start]]; end++) ones += truth[order[end]];
    const tied = end - start - ones;
    above += ones * (zeros + tied / 2);
    zeros += tied;
    start = end;
  }
  return above / (zeros * (truth.length - zeros));
}
