import { log } from "@cambium/kernels";
import { integerFrom, shareFromZero } from "../util/check-options.ts";
import { weightedMean } from "../util/exact-sum.ts";
import { numbersInTurns } from "../util/number-by-row.ts";
import { droppable } from "../util/option.ts";
import { square } from "../util/square.ts";
import { type Turns, turnsOver } from "../util/turns.ts";
import { labelMetric, meanByRow, metricFamily, probabilityMetric } from "./callable-metrics.ts";
import type { ClassOutcome } from "./class-outcome.ts";
import * as rates from "./classification-metrics.ts";
import { areaOfRanks, precisionOfRanks, type RankedRows, ranksInTurns } from "./ranked-rows.ts";
import { calibrationErrorOf, reliabilityInTurns } from "./reliability-table.ts";

/** The metrics of classes that `evaluate` always gives. */
export const classificationMetrics = /* @__PURE__ */ droppable(() => ({
  /** Share of rows whose predicted class is the true one. */
  accuracy: labelMetric("accuracy", accuracy),
  /** Mean recall of the classes that have rows. */
  balancedAccuracy: ofConfusion("balancedAccuracy", rates.balancedAccuracy),
  /** Mean precision of the classes that occur, each counted alike. */
  macroPrecision: meanOfRates("macroPrecision", "precision", "macro"),
  /** Mean recall of the classes that occur, each counted alike. */
  macroRecall: meanOfRates("macroRecall", "recall", "macro"),
  /** Mean F1 of the classes that occur, each counted alike. */
  macroF1: meanOfRates("macroF1", "f1", "macro"),
  /** Mean F1 of the classes, each counted by its rows. */
  weightedF1: meanOfRates("weightedF1", "f1", "weighted"),
  /** Correlation of the true and the predicted class, for any number of classes (Gorodkin 2004). */
  matthews: ofConfusion("matthews", rates.matthewsCorrelation),
  /** Cohen's kappa: agreement beyond chance. NaN where chance alone agrees fully. */
  kappa: ofConfusion("kappa", rates.cohensKappa),
  /** Mean of -log(probability of the true class). Probabilities below 2^-52 count as 2^-52. */
  logLoss: probabilityMetric("logLoss", "lower", logLoss),
  /** Mean squared error of the probabilities: from 0 to 1 with two classes, from 0 to 2 with more. */
  brier: probabilityMetric("brier", "lower", brierScore),
  /** Area under the ROC curve of the second class; with more than two classes the mean of each against the rest. NaN with rows of one class only. */
  auc: probabilityMetric("auc", "higher", (outcome) => meanOverClasses(areaOfRanks, outcome)),
  /** Area under precision over recall, in steps, of the second class; with more than two classes the mean over them. NaN where it has no row. */
  averagePrecision: probabilityMetric("averagePrecision", "higher", (outcome) =>
    meanOverClasses(precisionOfRanks, outcome),
  ),
  /** How far the probability of the likeliest class is from how often it is the true one, over ten bins. */
  calibrationError: probabilityMetric("calibrationError", "lower", ofConfidence),
}));

/** Those that it gives when they are asked for. */
export const moreClassificationMetrics = /* @__PURE__ */ droppable(() => ({
  /** Mean area under the ROC curve over the pairs of classes that both have rows (Kleiman and Page 2019). */
  aucMu: probabilityMetric("aucMu", "higher", aucMu),
}));

export const classificationFamilies = /* @__PURE__ */ droppable(() => ({
  /** Share of rows whose true class is among the `k` likeliest. */
  topAccuracy: metricFamily("topAccuracy", "k", integerFrom(1), (name, k) =>
    probabilityMetric(name, "higher", (outcome) => topAccuracy(outcome, k)),
  ),
  /** Share of rows that are right where the second of two classes is predicted if its probability is above `threshold`. */
  thresholdAccuracy: metricFamily("thresholdAccuracy", "threshold", shareFromZero, (name, threshold) =>
    probabilityMetric(name, "higher", (outcome) => thresholdAccuracy(outcome, threshold)),
  ),
}));

/** Share of rows, by weight, whose predicted class is the true one. */
function* accuracy(outcome: ClassOutcome): Turns<number> {
  const { actual, weights } = outcome;
  const decided = yield* outcome.decided();
  return yield* meanByRow(actual.length, weights, (row) => (decided[row] === actual[row] ? 1 : 0));
}

function ofConfusion(name: string, metric: (confusion: rates.ConfusionRows) => number) {
  return labelMetric(name, function* (outcome) {
    return metric({ rows: yield* outcome.confusion() });
  });
}

function meanOfRates(name: string, rate: rates.RateName, average: "macro" | "weighted") {
  return ofConfusion(name, (confusion) => rates.meanRate(rates.ratesOf(confusion), rate, average));
}

