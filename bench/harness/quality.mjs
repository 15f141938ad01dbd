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
