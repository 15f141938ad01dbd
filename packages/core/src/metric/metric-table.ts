import type { Task } from "../dataset/target.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { didYouMean, listNames } from "../util/nearest-name.ts";
import { classificationFamilies, classificationMetrics, moreClassificationMetrics } from "./class-metrics.ts";
import type { Metric } from "./metric.ts";
import { moreRegressionMetrics, regressionFamilies, regressionMetrics } from "./number-metrics.ts";

/** How good predictions of classes are: the first eight of what `predict` decides, which minds the costs of errors; the rest of the probabilities, which do not. What takes two classes is of the second one; with more it is a mean over all of them. */
export type ClassificationMetrics = { readonly [Name in keyof typeof classificationMetrics]: number };

/** How good predictions of numbers are. */
export type RegressionMetrics = { readonly [Name in keyof typeof regressionMetrics]: number };

/** What a metric of classes is called: after an @ stands its one number, as in "topAccuracy@3". */
export type ClassificationMetricName =
  | keyof ClassificationMetrics
  | keyof typeof moreClassificationMetrics
  | `${keyof typeof classificationFamilies}@${number}`;

/** What a metric of numbers is called: after an @ stands its one number, as in "quantile@0.9". */
export type RegressionMetricName =
  | keyof RegressionMetrics
  | keyof typeof moreRegressionMetrics
  | `${keyof typeof regressionFamilies}@${number}`;

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
