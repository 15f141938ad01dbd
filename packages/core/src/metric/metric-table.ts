import type { Task } from "../dataset/target.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { droppable } from "../util/droppable.ts";
import { weightedMean } from "../util/grid.ts";
import { didYouMean, listNames } from "../util/nearest-name.ts";
import { numberByRow } from "../util/number-by-row.ts";
import type { ClassOutcome } from "./class-outcome.ts";
import {
  accuracy,
  balancedAccuracy,
  classRates,
  cohensKappa,
  matthewsCorrelation,
  meanRate,
} from "./classification-metrics.ts";
import { meanPoissonDeviance } from "./deviance-metrics.ts";
import type { Figure, NumberOutcome } from "./metric.ts";
import {
  type ClassificationFamilyName,
  classificationFamilies,
  type MoreClassificationMetricName,
  type MoreRegressionMetricName,
  moreClassificationMetrics,
  moreRegressionMetrics,
  type RegressionFamilyName,
  regressionFamilies,
} from "./more-metrics.ts";
import { ofNumbers } from "./of-numbers.ts";
import {
  areaOfRanks,
  brierScore,
  calibrationError,
  logLoss,
  precisionOfRanks,
  reliabilityTable,
} from "./probability-metrics.ts";
import type { RankedRows } from "./ranked-rows.ts";
import {
  explainedVariance,
  maxError,
  meanAbsoluteError,
  meanAbsolutePercentageError,
  medianAbsoluteError,
  rootMeanSquaredError,
  rSquared,
} from "./regression-metrics.ts";

/** How good predictions of classes are: the first eight of what `predict` decides, which minds the costs of errors; the rest of the probabilities, which do not. What takes two classes is of the second one; with more it is a mean over all of them. */
export interface ClassificationMetrics {
  /** Share of rows that are predicted right. */
  readonly accuracy: number;
  /** Mean recall of the classes that have rows. */
  readonly balancedAccuracy: number;
  /** Means over the classes that occur, each counted alike. */
  readonly macroPrecision: number;
  readonly macroRecall: number;
  readonly macroF1: number;
  /** Mean over the classes, each counted by its rows. */
  readonly weightedF1: number;
  /** Matthews correlation of the true and the predicted class. */
  readonly matthews: number;
  /** Cohen's kappa: agreement beyond chance. NaN where chance alone agrees fully. */
  readonly kappa: number;
  readonly logLoss: number;
  /** From 0 to 1 with two classes, from 0 to 2 with more. */
  readonly brier: number;
  /** Area under the ROC curve; with more than two classes the mean of each against the rest. NaN with rows of one class only. */
  readonly auc: number;
  /** Of two classes the second one's; with more the mean of each against the rest. NaN where it has no row. */
  readonly averagePrecision: number;
  /** How far the probability of the likeliest class is from how often it is the true one, over ten bins. */
  readonly calibrationError: number;
}

export interface RegressionMetrics {
  readonly rmse: number;
  readonly mae: number;
  readonly medianAbsoluteError: number;
  /** Mean of |error| / |target|, as a share. */
  readonly mape: number;
  readonly maxError: number;
  /** NaN where all targets are equal, as is `explainedVariance`. */
  readonly r2: number;
  readonly explainedVariance: number;
  /** NaN where a target or a prediction is negative. */
  readonly poissonDeviance: number;
}

/** What a metric of classes is called: after an @ stands its one number, as in "topAccuracy@3". */
export type ClassificationMetricName =
  | keyof ClassificationMetrics
  | MoreClassificationMetricName
  | `${ClassificationFamilyName}@${number}`;

/** What a metric of numbers is called: after an @ stands its one number, as in "quantileLoss@0.9". */
export type RegressionMetricName =
  | keyof RegressionMetrics
  | MoreRegressionMetricName
  | `${RegressionFamilyName}@${number}`;

export type MetricName = ClassificationMetricName | RegressionMetricName;

export const regressionMetrics: Readonly<Record<keyof RegressionMetrics, Figure<NumberOutcome>>> =
  /* @__PURE__ */ droppable(() => ({
    rmse: ofNumbers("lower", rootMeanSquaredError),
    mae: ofNumbers("lower", meanAbsoluteError),
    medianAbsoluteError: ofNumbers("lower", medianAbsoluteError),
    mape: ofNumbers("lower", meanAbsolutePercentageError),
    maxError: ofNumbers("lower", maxError),
    r2: ofNumbers("higher", rSquared),
    explainedVariance: ofNumbers("higher", explainedVariance),
    poissonDeviance: ofNumbers("lower", meanPoissonDeviance),
  }));

