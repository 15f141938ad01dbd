import type { DatasetOptions } from "../dataset/dataset.ts";
import { datasetOptions } from "../dataset/dataset-options.ts";
import type { OnWarning } from "../dataset/warning.ts";
import type { TableInput } from "../table/table-like.ts";
import { aFunction, checkOptions, limitAboveZero, type OptionRule } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";
import { type Threads, threadsOption } from "../util/threads-option.ts";

type OptionRules = Readonly<Record<string, OptionRule>>;

/** What every `fit` takes besides the description of the data. Where a learner has no use for one of them, nothing happens. */
export interface RunOptions {
  /** Aborts the fit. */
  readonly signal?: DatasetOptions["signal"] | undefined;
  /**
   * Seconds after which an ensemble is done with the trees or rounds that it has. A single tree has no part that could be given, and
   * grows to its end.
   */
  readonly timeLimit?: number | undefined;
  /** How many threads the fit may use; the model is the same for any number. Default: as many as the machine has where the work is worth it. */
  readonly threads?: Threads | undefined;
  /** Rows that no tree learns from: one table, or several by name. For boosting, and for trees that are pruned by a validation set. */
  readonly validation?: TableInput | Readonly<Record<string, TableInput>> | undefined;
  /** Called after each tree or round. */
  readonly onProgress?: ((progress: FitProgress) => void) | undefined;
  /** Called with each warning, once. Default: it is printed on the console. */
  readonly onWarning?: OnWarning | undefined;
}

/** How far a fit is. */
export interface FitProgress {
  /** Trees or rounds that are done. */
  readonly done: number;
  /** How many there are to be at most. */
  readonly total: number;
  /** Since `fit` was called. */
  readonly seconds: number;
}

export const onWarningOption: OptionRule = {
  ...aFunction,
  default: "the console",
  about: "called with each warning, once",
};

/** The same as rules, with the description of the data. */
export const fitOptions: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  ...datasetOptions,
  timeLimit: {
    ...limitAboveZero,
    default: "none",
    about:
      "seconds after which an ensemble is done with the trees or rounds that it has; a single tree grows to its end",
  },
  threads: { ...threadsOption, about: "how many threads the fit may use; the model is the same for any number" },
  validation: {
    expected: "a table, or several by name",
    accepts: (value) => typeof value === "object" && value !== null,
    default: "none",
    about: "rows that no tree learns from, for boosting and for trees that are pruned by a validation set",
  },
  onProgress: {
    ...aFunction,
    default: "none",
    about: "called after each tree or round with `{ done, total, seconds }`",
  },
  onWarning: onWarningOption,
}));

/** What the report tells of validation rows that nothing in the learner looks at. */
export function aboutIdleValidation({ validation }: { readonly validation?: unknown }): string[] {
  return validation === undefined ? [] : ["validation has no effect: nothing here is chosen by rows that are held out"];
}

/** Checks the options that a learner is made of. Those of its `fit`, given here by mistake, are answered with their place. */
export function checkLearnerOptions(name: string, given: object, rules: OptionRules, fitRules: OptionRules): void {
  checkOptions(name, given, rules, { around: (option) => `${name}(…).fit(table, { ${option} })`, rules: fitRules });
}

/** The same of the options of its `fit`; `rules` are those of the learner. */
export function checkFitOptions(name: string, given: object, fitRules: OptionRules, rules: OptionRules): void {
  checkOptions(`${name}.fit`, given, fitRules, { around: (option) => `${name}({ ${option} })`, rules });
}