/**
 * Mean of -log(probability of the true class); probabilities below 2^-52 count as 2^-52, as in scikit-learn. A class of the code -1 or less,
 * which no probability is of, has the probability 0.
 */
function* logLoss({ probabilities, actual, classCount, weights }: ClassOutcome): Turns<number> {
  return yield* meanByRow(actual.length, weights, (row) => {
    const probability = actual[row] < 0 ? 0 : probabilities[row * classCount + actual[row]];
    return 0 - log(Math.max(probability, 2 ** -52));
  });
}

/**
 * Mean squared difference of the probabilities from what came true. With two classes it is that of one of them, from 0 to
 * 1; with more it is summed over all classes, from 0 to 2, as Brier wrote it. A class of the code -1 or less has the probability 0, and
 * is one of the classes of its row: of two classes and such a one half of the sum counts.
 */
function* brierScore({ probabilities, actual, classCount, weights }: ClassOutcome): Turns<number> {
  return yield* meanByRow(actual.length, weights, (row) => {
    const isKnown = actual[row] >= 0;
    let error = 0;
    for (let k = classCount === 2 && isKnown ? 1 : 0; k < classCount; k++) {
      error += square(probabilities[row * classCount + k] - (actual[row] === k ? 1 : 0));
    }
    return isKnown ? error : (error + 1) / (classCount === 2 ? 2 : 1);
  });
}

/** With two classes the figure of the second; with more the mean over those that can be told from the rest. NaN where none can. */
function* meanOverClasses(metric: (ranks: RankedRows) => number, outcome: ClassOutcome): Turns<number> {
  if (outcome.classCount === 2) return metric(yield* outcome.ranks(1));
  const values: number[] = [];
  for (let k = 0; k < outcome.classCount; k++) values.push(metric(yield* outcome.ranks(k)));
  return meanOfKnown(values);
}

function meanOfKnown(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return weightedMean(known, null);
}

function* ofConfidence(outcome: ClassOutcome): Turns<number> {
  const { probabilities, actual, classCount, weights } = outcome;
  const likeliest = yield* outcome.likeliestInTurns();
  const rows = actual.length;
  const confidence = yield* numbersInTurns(rows, (row) => probabilities[row * classCount + likeliest[row]]);
  const right = yield* numbersInTurns(rows, (row) => (likeliest[row] === actual[row] ? 1 : 0));
  return calibrationErrorOf(yield* reliabilityInTurns(right, confidence, 10, weights));
}

/**
 * How well each pair of classes is told apart: the mean, over the pairs that both have rows, of the area under the ROC curve of
 * their rows by the difference of the two probabilities (Kleiman and Page 2019). With two classes it is the area itself. Rows of a class
 * that the model does not know are of no pair.
 */
function* aucMu({ probabilities, actual, classCount, weights }: ClassOutcome): Turns<number> {
  const rowsOf = Array.from({ length: classCount }, (): number[] => []);
  yield* turnsOver(actual.length, (start, end) => {
    for (let row = start; row < end; row++) if (actual[row] >= 0) rowsOf[actual[row]].push(row);
  });
  const areas: number[] = [];
  for (let i = 0; i < classCount; i++) {
    for (let j = i + 1; j < classCount; j++) {
      if (rowsOf[i].length === 0 || rowsOf[j].length === 0) continue;
      const rows = rowsOf[i].concat(rowsOf[j]);
      const ofPair = (of: (row: number) => number) => numbersInTurns(rows.length, (at) => of(rows[at]));
      const shares = yield* ofPair((row) => probabilities[row * classCount + i] - probabilities[row * classCount + j]);
      const isFirst = yield* ofPair((row) => (actual[row] === i ? 1 : 0));
      const own = weights && (yield* ofPair((row) => weights[row]));
      areas.push(areaOfRanks(yield* ranksInTurns(shares, isFirst, own)));
    }
  }
  return meanOfKnown(areas);
}

/** Share of rows whose true class is among the `k` likeliest; of classes that are alike the first counts as likelier. */
function* topAccuracy({ probabilities, actual, classCount, weights }: ClassOutcome, k: number): Turns<number> {
  return yield* meanByRow(actual.length, weights, (row) => {
    const code = actual[row];
    if (code < 0) return 0;
    const start = row * classCount;
    let likelier = 0;
    for (let other = 0; other < classCount; other++) {
      const more = probabilities[start + other] - probabilities[start + code];
      if (more > 0 || (more === 0 && other < code)) likelier++;
    }
    return likelier < k ? 1 : 0;
  });
}

/** Share of rows that are right where the second of two classes is predicted if its probability is above `threshold`. NaN with more classes. */
function* thresholdAccuracy({ probabilities, actual, classCount, weights }: ClassOutcome, threshold: number) {
  if (classCount !== 2) return Number.NaN;
  return yield* meanByRow(actual.length, weights, (row) => {
    return (probabilities[2 * row + 1] > threshold ? 1 : 0) === actual[row] ? 1 : 0;
  });
}
