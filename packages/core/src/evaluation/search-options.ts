import type { CambiumWarning } from "../dataset/warning.ts";
import { aMetric } from "../metric/metric-for.ts";
import type { ClassificationMetricName, RegressionMetricName } from "../metric/metric-table.ts";
import type { ClassificationModel, Model } from "../model/model.ts";
import type { Learner } from "../training/run/learner.ts";
import { aFunction, integerFrom, limitAboveZero, trueOrFalse } from "../util/check-options.ts";
import { droppable, type OptionsOf, option, required } from "../util/option.ts";
import type { UnlearnedClass } from "./check-folds.ts";
import { crossValidateOptions } from "./cross-validate-options.ts";
import type { MetricChoiceOf } from "./evaluate.ts";
import type { CommonStop } from "./fit-in-step.ts";
import type { Fold } from "./folds-of.ts";
import type { ScoreSummary } from "./score-summary.ts";

/** What `evaluate` tells of a kind of model, by name. */
export type MetricNameOf<M extends Model> = M extends ClassificationModel
  ? ClassificationMetricName
  : RegressionMetricName;

/** Where a search stands. */
export interface TrialReport<P extends object = object, M extends Model = Model> {
  /** How many there are to be. */
  readonly trials: number;
  readonly result: Trial<P, M>;
  readonly best: Trial<P, M>;
}

/** No more points than this: each is a learner before the first is tried. */
export const MOST_TRIALS = 100_000;

const foldPlanOptions = /* @__PURE__ */ droppable(() => {
  const { metrics: _metrics, predictions: _predictions, onFold: _onFold, ...others } = crossValidateOptions;
  return others;
});

/** Besides what `crossValidate` takes, without `metrics`, `predictions` and `onFold`. */
export const searchOptions = /* @__PURE__ */ droppable(() => ({
  ...foldPlanOptions,
  /** What decides: the name of a metric that `evaluate` knows, or a metric. Default: "accuracy" for classes, "rmse" for numbers. */
  metric: option(aMetric()),
  /** Train the best on the whole table in the end. Default: false. */
  refit: option(trueOrFalse, false),
  /** Seconds after which nothing more is tried. Default: none. */
  timeLimit: option(limitAboveZero, null),
  /** Called after each trial with its result and the best so far. Default: none. */
  onTrial: option(aFunction<(report: TrialReport) => void>(), null),
}));

export interface SearchOptions<P extends object = object, M extends Model = Model>
  extends Omit<OptionsOf<typeof searchOptions>, "metric" | "onTrial"> {
  /** What decides: the name of a metric that `evaluate` knows, or a metric. Default: "accuracy" for classes, "rmse" for numbers. */
  readonly metric?: MetricChoiceOf<M> | undefined;
  /** Called after each trial with its result and the best so far. Default: none. */
  readonly onTrial?: ((report: TrialReport<P, M>) => void) | undefined;
}

export const randomSearchOptions = /* @__PURE__ */ droppable(() => ({
  ...searchOptions,
  /** How many points are drawn, or all where there are no more. */
  trials: required(integerFrom(1, MOST_TRIALS)),
}));

export interface RandomSearchOptions<P extends object = object, M extends Model = Model>
  extends SearchOptions<P, M>,
    OptionsOf<Pick<typeof randomSearchOptions, "trials">> {}

/** What cross-validation says of one point. */
export interface Trial<P extends object = object, M extends Model = Model> extends ScoreSummary<M> {
  /** From 1, in the order in which they were tried. */
  readonly trial: number;
  readonly parameters: P;
  /** The metric's mean over the folds. */
  readonly value: number;
  /** Of a learner with early stopping: where all folds ended; else null. */
  readonly stop: CommonStop | null;
}

export interface SearchResult<P extends object = object, M extends Model = Model> {
  /** The name of what decided. */
  readonly metric: string;
  /** The best first; a tie goes to the one that was tried first; those whose value is NaN come last. */
  readonly trials: readonly Trial<P, M>[];
  readonly best: Trial<P, M>;
  /** The learner of the best; where it has early stopping, without that and of as many rounds as the folds ended at. */
  readonly learner: Learner<M>;
  /** The best, trained on the whole table; null unless `refit` asks for it. */
  readonly model: M | null;
  readonly folds: readonly Fold[];
  /** The classes that a fold had no row to learn from; empty where all folds had all classes. */
  readonly unlearned: readonly UnlearnedClass[];
  /** How many points there were to try: as many as `trials`, unless the time was up before. */
  readonly planned: number;
  /** False where the time was up before all had been tried. */
  readonly complete: boolean;
  /** What is probably wrong with the data or with what was learned, each once. */
  readonly warnings: readonly CambiumWarning[];
}
