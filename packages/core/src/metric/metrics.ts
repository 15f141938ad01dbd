import { droppable } from "../util/droppable.ts";
import { weightedMean } from "../util/exact-sum.ts";
import type { LabelMetricFunction, NumberMetricFunction, ProbabilityMetricFunction } from "./callable-metrics.ts";
import { classificationFamilies, classificationMetrics, moreClassificationMetrics } from "./class-metrics.ts";
import { type ClassRates, type ConfusionRows, classRates } from "./classification-metrics.ts";
import { type ConfusionMatrix, type ConfusionMatrixOptions, confusionMatrix } from "./confusion-matrix.ts";
import { moreRegressionMetrics, regressionFamilies, regressionMetrics } from "./number-metrics.ts";
import { calibrationErrorOf, type ReliabilityBin, reliabilityTable } from "./reliability-table.ts";

type Numbers = ArrayLike<number>;

/**
 * Every metric, by the name that it has as text. A metric is given to `evaluate` and the like, or called with arrays: the true
 * values, the predictions, the weights. A metric with a parameter is made by a function of its options, such as
 * `metrics.quantile({ level: 0.9 })`. A metric that has the name of a loss is the weighted mean of that loss.
 */
export interface Metrics {
  /** Root of the mean squared error. */
  readonly rmse: NumberMetricFunction;
  /** Mean absolute error. */
  readonly mae: NumberMetricFunction;
  /** Median of the absolute error. */
  readonly medianAbsoluteError: NumberMetricFunction;
  /** Mean of |error| / |target|, as a share. Targets below 2^-52 count as 2^-52. */
  readonly mape: NumberMetricFunction;
  /** The largest absolute error of a row that has weight. */
  readonly maxError: NumberMetricFunction;
  /** 1 - squared error / squared error of the mean. NaN where all targets are equal. */
  readonly r2: NumberMetricFunction;
  /** 1 - variance of the errors / variance of the targets. NaN where all targets are equal. */
  readonly explainedVariance: NumberMetricFunction;
  /** Mean of 2·(y·log(y/p) - y + p) for targets y and predictions p. NaN where one is negative. */
  readonly poissonDeviance: NumberMetricFunction;
  /** Root of the mean squared difference of log(1 + prediction) and log(1 + target). NaN where one is -1 or less. */
  readonly rmsle: NumberMetricFunction;
  /** Mean of 2·(log(p/y) + y/p - 1). NaN where a target is not above 0. */
  readonly gammaDeviance: NumberMetricFunction;
  /** Mean of p - y·log(p) + log(y!). */
  readonly poissonNegativeLogLikelihood: NumberMetricFunction;
  /** Mean of log(p) + y/p. */
  readonly gammaNegativeLogLikelihood: NumberMetricFunction;
  /** Mean of -y·log(p) - (1-y)·log(1-p) for targets that are shares from 0 to 1. For classes it is `logLoss`. */
  readonly crossEntropy: NumberMetricFunction;
  /** The cross entropy less its value where every target is predicted exactly. */
  readonly kullbackLeibler: NumberMetricFunction;
  /** Mean of `level`·error where the target is above the prediction, of (1 - level)·error where it is below. */
  readonly quantile: (options: { readonly level: number }) => NumberMetricFunction;
  /** Mean of `level`·error² where the target is above the prediction, of (1 - level)·error² where it is below. */
  readonly expectile: (options: { readonly level: number }) => NumberMetricFunction;
  /** Mean of error²/2 up to errors of `delta`, and of delta·(|error| - delta/2) above it. */
  readonly huber: (options: { readonly delta: number }) => NumberMetricFunction;
  /** Mean of delta²·(√(1 + (error/delta)²) - 1). */
  readonly pseudoHuber: (options: { readonly delta: number }) => NumberMetricFunction;
  /** Mean of c²·(|error|/c - log(1 + |error|/c)), where c is the `scale`. */
  readonly fair: (options: { readonly scale: number }) => NumberMetricFunction;
  /** Mean deviance of the distribution whose variance is its mean to this `power`, from 1 to 3. */
  readonly tweedieDeviance: (options: { readonly power: number }) => NumberMetricFunction;
  /** Mean of -y·p^(1-power)/(1-power) + p^(2-power)/(2-power), for a `power` between 1 and 2. */
  readonly tweedieNegativeLogLikelihood: (options: { readonly power: number }) => NumberMetricFunction;
  /** Share of rows whose predicted class is the true one. */
  readonly accuracy: LabelMetricFunction;
  /** Mean recall of the classes that have rows. */
  readonly balancedAccuracy: LabelMetricFunction;
  /** Mean precision of the classes that occur, each counted alike. */
  readonly macroPrecision: LabelMetricFunction;
  /** Mean recall of the classes that occur, each counted alike. */
  readonly macroRecall: LabelMetricFunction;
  /** Mean F1 of the classes that occur, each counted alike. */
  readonly macroF1: LabelMetricFunction;
  /** Mean F1 of the classes, each counted by its rows. */
  readonly weightedF1: LabelMetricFunction;
  /** Correlation of the true and the predicted class, for any number of classes (Gorodkin 2004). */
  readonly matthews: LabelMetricFunction;
  /** Cohen's kappa: agreement beyond chance. NaN where chance alone agrees fully. */
  readonly kappa: LabelMetricFunction;
  /** Mean of -log(probability of the true class). Probabilities below 2^-52 count as 2^-52. */
  readonly logLoss: ProbabilityMetricFunction;
  /** Mean squared error of the probabilities: from 0 to 1 with two classes, from 0 to 2 with more. */
  readonly brier: ProbabilityMetricFunction;
  /** Area under the ROC curve of the second class; with more than two classes the mean of each against the rest. */
  readonly auc: ProbabilityMetricFunction;
  /** Area under precision over recall, in steps, of the second class; with more than two classes the mean over them. */
  readonly averagePrecision: ProbabilityMetricFunction;
  /** How far the probability of the likeliest class is from how often it is the true one, over ten bins. */
  readonly calibrationError: ProbabilityMetricFunction;
  /** Mean area under the ROC curve over the pairs of classes that both have rows (Kleiman and Page 2019). */
  readonly aucMu: ProbabilityMetricFunction;
  /** Share of rows whose true class is among the `k` likeliest. */
  readonly topAccuracy: (options: { readonly k: number }) => ProbabilityMetricFunction;
  /** Share of rows that are right where the second of two classes is predicted if its probability is above `threshold`. */
  readonly thresholdAccuracy: (options: { readonly threshold: number }) => ProbabilityMetricFunction;
  /** A table, no metric: how the rows of each actual class, a row of the table, were predicted, in columns. Takes labels. */
  readonly confusionMatrix: (
    actual: ArrayLike<unknown>,
    predicted: ArrayLike<unknown>,
    options?: ConfusionMatrixOptions,
  ) => ConfusionMatrix;
  /** A table, no metric: precision, recall and F1 of each class of a confusion matrix. */
  readonly classRates: (confusion: ConfusionRows) => ClassRates[];
  /** A table, no metric: how often what was predicted with a probability came true (`happened`, 1 or 0), in bins of equal width. */
  readonly reliabilityTable: (
    happened: Numbers,
    predicted: Numbers,
    bins?: number,
    weights?: Numbers | null,
  ) => ReliabilityBin[];
  /** Mean distance, by weight, of `predicted` from `observed` over the bins of a reliability table. */
  readonly calibrationErrorOf: (bins: readonly ReliabilityBin[]) => number;
  /** For metrics of your own: the mean of a number of each row, by weight, the same to the bit in any order of the rows. */
  readonly weightedMean: (values: Numbers, weights: Numbers | null) => number;
}

/** All metrics, and the tables that some of them are made of. */
export const metrics: Metrics = /* @__PURE__ */ droppable(() =>
  Object.freeze({
    ...regressionMetrics,
    ...moreRegressionMetrics,
    ...regressionFamilies,
    ...classificationMetrics,
    ...moreClassificationMetrics,
    ...classificationFamilies,
    confusionMatrix,
    classRates,
    reliabilityTable,
    calibrationErrorOf,
    weightedMean,
  }),
);
