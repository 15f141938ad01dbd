import {
  aColumn,
  aSignal,
  integerFrom,
  isListOf,
  isRecord,
  isText,
  type OptionRule,
  oneOf,
  trueOrFalse,
} from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";
import { threadsOption } from "../util/threads-option.ts";
import { MOST_BINS } from "./bin-column.ts";
import { classLabelOf } from "./class-label.ts";

function isListOfNames(value: unknown): boolean {
  return isListOf(value, isText) && value.length > 0;
}

/** What every `fit` accepts that is given a table, and `createDataset`. */
export const datasetOptions: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  target: { ...aColumn, default: "required", about: "the column to learn" },
  features: {
    expected: "a list of at least one column name",
    accepts: isListOfNames,
    default: "all others that do not identify rows",
    about: "the columns to learn from",
  },
  exclude: {
    expected: "a list of column names",
    accepts: (value) => isListOf(value, isText),
    default: "none",
    about: "columns that are no features",
  },
  task: {
    ...oneOf("classification", "regression"),
    default: "by the target",
    about: "text and booleans are classes, numbers are not, unless this says so",
  },
  weight: {
    expected: "the name of a column, or numbers",
    accepts: (value) => typeof value === "string" || (typeof value === "object" && value !== null),
    default: "1 each",
    about: "a weight per row",
  },
  offset: {
    expected: "the name of a column, or a list of one for each class, which a model can find again when it predicts",
    accepts: (value) => typeof value === "string" || isListOfNames(value),
    default: "0 each",
    about:
      "a column that is added to the scores of the rows before the link, in training and in prediction; where there is a score for each class, a column for each",
  },
  rowKey: {
    ...aColumn,
    default: "the rows' places",
    about: "a column of whole numbers, no two alike, by which rows are drawn for trees",
  },
  types: {
    expected: 'an object such as { zip: "categorical" }',
    accepts: isRecord,
    default: "by the values",
    about: "what a column is, where its values do not say so",
  },
  signal: {
    ...aSignal,
    default: "none",
    about: "aborts the run; `fit` rejects with the signal's reason, `boosting` with an error that has it as its cause",
  },
  lend: {
    ...trueOrFalse,
    default: "false",
    about: "reads arrays where they stand, without a copy; they must not change until the promise settles",
  },
  classes: {
    expected: "a list of class labels: text, finite numbers or booleans",
    accepts: (value) => isListOf(value, (label) => classLabelOf(label) !== null) && value.length > 0,
    default: "those that occur",
    about: "all classes of the target, where the rows need not have each of them",
  },
}));

/** What `createDataset` accepts. */
export const createDatasetOptions: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  ...datasetOptions,
  maxBins: {
    ...integerFrom(2, MOST_BINS),
    default: "no bins until a fit asks for them",
    about: "bins that each numeric column is cut into at once, at most",
  },
  threads: { ...threadsOption, about: "how many columns are cut at once; the bins are the same for any number" },
}));
