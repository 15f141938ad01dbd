import { datasetOptions } from "../dataset/dataset-options.ts";
import type { Model } from "../model/model.ts";
import { onWarningOption } from "../training/options/run-options.ts";
import { aFunction, check, isText, trueOrFalse } from "../util/check-options.ts";
import { demand } from "../util/demand.ts";
import { droppable, type OptionsOf, option } from "../util/option.ts";
import { evaluateOptions, type MetricChoiceOf, type ScoresOf } from "./evaluate.ts";
import { FoldPool, type FoldWorkers } from "./fold-workers.ts";
import { foldsOptions } from "./folds-of.ts";

/** Rows, counted from 0. */
export interface FoldLike {
  readonly train: ArrayLike<number>;
  readonly test: ArrayLike<number>;
}

export interface FoldReport<M extends Model = Model> {
  /** From 1 to `folds`. */
  readonly fold: number;
  readonly folds: number;
  readonly scores: ScoresOf<M>;
}

/** Besides the description of the data, which is `fit`'s. */
export const crossValidateOptions = /* @__PURE__ */ droppable(() => ({
  ...datasetOptions,
  /** Into how many parts, each of which is held out once; or folds of your own, such as `foldsOf` makes. Default: 5. */
  folds: option(
    check<number | readonly FoldLike[]>(
      `${foldsOptions.folds.expected}, or a list of folds such as foldsOf makes`,
      (value) => foldsOptions.folds.accepts(value) || (Array.isArray(value) && value.length > 0),
    ),
    foldsOptions.folds.default,
  ),
  /** Another seed, other folds. Default: 0. */
  seed: foldsOptions.seed,
  /** Whether the target, or which column, is to be equally frequent in all folds. Default: true for classes. */
  stratify: option(
    check<boolean | string>(
      "true, false or the name of a column",
      (value) => typeof value === "boolean" || isText(value),
    ),
  ),
  /** A column, which is then no feature, or a value per row: rows of one value stay in one fold. Default: none. */
  group: foldsOptions.group,
  /**
   * Cut columns into bins once, by all rows of the table, for learners with `splitter: "histogram"`. It is a little faster, and
   * where the thresholds are is then known from rows that are held out too. Default: false.
   */
  shareBins: option(trueOrFalse, false),
  /** Further metrics of each fold, each under its name in the result. Default: none. */
  metrics: evaluateOptions.metrics,
  /** Keep what each row was predicted while it was held out. Default: false. */
  predictions: option(trueOrFalse, false),
  /** What fits the folds side by side, each on a thread of its own. Default: none; folds are fitted here, one after the other, each on all threads. */
  workers: option(
    check<FoldWorkers>("what foldWorkers of cambium/workers returns", (value) => value instanceof FoldPool),
    null,
  ),
  /** Called with each warning, once for all folds. Default: the console. */
  onWarning: onWarningOption,
  /** Called after each fold with its scores. Default: none. */
  onFold: option(aFunction<(report: FoldReport<never>) => void>(), null),
}));

export interface CrossValidateOptions<M extends Model = Model>
  extends Omit<OptionsOf<typeof crossValidateOptions>, "metrics" | "onFold"> {
  /** Further metrics of each fold, each under its name in the result. Default: none. */
  readonly metrics?: readonly MetricChoiceOf<M>[] | undefined;
  /** Called after each fold with its scores. Default: none. */
  readonly onFold?: ((report: FoldReport<M>) => void) | undefined;
}

/** Folds that somebody made by hand can not be dealt otherwise. */
export function refuseIdleOptions(
  caller: string,
  options: Pick<CrossValidateOptions, "folds" | "seed" | "stratify" | "group" | "shareBins" | "workers">,
): void {
  const sharesBeside = options.shareBins && options.workers !== undefined;
  const each = "each of which cuts the rows that it fits; leave it out";
  demand(!sharesBeside, `${caller}: shareBins has no use beside workers, ${each}`);
  if (!Array.isArray(options.folds)) return;
  const idle = (["seed", "stratify", "group"] as const).find((name) => options[name] !== undefined);
  demand(idle === undefined, `${caller}: ${idle} says how folds are made, but they are given; leave it out`);
}
