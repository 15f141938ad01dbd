import { weightedMean } from "../util/exact-sum.ts";
import { checkConfusion } from "./check-rows.ts";
import type { ConfusionMatrix } from "./confusion-matrix.ts";

/** How well one class is told from the others. What would be 0/0 is 0. */
export interface ClassRates {
  /** Of what was taken for the class, the share that is of it. */
  readonly precision: number;
  /** Of what is of the class, the share that was taken for it. */
  readonly recall: number;
  /** Harmonic mean of the two. */
  readonly f1: number;
  /** Weight of the rows of the class. */
  readonly weight: number;
  /** Weight of the rows that were taken for it. */
  readonly predictedWeight: number;
}

export type RateName = "precision" | "recall" | "f1";

/** What the rates and correlations of classes are computed from: the rows of a `ConfusionMatrix`. */
export type ConfusionRows = Pick<ConfusionMatrix, "rows">;

/** The rates of each class of a confusion matrix, in the order of its labels. */
export function classRates(confusion: ConfusionRows): ClassRates[] {
  checkConfusion("metrics.classRates", confusion);
  return ratesOf(confusion);
}

/** The same of what is known to be a confusion matrix. */
export function ratesOf(confusion: ConfusionRows): ClassRates[] {
  return oneAgainstRest(confusion).map(({ hits, misses, falseAlarms }) => ({
    precision: share(hits, hits + falseAlarms),
    recall: share(hits, hits + misses),
    f1: share(2 * hits, 2 * hits + misses + falseAlarms),
    weight: hits + misses,
    predictedWeight: hits + falseAlarms,
  }));
}

/** The mean of a rate: "macro" counts alike all classes that occur, truly or predicted; "weighted" counts each by its rows. */
export function meanRate(rates: readonly ClassRates[], rate: RateName, average: "macro" | "weighted"): number {
  const occurring = rates.filter(({ weight, predictedWeight }) => weight > 0 || predictedWeight > 0);
  const values = occurring.map((of) => of[rate]);
  return weightedMean(values, average === "macro" ? null : occurring.map(({ weight }) => weight));
}

/** Mean recall of the classes that have rows: 1 divided by their number is what guessing one class gives. */
export function balancedAccuracy(confusion: ConfusionRows): number {
  const present = ratesOf(confusion).filter(({ weight }) => weight > 0);
  return meanRate(present, "recall", "macro");
}

/** Correlation of the true and the predicted class, for any number of classes (Gorodkin 2004); 0 where either is always the same. */
export function matthewsCorrelation(confusion: ConfusionRows): number {
  let common = 0;
  let ofTruth = 0;
  let ofPrediction = 0;
  for (const { hits, misses, falseAlarms, rest } of oneAgainstRest(confusion)) {
    common += hits * rest - misses * falseAlarms;
    ofTruth += (hits + misses) * (falseAlarms + rest);
    ofPrediction += (hits + falseAlarms) * (misses + rest);
  }
  return share(common, Math.sqrt(ofTruth) * Math.sqrt(ofPrediction));
}

/** Agreement beyond what two independent raters with the same frequencies would have: 1 is full, 0 is chance. NaN where chance alone is full. */
export function cohensKappa(confusion: ConfusionRows): number {
  let common = 0;
  let most = 0;
  for (const { hits, misses, falseAlarms, rest } of oneAgainstRest(confusion)) {
    common += hits * rest - misses * falseAlarms;
    most += (hits + misses) * (misses + rest);
  }
  return common / most;
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** The table of two classes, each class against all others. Sums of weights on a grid are exact, and so are their differences. */
function oneAgainstRest({ rows }: ConfusionRows) {
  const predicted = new Float64Array(rows.length);
  let total = 0;
  const actual = rows.map((row) => {
    let ofClass = 0;
    for (const [k, weight] of row.entries()) {
      ofClass += weight;
      predicted[k] += weight;
    }
    total += ofClass;
    return ofClass;
  });
  return actual.map((ofClass, k) => {
    const hits = rows[k][k];
    const rest = total - ofClass - predicted[k] + hits;
    return { hits, misses: ofClass - hits, falseAlarms: predicted[k] - hits, rest };
  });
}
