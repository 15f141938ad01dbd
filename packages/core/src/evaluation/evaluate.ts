import { createPacer } from "@cambium/kernels";
import { datasetOptions } from "../dataset/dataset-options.ts";
import { readWeights } from "../dataset/read-weights.ts";
import { classificationMetrics } from "../metric/class-metrics.ts";
import { ClassOutcome } from "../metric/class-outcome.ts";
import { figuresInTurns, type Metric } from "../metric/metric.ts";
import {
  type ClassificationMetricChoice,
  metricsFor,
  type RegressionMetricChoice,
  someMetrics,
} from "../metric/metric-for.ts";
import type { ClassificationMetrics, RegressionMetrics } from "../metric/metric-table.ts";
import { regressionMetrics } from "../metric/number-metrics.ts";
import { askInTurns } from "../model/async-twins.ts";
import { expectPredictor } from "../model/expect-model.ts";
import type { ClassPredictor, Predictor } from "../model/predictor.ts";
import { type AsyncOptions, asyncOptions } from "../predict/async-options.ts";
import type { TableInput } from "../table/table-like.ts";
import { toTable } from "../table/to-table.ts";
import { checkOptions } from "../util/check-options.ts";
import { droppable, type OptionsOf, option, withDefaults } from "../util/option.ts";
import { atOnce, inTurns, type Turns } from "../util/turns.ts";
import { actualInTurns, numbersInTurns, targetColumn, type UnseenClass } from "./read-actual.ts";

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

/** Figures that were asked for, by their names. */
export type NamedFigures = Readonly<Record<string, number>>;

export const evaluateOptions = /* @__PURE__ */ droppable(() => ({
  /** A weight per row: a column's name, or numbers >= 0. Default: 1 each. */
  weight: datasetOptions.weight,
  /** Further metrics, each under its name in the result. Default: none. */
  metrics: option(someMetrics(), null),
}));

export interface EvaluateOptions<M extends Predictor = Predictor> extends OptionsOf<typeof evaluateOptions> {
  readonly metrics?: readonly MetricChoiceOf<M>[] | undefined;
}

export const evaluateAsyncOptions = /* @__PURE__ */ droppable(() => ({ ...evaluateOptions, ...asyncOptions }));

/** What `evaluateAsync` takes. */
export type EvaluateAsyncOptions<M extends Predictor = Predictor> = EvaluateOptions<M> & AsyncOptions;

/**
 * How well a model predicts the target column of a table: the usual metrics for its task, and those that are asked for. `rows`
 * counts rows, not weight. At once: the caller's thread does nothing else meanwhile, some 0.6 s for 500,000 rows; `evaluateAsync` lets it.
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
  checkOptions("evaluate", options, evaluateOptions);
  const task = judgedRows("evaluate", model, input, options);
  const predicted = model.task === "classification" ? model.predictProbability(task.table) : model.predict(task.table);
  return atOnce(scoresOf(model, task, predicted));
}

/**
 * What `evaluate` says, computed in turns of some milliseconds between which the caller's thread does other work. Predictions use
 * several threads where that pays. The table must not change before the promise settles.
 */
export function evaluateAsync<M extends Predictor>(
  model: M,
  input: TableInput,
  options: EvaluateAsyncOptions<M> & Required<Pick<EvaluateOptions<M>, "metrics">>,
): Promise<ScoresOf<M> & NamedFigures>;
export function evaluateAsync<M extends Predictor>(
  model: M,
  input: TableInput,
  options?: EvaluateAsyncOptions<M>,
): Promise<ScoresOf<M>>;
export async function evaluateAsync(
  model: Predictor,
  input: TableInput,
  options: EvaluateAsyncOptions = {},
): Promise<ClassificationScores | RegressionScores> {
  checkOptions("evaluateAsync", options, evaluateAsyncOptions);
  const run = withDefaults(asyncOptions, options);
  const task = judgedRows("evaluateAsync", model, input, options);
  const predicted = await (model.task === "classification"
    ? askInTurns(model, model.predictProbability, task.table, run)
    : askInTurns(model, model.predict, task.table, run));
  return inTurns(scoresOf(model, task, predicted), createPacer(run.signal));
}

/** What a model is judged on. */
function judgedRows(caller: string, model: Predictor, input: TableInput, options: EvaluateOptions) {
  expectPredictor(caller, model);
  const metrics: readonly Metric<never>[] = metricsFor(caller, model.task, options.metrics ?? []);
  const table = toTable(input);
  const values = targetColumn(caller, model, table);
  return { table, values, weights: readWeights(table, options.weight), metrics };
}

/** Of classes `predicted` has the probabilities. */
function* scoresOf(
  model: Predictor,
  { table, values, weights, metrics }: ReturnType<typeof judgedRows>,
  predicted: Float64Array,
): Turns<ClassificationScores | RegressionScores> {
  const rows = table.rowCount;
  if (model.task === "classification") {
    const { codes, unseen } = yield* actualInTurns(model, values);
    const outcome = new ClassOutcome(predicted, codes, model.classes.length, weights, model.cost);
    const figures = yield* figuresInTurns([...Object.values(classificationMetrics), ...metrics], outcome);
    return { rows, ...(unseen.length > 0 && { unseen }), ...figures } as unknown as ClassificationScores;
  }
  const outcome = { predicted, actual: yield* numbersInTurns(model, values), weights };
  const figures = yield* figuresInTurns([...Object.values(regressionMetrics), ...metrics], outcome);
  return { rows, ...figures } as unknown as RegressionScores;
}
