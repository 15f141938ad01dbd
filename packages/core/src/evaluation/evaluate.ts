import { datasetOptions } from "../dataset/dataset-options.ts";
import { readWeights } from "../dataset/read-weights.ts";
import { ClassOutcome } from "../metric/class-outcome.ts";
import type { Metric } from "../metric/metric.ts";
import {
  type ClassificationMetricChoice,
  metricsFor,
  type RegressionMetricChoice,
  someMetrics,
} from "../metric/metric-for.ts";
import {
  allMetrics,
  type ClassificationMetrics,
  classificationMetrics,
  type RegressionMetrics,
  regressionMetrics,
} from "../metric/metric-table.ts";
import { expectPredictor } from "../model/expect-model.ts";
import type { ClassPredictor, Predictor } from "../model/predictor.ts";
import type { TableInput } from "../table/table-like.ts";
import { toTable } from "../table/to-table.ts";
import { checkOptions, type OptionRule } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";
import { readActualClasses, readNumbers, targetColumn, type UnseenClass } from "./read-actual.ts";

export interface ClassificationScores extends ClassificationMetrics {
  readonly rows: number;
  /** The classes that training never saw, whose rows count as wrong, for which see `evaluate`; left out where there are none. */
  readonly unseen?: readonly UnseenClass[];
}

export interface RegressionScores extends RegressionMetrics {
  readonly rows: number;
}

/** What `evaluate` gives for a kind of model. */
export type ScoresOf<M extends Predictor> = M extends ClassPredictor ? ClassificationScores : RegressionScores;

/** By which metrics a kind of model can be judged: a name, or a value. */
export type MetricChoiceOf<M extends Predictor> = M extends ClassPredictor
  ? ClassificationMetricChoice
  : RegressionMetricChoice;

export interface EvaluateOptions<M extends Predictor = Predictor> {
  /** A weight per row: a column's name, or numbers >= 0; 1 each unless told. */
  readonly weight?: string | ArrayLike<number> | undefined;
  /** What is to be told besides, each under its name. */
  readonly metrics?: readonly MetricChoiceOf<M>[] | undefined;
}

/** Figures that were asked for, by their names. */
export type NamedFigures = Readonly<Record<string, number>>;

export const evaluateOptions: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  weight: datasetOptions.weight,
  metrics: { ...someMetrics, default: "none", about: "what is to be told besides, each under its name" },
}));

/**
 * How well a model predicts the target column of a table: the usual metrics for its task, and those that are asked for. `rows`
 * counts rows, not weight.
 *
 * A row of a class that training never saw is predicted wrong, and its class has the probability 0: the log loss takes it as 2^-52, as
 * any lower one, and the Brier score counts the class like the others. Figures of one class against the rest count the row to the rest.
 */
export function evaluate<M extends Predictor>(
  model: M,
  input: TableInput,
  options: EvaluateOptions<M> & Required<Pick<EvaluateOptions<M>, "metrics">>,
): ScoresOf<M> & NamedFigures;
export function evaluate<M extends Predictor>(model: M, input: TableInput, options?: EvaluateOptions<M>): ScoresOf<M>;
export function evaluate(
  model: Predictor,
  input: TableInput,
  options: EvaluateOptions = {},
): ClassificationScores | RegressionScores {
  expectPredictor("evaluate", model);
  checkOptions("evaluate", options, evaluateOptions);
  const metrics = metricsFor("evaluate", model.task, options.metrics ?? []);
  const table = toTable(input);
  const values = targetColumn("evaluate", model, table);
  const weights = readWeights(table, options.weight);
  const rows = table.rowCount;
  if (model.task === "classification") {
    const { codes, unseen } = readActualClasses(model, values);
    const outcome = new ClassOutcome(model.predictProbability(table), codes, model.classes.length, weights, model.cost);
    const told = unseen.length === 0 ? {} : { unseen };
    return { rows, ...told, ...allMetrics(classificationMetrics, outcome), ...figuresOf(metrics, outcome) };
  }
  const outcome = { predicted: model.predict(table), actual: readNumbers(model, values), weights };
  return { rows, ...allMetrics(regressionMetrics, outcome), ...figuresOf(metrics, outcome) };
}

/** The metrics are for the task of the outcome, which the compiler can not know. */
function figuresOf(metrics: readonly Metric<never>[], outcome: unknown): NamedFigures {
  return Object.fromEntries(metrics.map(({ name, of }) => [name, of(outcome as never)]));
}