type Confused = (confusion: Float64Array, classCount: number) => number;
const ofConfusion = (metric: Confused): Figure<ClassOutcome> => ({
  better: "higher",
  of: (outcome) => metric(outcome.confusion, outcome.classCount),
});

const ofRanks = (metric: (ranks: RankedRows) => number): Figure<ClassOutcome> => ({
  better: "higher",
  of: (outcome) => meanOverClasses(metric, outcome),
});

export const classificationMetrics: Readonly<Record<keyof ClassificationMetrics, Figure<ClassOutcome>>> =
  /* @__PURE__ */ droppable(() => ({
    accuracy: { better: "higher", of: (outcome) => accuracy(outcome.decided, outcome.actual, outcome.weights) },
    balancedAccuracy: ofConfusion(balancedAccuracy),
    macroPrecision: ofConfusion((table, count) => meanRate(classRates(table, count), "precision", "macro")),
    macroRecall: ofConfusion((table, count) => meanRate(classRates(table, count), "recall", "macro")),
    macroF1: ofConfusion((table, count) => meanRate(classRates(table, count), "f1", "macro")),
    weightedF1: ofConfusion((table, count) => meanRate(classRates(table, count), "f1", "weighted")),
    matthews: ofConfusion(matthewsCorrelation),
    kappa: ofConfusion(cohensKappa),
    logLoss: {
      better: "lower",
      of: ({ probabilities, actual, classCount, weights }) => logLoss(probabilities, actual, classCount, weights),
    },
    brier: {
      better: "lower",
      of: ({ probabilities, actual, classCount, weights }) => brierScore(probabilities, actual, classCount, weights),
    },
    auc: ofRanks(areaOfRanks),
    averagePrecision: ofRanks(precisionOfRanks),
    calibrationError: { better: "lower", of: ofConfidence },
  }));

/**
 * The metric of a name: one of `plainMetrics`, or one with a number of its own, as in "quantileLoss@0.9". `caller` is what the user
 * called.
 */
export function metricNamed(caller: string, task: Task, name: string): Figure<never> & { readonly name?: string } {
  const plain = plainMetrics(task);
  if (Object.hasOwn(plain, name)) return plain[name];
  const families: Readonly<Record<string, (parameter: number) => Figure<never>>> =
    task === "classification" ? classificationFamilies : regressionFamilies;
  const [family, parameter] = name.split("@");
  if (parameter !== undefined && Object.hasOwn(families, family)) {
    // What is no number is refused with the words of the metric itself.
    return families[family](/^[0-9.]/.test(parameter) ? Number(name.slice(family.length + 1)) : Number.NaN);
  }
  const known = [...Object.keys(plain), ...Object.keys(families).map((each) => `${each}@`)];
  const message = `${caller}: metric has no "${name}" for this task; ${didYouMean(name, known)}there are ${listNames(known)}`;
  throw new CambiumError("bad-option", message);
}

/** The metrics of a task that have a name, and no number of their own. */
export function plainMetrics(task: Task): Readonly<Record<string, Figure<never>>> {
  return task === "classification"
    ? { ...classificationMetrics, ...moreClassificationMetrics }
    : { ...regressionMetrics, ...moreRegressionMetrics };
}

/** The metrics of an outcome, all of them. */
export function allMetrics<Name extends string, Outcome>(
  metrics: Readonly<Record<Name, Figure<Outcome>>>,
  outcome: Outcome,
): Record<Name, number> {
  const values = Object.entries<Figure<Outcome>>(metrics).map(([name, { of }]) => [name, of(outcome)]);
  return Object.fromEntries(values) as Record<Name, number>;
}

/** Of two classes the second one's; of more the mean over those that can be told from a rest: NaN where none can. */
function meanOverClasses(metric: (ranks: RankedRows) => number, outcome: ClassOutcome): number {
  if (outcome.classCount === 2) return metric(outcome.ranks(1));
  const values = Array.from({ length: outcome.classCount }, (_, k) => metric(outcome.ranks(k)));
  return weightedMean(
    values.filter((value) => !Number.isNaN(value)),
    null,
  );
}

function ofConfidence({ probabilities, actual, classCount, likeliest, weights }: ClassOutcome): number {
  const confidence = numberByRow(actual.length, (row) => probabilities[row * classCount + likeliest[row]]);
  const right = likeliest.map((code, row) => (code === actual[row] ? 1 : 0));
  return calibrationError(reliabilityTable(confidence, right, 10, weights));
}
