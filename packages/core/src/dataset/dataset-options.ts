import {
  aColumn,
  aColumnOr,
  aList,
  aSignal,
  check,
  integerFrom,
  isListOf,
  isRecord,
  isText,
  oneOf,
  trueOrFalse,
} from "../util/check-options.ts";
import { droppable, type OptionsOf, option, required } from "../util/option.ts";
import { threadCount } from "../util/threads-option.ts";
import { MOST_BINS } from "./bin-column.ts";
import { classLabelOf } from "./class-label.ts";
import type { ColumnType } from "./encode-column.ts";
import type { ClassLabel } from "./target.ts";

/** What a table is to become. Every `fit` takes these options, and makes the dataset itself when it is given a table. */
export const datasetOptions = /* @__PURE__ */ droppable(() => ({
  /** The column to learn. */
  target: required(aColumn),
  /**
   * The columns to learn from. What is listed here is never left out. Default: all but the target, the weight, the offset, the row key,
   * those in `exclude`, and columns of categories that identify rows, as names do.
   */
  features: option(aList<string>("a list of at least one column name", isText, 1)),
  /** Columns that are no features. Default: none. */
  exclude: option(aList<string>("a list of column names", isText), null),
  /** Whether the target has classes or numbers. Default: by the target; text and booleans are classes, numbers are not. */
  task: option(oneOf("classification", "regression")),
  /** A weight per row: a column's name, or numbers >= 0. Default: 1 each. */
  weight: option(aColumnOr<ArrayLike<number>>("the name of a column, or numbers")),
  /**
   * A column of numbers that are added to the scores of the rows before the link, in training and whenever the model predicts: the log
   * of an exposure, or the scores of another model. For boosting. Where the loss has a score for each class, a column for each, in the
   * order of the classes. Default: 0 each.
   */
  offset: option(
    check<string | readonly string[]>(
      "the name of a column, or a list of one for each class, which a model can find again when it predicts",
      (value) => typeof value === "string" || (isListOf(value, isText) && value.length > 0),
    ),
  ),
  /**
   * A column of whole numbers, no two alike, by which rows are drawn for trees: the model is then the same for any order of the rows.
   * Default: the rows' places.
   */
  rowKey: option(aColumn),
  /** What a column is, where its values do not say so. Default: by the values. */
  types: option(check<Readonly<Record<string, ColumnType>>>('an object such as { zip: "categorical" }', isRecord)),
  /** Aborts the run; `fit` rejects with the signal's reason, `boosting` with an error that has it as its cause. Default: none. */
  signal: option(aSignal, null),
  /**
   * Typed arrays and plain arrays are read where they stand, without a copy: they must not change until the promise settles, and of
   * `createDataset` not for as long as the dataset is used. Default: false.
   */
  lend: option(trueOrFalse, false),
  /**
   * All classes of the target, where the rows need not have each of them: the model then knows those, too, and gives them next to no
   * probability. Default: those that occur.
   */
  classes: option(
    aList<ClassLabel>(
      "a list of class labels: text, finite numbers or booleans",
      (label) => classLabelOf(label) !== null,
      1,
    ),
  ),
}));

export interface DatasetOptions extends OptionsOf<typeof datasetOptions> {}

/** What `createDataset` takes. */
export const createDatasetOptions = /* @__PURE__ */ droppable(() => ({
  ...datasetOptions,
  /**
   * Cuts numeric columns into at most so many bins at once, for learners that look for splits in histograms. A learner with another
   * `maxBins` makes its own at its first fit. Default: no bins until a fit asks for them.
   */
  maxBins: option(integerFrom(2, MOST_BINS)),
  /** How many columns are cut at once; the bins are the same for any number. Default: "auto", as many as the machine has threads where the work is worth it. */
  threads: option(threadCount, "auto"),
}));

export interface CreateDatasetOptions extends OptionsOf<typeof createDatasetOptions> {}
