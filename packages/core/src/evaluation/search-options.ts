import { aMetric } from "../metric/metric-for.ts";
import type { ClassificationMetricName, RegressionMetricName } from "../metric/metric-table.ts";
import type { ClassificationModel, Model } from "../model/model.ts";
import { aFunction, integerFrom, limitAboveZero, type OptionRule, trueOrFalse } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";
import { crossValidateOptions } from "./cross-validate-options.ts";
import type { MetricChoiceOf } from "./evaluate.ts";
import type { FoldPlanOptions } from "./fold-plan.ts";
import type { Trial } from "./search-result.ts";

/** What `evaluate` tells of a kind of model, by name. */
export type MetricNameOf<M extends Model> = M extends ClassificationModel
  ? ClassificationMetricName
  : RegressionMetricName;

/** Besides what `crossValidate` takes, without `predictions` and `onFold`. */
export interface SearchOptions<P extends object = object, M extends Model = Model> extends FoldPlanOptions {
  /** What decides; "accuracy" for classes and "rmse" for numbers unless told. */
  readonly metric?: MetricChoiceOf<M> | undefined;
  /** Train the best on the whole table in the end; false unless told. */
  readonly refit?: boolean | undefined;
  /** Seconds after which nothing more is tried. */
  readonly timeLimit?: number | undefined;
  /** Called after each trial. */
  readonly onTrial?: ((report: TrialReport<P, M>) => void) | undefined;
}

export interface RandomSearchOptions<P extends object = object, M extends Model = Model> extends SearchOptions<P, M> {
  /** How many points are drawn, or all where there are no more. */
  readonly trials: number;
}

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

export const searchOptions: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  ...foldPlanOptions,
  metric: {
    ...aMetric,
    default: '"accuracy" or "rmse"',
    about: "what decides: a name that `evaluate` knows, or a metric",
  },
  refit: {
    ...trueOrFalse,
    default: "false",
    about: "train the best on the whole table in the end",
  },
  timeLimit: {
    ...limitAboveZero,
    default: "none",
    about: "seconds after which nothing more is tried",
  },
  onTrial: {
    ...aFunction,
    default: "none",
    about: "called after each trial with its result and the best so far",
  },
}));

export const randomSearchOptions: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  ...searchOptions,
  trials: {
    ...integerFrom(1, MOST_TRIALS),
    default: "required",
    about: "how many points are drawn, or all where there are no more",
  },
}));
