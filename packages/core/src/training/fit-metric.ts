import type { Task } from "../dataset/target.ts";
import type { NumberOutcome } from "../metric/metric-table.ts";
import { classificationMetrics, type MetricName, metricNamed, regressionMetrics } from "../metric/metric-table.ts";
import { CambiumError } from "../util/cambium-error.ts";

/** What was predicted for rows of classes, and what was true, as a metric of one's own gets it. */
export interface ClassPredictions {
  /** Row after row, one per class. */
  readonly probabilities: Float64Array;
  /** The true class of each row, as its place among the classes. */
  readonly actual: Int32Array;
  readonly classCount: number;
  /** Null where all rows weigh 1. */
  readonly weights: Float64Array | null;
}

/** A figure of rows whose target is a number. It must not change what it is given. */
export interface NumberMetric {
  readonly name: string;
  /** Which of two values is the better one. */
  readonly better: "higher" | "lower";
  of(outcome: NumberOutcome): number;
}

/** A figure of rows of classes. It must not change what it is given. */
export interface ClassMetric {
  readonly name: string;
  /** Which of two values is the better one. */
  readonly better: "higher" | "lower";
  of(outcome: ClassPredictions): number;
}

/** What `fit` can measure besides the loss: what `evaluate` gives, by its name, or a metric of one's own. */
export type FitMetric = MetricName | NumberMetric | ClassMetric;

/** A metric once it is known to be one, for the outcomes of the task at hand. */
export interface MeasuredMetric {
  readonly name: string;
  readonly better: "higher" | "lower";
  of(outcome: NumberOutcome | ClassPredictions): number;
}

export function isFitMetric(value: unknown): value is FitMetric {
  if (typeof value === "string") return true;
  if (typeof value !== "object" || value === null) return false;
  const { name, better, of } = value as Partial<NumberMetric>;
  return typeof name === "string" && name !== "" && isDirection(better) && typeof of === "function";
}

export function isDirection(value: unknown): value is "higher" | "lower" {
  return value === "higher" || value === "lower";
}

/** The metric of a name for this task, or the one that is given. `caller` is what the user called. */
export function metricOf(caller: string, task: Task, metric: FitMetric): MeasuredMetric {
  if (typeof metric === "string") {
    const found =
      task === "classification"
        ? metricNamed(caller, classificationMetrics, metric)
        : metricNamed(caller, regressionMetrics, metric);
    return { name: metric, better: found.better, of: found.of as MeasuredMetric["of"] };
  }
  if (metric.name !== "loss") return metric;
  throw new CambiumError(
    "bad-option",
    `${caller}: "loss" is the loss, which is measured anyway; call the metric otherwise`,
  );
}

/** The same metrics. Two that share a name would be one in the learning curve. */
export function withNamesApart(caller: string, metrics: readonly MeasuredMetric[]): readonly MeasuredMetric[] {
  const again = metrics.find(({ name }, i) => metrics.findIndex((other) => other.name === name) < i);
  if (again === undefined) return metrics;
  throw new CambiumError("bad-option", `${caller}: two metrics are called "${again.name}"; rename one of them`);
}
