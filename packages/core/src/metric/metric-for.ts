import type { Task } from "../dataset/target.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { check, describe, isListOf } from "../util/check-options.ts";
import { demand } from "../util/demand.ts";
import type { Check } from "../util/option.ts";
import { ClassOutcome } from "./class-outcome.ts";
import type { ClassMetric, Metric, NumberMetric, NumberOutcome } from "./metric.ts";
import { type ClassificationMetricName, metricNamed, plainMetrics, type RegressionMetricName } from "./metric-table.ts";

/** How people say which metric they mean: by its name, or as a value. */
export type RegressionMetricChoice = RegressionMetricName | NumberMetric;
export type ClassificationMetricChoice = ClassificationMetricName | ClassMetric;
export type MetricChoice = RegressionMetricChoice | ClassificationMetricChoice;

/** A metric once it is known to be one, for the outcomes of the task at hand. */
export type MeasuredMetric<T extends Task = Task> = T extends "classification"
  ? Metric<ClassOutcome>
  : Metric<NumberOutcome>;

/** For options that take one. */
export function aMetric<M = MetricChoice>(): Check<M> {
  return check(METRIC, (value) => typeof value === "string" || isMetric(value));
}

const METRIC = 'the name of a metric, such as "rmse", or a metric, such as metrics.quantile({ level: 0.9 })';

/** For options that take several, each once. */
export function someMetrics<M = MetricChoice>(): Check<readonly M[]> {
  return check("a list of names of metrics, or of metrics such as metrics.quantile({ level: 0.9 })", (value) =>
    isListOf(value, (item) => typeof item === "string" || isMetric(item)),
  );
}

/**
 * The metric that was meant, under the name that its result has. `caller` is what the user called. A name that a metric of a
 * parameter has, such as "quantile@0.9", is that metric again, so whatever was chosen can be saved as text.
 */
export function metricFor<T extends Task>(caller: string, task: T, choice: string | Metric<never>): MeasuredMetric<T>;
export function metricFor(caller: string, task: Task, choice: string | Metric<never>): Metric<never> {
  if (typeof choice === "string") return metricNamed(caller, task, choice);
  const isMaker = !isMetric(choice) && typeof choice === "function";
  const got = isMaker ? "a function that makes a metric: call it with its parameter" : describe(choice);
  demand(isMetric(choice), `${caller}: metric expects ${METRIC}, got ${got}`);
  const { name, better } = choice;
  const isForTask = choice.task === undefined || choice.task === task;
  demand(isForTask, `${caller}: metric "${name}" is for ${choice.task}; choose one for ${task}`);
  const plain = plainMetrics(task);
  // One of ours changes nothing, and may use what others computed of the same predictions.
  if (Object.hasOwn(plain, name) && plain[name] === choice) return choice;
  // Two figures of one name could not stand beside each other, nor beside what is reported without asking.
  const isOther = Object.hasOwn(plain, name) && plain[name].of !== choice.of;
  const isTaken = name === "rows" || name === "meanLoss" || isOther;
  demand(!isTaken, `${caller}: metric "${name}" is called like a figure that there is; rename it`);
  const of = (outcome: never) => {
    // It may sort what it is given, which others look at after it.
    const value: unknown = choice.of(copyOf(outcome) as never);
    if (typeof value === "number") return value;
    throw new CambiumError("bad-option", `${caller}: metric "${name}" gave ${describe(value)}; expected a number`);
  };
  return { name, better, task, of };
}

function copyOf(outcome: ClassOutcome | NumberOutcome): ClassOutcome | NumberOutcome {
  if (outcome instanceof ClassOutcome) return outcome.copy();
  const { predicted, actual, weights } = outcome;
  return { predicted: predicted.slice(), actual: actual.slice(), weights: weights?.slice() ?? null };
}

/** All of them, each under a name of its own. */
export function metricsFor(
  caller: string,
  task: Task,
  choices: readonly (string | Metric<never>)[],
): readonly MeasuredMetric[] {
  const metrics = choices.map((choice) => metricFor(caller, task, choice));
  return withNamesApart(caller, metrics);
}

/** The same metrics. Two that share a name would be one in what is told of them. */
export function withNamesApart(caller: string, metrics: readonly MeasuredMetric[]): readonly MeasuredMetric[] {
  const again = metrics.find(({ name }, i) => metrics.findIndex((other) => other.name === name) < i);
  demand(again === undefined, `${caller}: metrics has "${again?.name}" twice; leave one out`);
  return metrics;
}

function isMetric(value: unknown): value is Metric<never> {
  const isHolder = (typeof value === "object" && value !== null) || typeof value === "function";
  const { name, better, task, of } = (isHolder ? value : {}) as Partial<Metric<never>>;
  const hasTask = task === undefined || task === "classification" || task === "regression";
  const hasName = typeof name === "string" && name !== "";
  return hasName && hasTask && (better === "higher" || better === "lower") && typeof of === "function";
}
