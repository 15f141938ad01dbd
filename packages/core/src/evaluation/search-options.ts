import { aMetric } from "../metric/metric-for.ts";
import type { ClassificationMetricName, RegressionMetricName } from "../metric/metric-table.ts";
import type { ClassificationModel, Model } from "../model/model.ts";
import { aFunction, integerFrom, limitAboveZero, trueOrFalse } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";
import { type OptionsOf, option, required } from "../util/option.ts";
import { crossValidateOptions } from "./cross-validate-options.ts";
import type { MetricChoiceOf } from "./evaluate.ts";
import type { Trial } from "./search-result.ts";

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
