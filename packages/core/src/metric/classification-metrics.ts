import { log } from "@cambium/kernels";

/** Share of rows whose likeliest class is the true one. */
export function accuracy(predicted: ArrayLike<number>, actual: ArrayLike<number>): number {
  let right = 0;
  for (let row = 0; row < actual.length; row++) if (predicted[row] === actual[row]) right++;
  return right / actual.length;
}

/** Mean of -log(probability of the true class); probabilities below 2^-52 count as 2^-52, as in scikit-learn. */
export function logLoss(probabilities: Float64Array, actual: ArrayLike<number>, classCount: number): number {
  let sum = 0;
  for (let row = 0; row < actual.length; row++) {
    sum -= log(Math.max(probabilities[row * classCount + actual[row]], 2 ** -52));
  }
  return sum / actual.length;
}

/**
 * Area under the ROC curve: the chance that a row of class 1 has a higher score than one of class 0, ties counting half
 * (Mann and Whitney's U). NaN when one of the classes has no row.
 */
export function areaUnderCurve(scores: Float64Array, actual: ArrayLike<number>): number {
  const order = Uint32Array.from(scores, (_, row) => row).sort((a, b) => scores[a] - scores[b]);
  let positives = 0;
  let rankSum = 0;
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && scores[order[to]] === scores[order[from]]) to++;
    for (let i = from; i < to; i++) {
      if (actual[order[i]] !== 1) continue;
      positives++;
      rankSum += (from + 1 + to) / 2;
    }
    from = to;
  }
  const negatives = order.length - positives;
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives);
}
