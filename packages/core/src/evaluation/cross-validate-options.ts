import type { DatasetOptions } from "../dataset/dataset.ts";
import { datasetOptions } from "../dataset/dataset-options.ts";
import type { OnWarning } from "../dataset/warning.ts";
import type { Model } from "../model/model.ts";
import type { Learner } from "../training/learner.ts";
import { onWarningOption } from "../training/run-options.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { aFunction, describe, type OptionRule, trueOrFalse } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";
import { evaluateOptions, type MetricChoiceOf, type ScoresOf } from "./evaluate.ts";
import { FoldPool, type FoldWorkers } from "./fold-workers.ts";
import { foldsOptions } from "./folds-of.ts";

/** Besides the description of the data, which is `fit`'s. */
export interface CrossValidateOptions<M extends Model = Model> extends DatasetOptions {
  /** Into how many parts, or folds of your own, such as `foldsOf` makes; 5 unless told. */
  readonly folds?: number | readonly FoldLike[] | undefined;
  readonly seed?: number | undefined;
  /** Whether the target is to be equally frequent in all folds, or another column; true for classes unless told. */
  readonly stratify?: boolean | string | undefined;
  /** A column, which is then no feature, or a value per row: rows of one value stay in one fold. */
  readonly group?: string | ArrayLike<unknown> | undefined;
  /**
   * Cut columns into bins once, by all rows of the table, for learners with `splitter: "histogram"`. It is a little faster, and
   * where the cuts are is then known from rows that are held out too; false unless told.
   */
  readonly shareBins?: boolean | undefined;
  /** What `evaluate` is to tell of each fold besides, each under its name. */
  readonly metrics?: readonly MetricChoiceOf<M>[] | undefined;
  /** Keep what each row was predicted while it was held out; false unless told. */
  readonly predictions?: boolean | undefined;
  /** What fits the folds side by side; unless told they are fitted here, one after the other, each on all threads. */
  readonly workers?: FoldWorkers | undefined;
  /** Called with each warning, once for all folds. Default: it is printed on the console. */
  readonly onWarning?: OnWarning | undefined;
  /** Called after each fold. */
  readonly onFold?: ((report: FoldReport<M>) => void) | undefined;
}

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

export const crossValidateOptions: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  ...datasetOptions,
  folds: {
    ...foldsOptions.folds,
    expected: `${foldsOptions.folds.expected}, or a list of folds such as foldsOf makes`,
    accepts: (value) => foldsOptions.folds.accepts(value) || (Array.isArray(value) && value.length > 0),
  },
  seed: foldsOptions.seed,
  stratify: {
    expected: "true, false or the name of a column",
    accepts: (value) => typeof value === "boolean" || typeof value === "string",
    default: "true for classes",
    about: "whether the target, or which column, is to be equally frequent in all folds",
  },
  group: foldsOptions.group,
  shareBins: {
    ...trueOrFalse,
    default: "false",
    about: "cut columns into bins once, by all rows, those that are held out too, and not by those of each fold",
  },
  metrics: evaluateOptions.metrics,
  predictions: {
    ...trueOrFalse,
    default: "false",
    about: "keep what each row was predicted while it was held out",
  },
  workers: {
    expected: "what foldWorkers of cambium/workers returns",
    accepts: (value) => value instanceof FoldPool,
    default: "none",
    about: "what fits the folds side by side, each on a thread of its own",
  },
  onWarning: onWarningOption,
  onFold: {
    ...aFunction,
    default: "none",
    about: "called after each fold with its scores",
  },
}));

/** Refuses what is no learner. `caller` is what the user called. */
export function expectLearner(caller: string, learner: Learner): void {
  if (typeof learner?.fit === "function") return;
  throw new CambiumError("bad-option", `${caller} expects a learner, such as cart(), got ${describe(learner)}`);
}

/** Folds that somebody made by hand can not be dealt otherwise. */
export function refuseIdleOptions(
  caller: string,
  options: Pick<CrossValidateOptions, "folds" | "seed" | "stratify" | "group" | "shareBins" | "workers">,
): void {
  if (options.shareBins && options.workers !== undefined) {
    const message = `${caller}: shareBins has no use beside workers, each of which cuts the rows that it fits; leave it out`;
    throw new CambiumError("bad-option", message);
  }
  if (!Array.isArray(options.folds)) return;
  const idle = (["seed", "stratify", "group"] as const).find((name) => options[name] !== undefined);
  if (idle === undefined) return;
  const message = `${caller}: ${idle} says how folds are made, but they are given; leave it out`;
  throw new CambiumError("bad-option", message);
}
