import type { Task } from "../dataset/target.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { didYouMean, listNames } from "../util/nearest-name.ts";
import { classificationFamilies, classificationMetrics, moreClassificationMetrics } from "./class-metrics.ts";
import type { Metric } from "./metric.ts";
import { moreRegressionMetrics, regressionFamilies, regressionMetrics } from "./number-metrics.ts";

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

type MoreClassificationMetricName = keyof typeof moreClassificationMetrics;
type MoreRegressionMetricName = keyof typeof moreRegressionMetrics;
type ClassificationFamilyName = keyof typeof classificationFamilies;
type RegressionFamilyName = keyof typeof regressionFamilies;

/** What a metric of classes is called: after an @ stands its one number, as in "topAccuracy@3". */
export type ClassificationMetricName =
  | keyof ClassificationMetrics
  | MoreClassificationMetricName
  | `${ClassificationFamilyName}@${number}`;

/** What a metric of numbers is called: after an @ stands its one number, as in "quantile@0.9". */
export type RegressionMetricName =
  | keyof RegressionMetrics
  | MoreRegressionMetricName
  | `${RegressionFamilyName}@${number}`;

export type MetricName = ClassificationMetricName | RegressionMetricName;

/**
 * The metric of a name: one of `plainMetrics`, or one with a number of its own, as in "quantile@0.9". `caller` is what the user
 * called.
 */
export function metricNamed(caller: string, task: Task, name: string): Metric<never> {
  const plain = plainMetrics(task);
  if (Object.hasOwn(plain, name)) return plain[name];
  const families: Readonly<Record<string, { at(parameter: number): Metric<never> }>> =
    task === "classification" ? classificationFamilies : regressionFamilies;
  const [family, parameter] = name.split("@");
  if (parameter !== undefined && Object.hasOwn(families, family)) {
    // What is no number is refused with the words of the metric itself.
    return families[family].at(/^[0-9.]/.test(parameter) ? Number(name.slice(family.length + 1)) : Number.NaN);
  }
  const known = [...Object.keys(plain), ...Object.keys(families).map((each) => `${each}@`)];
  const hint =
    name === "loss" ? 'after each round of boosting the mean of its loss is "meanLoss"; ' : didYouMean(name, known);
  const message = `${caller}: metric has no "${name}" for this task; ${hint}there are ${listNames(known)}`;
  throw new CambiumError("bad-option", message);
}

/** The metrics of a task that have a name, and no number of their own. */
export function plainMetrics(task: Task): Readonly<Record<string, Metric<never>>> {
  return task === "classification"
    ? { ...classificationMetrics, ...moreClassificationMetrics }
    : { ...regressionMetrics, ...moreRegressionMetrics };
}
