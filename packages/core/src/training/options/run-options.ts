import { datasetOptions } from "../../dataset/dataset-options.ts";
import type { OnWarning } from "../../dataset/warning.ts";
import type { TableInput } from "../../table/table-like.ts";
import { aFunction, check, checkOptions, limitAboveZero } from "../../util/check-options.ts";
import { droppable, type OptionRules, type OptionsOf, option, someOf } from "../../util/option.ts";
import { ownOptions } from "../../util/own-data.ts";
import { threadCount } from "../../util/threads-option.ts";

/** How far a fit is. */
export interface FitProgress {
  /** Trees or rounds that are done. */
  readonly done: number;
  /** How many there are to be at most. */
  readonly total: number;
  /** Since `fit` was called. */
  readonly seconds: number;
}

/** Called with each warning. */
export const onWarningOption = /* @__PURE__ */ droppable(() => option(aFunction<OnWarning>()));

/** What every `fit` takes besides the description of the data. Where a learner has no use for one of them, nothing happens. */
export const runOptions = /* @__PURE__ */ droppable(() => ({
  ...someOf(datasetOptions, "signal"),
  /** Seconds after which an ensemble is done with the trees or rounds that it has; a single tree grows to its end. Default: none. */
  timeLimit: option(limitAboveZero, null),
  /** How many threads the fit may use; the model is the same for any number. Default: "auto", as many as the machine has where the work is worth it. */
  threads: option(threadCount, "auto"),
  /** Rows that no tree learns from: one table, or several by name. For boosting, and for trees that are pruned by a validation set. Default: none. */
  validation: option(
    check<TableInput | Readonly<Record<string, TableInput>>>(
      "a table, or several by name",
      (value) => typeof value === "object" && value !== null,
    ),
    null,
  ),
  /** Called after each tree or round with `{ done, total, seconds }`. Default: none. */
  onProgress: option(aFunction<(progress: FitProgress) => void>(), null),
  /** Called with each warning, once. Default: the console. */
  onWarning: onWarningOption,
}));

export interface RunOptions extends OptionsOf<typeof runOptions> {}

/** The same with the description of the data. */
export const fitOptions = /* @__PURE__ */ droppable(() => ({ ...datasetOptions, ...runOptions }));

/** What the report tells of validation rows that nothing in the learner looks at. */
export function aboutIdleValidation({ validation }: { readonly validation?: unknown }): string[] {
  return validation === undefined ? [] : ["validation has no effect: nothing here is chosen by rows that are held out"];
}

/** A copy of the options that a learner is made of. Those of its `fit`, given here by mistake, are answered with their place. */
export function checkedOptions<T extends object>(name: string, given: T, rules: OptionRules, ofRun: OptionRules): T {
  const ofFit = { ...datasetOptions, ...ofRun };
  checkOptions(name, given, rules, { around: (option) => `${name}(…).fit(table, { ${option} })`, rules: ofFit });
  return Object.freeze(ownOptions(given));
}

/** The same of the options of its `fit`: those of the data, and `ofRun`. `rules` are those of the learner. */
export function checkFitOptions(name: string, given: object, ofRun: OptionRules, rules: OptionRules): void {
  const ofFit = { ...datasetOptions, ...ofRun };
  checkOptions(`${name}.fit`, given, ofFit, { around: (option) => `${name}({ ${option} })`, rules });
}
