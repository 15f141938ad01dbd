/**
 * What scores on the same splits and the same sets say. Sources:
 * - the paired test: C. Nadeau and Y. Bengio, Inference for the Generalization Error, Machine Learning 52, 239–281 (2003),
 *   doi:10.1023/A:1024068626366;
 * - ranks over sets: J. Demšar, Statistical Comparisons of Classifiers over Multiple Data Sets, Journal of Machine Learning
 *   Research 7, 1–30 (2006), its equations of section 3.2.2 and its table 5(a).
 */

/** Half the width of an interval, and the level of a test. */
const LEVEL = 0.95;

/** Quantiles of the studentised range at 5 %, divided by √2, by the number of those compared. */
const NEMENYI = new Map([
  [2, 1.96],
  [3, 2.343],
  [4, 2.569],
  [5, 2.728],
  [6, 2.85],
  [7, 2.949],
  [8, 3.031],
  [9, 3.102],
  [10, 3.164],
]);

export function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The divisor is one less than their number. */
export function variance(values) {
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
}

/** The mean, and how far to each side its interval of 95 % by Student reaches. */
export function intervalOf(values) {
  const reach = studentQuantile(values.length - 1) * Math.sqrt(variance(values) / values.length);
  return { mean: mean(values), reach };
}

/**
 * Whether the own scores, of which less is better, differ from the others on the same splits. Splits of one table share
 * most of their training rows, so the variance of the mean is taken for more than 1 / splits of theirs: 1 / splits + test rows / training
 * rows.
 *
 * @returns {"better" | "worse" | "undecided"}
 */
export function verdictOfSplits(own, other, testPerTraining = 1 / 3) {
  const differences = own.map((score, at) => score - other[at]);
  const middle = mean(differences);
  const error = Math.sqrt(variance(differences) * (1 / own.length + testPerTraining));
  // Where there is no spread at all, what differs differs.
  if (Math.abs(middle) <= studentQuantile(own.length - 1) * error) return "undecided";
  return middle < 0 ? "better" : "worse";
}

/** Beyond which, to both sides together, one of 20 values lies. */
export function studentQuantile(freedom) {
  let [low, high] = [0, 1024];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (studentShare(middle, freedom) < LEVEL) low = middle;
    else high = middle;
  }
  return low;
}

/** The share between -t and t, by the finite series for whole degrees of freedom (Abramowitz and Stegun, 26.7.3 and 26.7.4). */
function studentShare(t, freedom) {
  const angle = Math.atan(t / Math.sqrt(freedom));
  const cosine = Math.cos(angle);
  const isOdd = freedom % 2 === 1;
  let term = isOdd ? cosine : 1;
  let sum = freedom === 1 ? 0 : term;
  for (let power = isOdd ? 3 : 2; power <= freedom - 2; power += 2) {
    term *= (cosine * cosine * (power - 1)) / power;
    sum += term;
  }
  return isOdd ? (2 / Math.PI) * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
}

/** 1 for the least; those that are equal share the mean of their places. */
export function ranksOf(scores) {
  return scores.map((score) => {
    const less = scores.filter((other) => other < score).length;
    const equal = scores.filter((other) => other === score).length;
    return less + (equal + 1) / 2;
  });
}

/**
 * Friedman's test of ranks over sets, in the form of Iman and Davenport, and the difference of mean ranks from which on two
 * differ by Nemenyi's test at 5 %.
 *
 * @param {number[][]} ranks of all, by set
 */
export function friedmanOf(ranks) {
  const sets = ranks.length;
  const count = ranks[0].length;
  const meanRanks = ranks[0].map((_, at) => mean(ranks.map((own) => own[at])));
  const squares = meanRanks.reduce((sum, rank) => sum + rank * rank, 0);
  const chiSquare = ((12 * sets) / (count * (count + 1))) * (squares - (count * (count + 1) ** 2) / 4);
  return {
    meanRanks,
    chiSquare,
    f: ((sets - 1) * chiSquare) / (sets * (count - 1) - chiSquare),
    criticalDifference: NEMENYI.get(count) * Math.sqrt((count * (count + 1)) / (6 * sets)),
  };
}
