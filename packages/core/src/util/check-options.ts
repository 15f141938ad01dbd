import { CambiumError } from "./cambium-error.ts";
import { didYouMean, listNames } from "./nearest-name.ts";
import { isDate, isMap, isPromise } from "./other-realms.ts";

/** One option of a learner, a reader or a plot: declared once, and the check, the default and the table in the docs come from it. */
export interface OptionRule {
  /** What is accepted, as the end of "expected …". */
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
  /** How the docs write the default. */
  readonly default: string;
  readonly about: string;
}

/** A whole number in a range, whose text belongs to the same declaration. */
export function integerFrom(least: number, most = 2 ** 31 - 1): Pick<OptionRule, "expected" | "accepts"> {
  return {
    expected: most === 2 ** 31 - 1 ? `a whole number >= ${least}` : `a whole number from ${least} to ${most}`,
    accepts: (value) => Number.isInteger(value) && (value as number) >= least && (value as number) <= most,
  };
}

/** A finite number that is not negative. */
export const numberFromZero: Pick<OptionRule, "expected" | "accepts"> = {
  expected: "a number >= 0",
  accepts: (value) => typeof value === "number" && value >= 0 && value < Number.POSITIVE_INFINITY,
};

/** A share, which may be nothing, or all. */
export const shareFromZero: Pick<OptionRule, "expected" | "accepts"> = {
  expected: "a number from 0 to 1",
  accepts: (value) => typeof value === "number" && value >= 0 && value <= 1,
};

/** A share that is not nothing. */
export const shareAboveZero: Pick<OptionRule, "expected" | "accepts"> = {
  expected: "a number above 0 and up to 1",
  accepts: (value) => typeof value === "number" && value > 0 && value <= 1,
};

export const numberAboveZero: Pick<OptionRule, "expected" | "accepts"> = {
  expected: "a number above 0",
  accepts: (value) => typeof value === "number" && value > 0 && value < Number.POSITIVE_INFINITY,
};

/** A switch. */
export const trueOrFalse: Pick<OptionRule, "expected" | "accepts"> = {
  expected: "true or false",
  accepts: (value) => typeof value === "boolean",
};

/** A column, by its name. */
export const aColumn: Pick<OptionRule, "expected" | "accepts"> = {
  expected: "the name of a column",
  accepts: (value) => typeof value === "string",
};

/** Whether a value is a list of such items. `every` would pass over the holes of a sparse array. */
export function isListOf<T>(value: unknown, accepts: (item: unknown) => boolean): value is readonly T[] {
  if (!Array.isArray(value)) return false;
  for (let i = 0; i < value.length; i++) if (!accepts(value[i])) return false;
  return true;
}

/** Whether a value is an object of named values, as options and what they hold by name. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isMap(value) && !isPromise(value);
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** What is called while a run goes on. */
export const aFunction: Pick<OptionRule, "expected" | "accepts"> = {
  expected: "a function",
  accepts: (value) => typeof value === "function",
};

/** One of a few words. */
export function oneOf(...words: readonly string[]): Pick<OptionRule, "expected" | "accepts"> {
  const quoted = words.map((word) => `"${word}"`);
  const last = quoted.splice(-2).join(" or ");
  return { expected: [...quoted, last].join(", "), accepts: (value) => words.some((word) => word === value) };
}

/** The names that other libraries use. Asking for one is answered with ours: the first that the learner has. */
const aliases = new Map<string, string | readonly string[]>([
  ["ccp_alpha", "prune: costComplexity({ alpha })"],
  ["ccpAlpha", "prune: costComplexity({ alpha })"],
  ["cp", "prune: costComplexity({ alpha })"],
  ["class_weight", "classWeights"],
  ["class_weights", "classWeights"],
  ["scale_pos_weight", "classWeights"],
  ["is_unbalance", "classWeights"],
  ["prior", "priors"],
  ["eta", "learningRate"],
  ["shrinkage", "learningRate"],
  ["shrinkage_rate", "learningRate"],
  ["learning_rate", "learningRate"],
  ["max_depth", "maxDepth"],
  ["depth", "maxDepth"],
  ["maxdepth", "maxDepth"],
  ["max_leaf_nodes", "maxLeaves"],
  ["maxLeafNodes", "maxLeaves"],
  ["max_leaves", "maxLeaves"],
  ["num_leaves", "maxLeaves"],
  ["max_iter", "rounds"],
  ["iterations", "rounds"],
  ["n_estimators", ["rounds", "trees"]],
  ["nEstimators", ["rounds", "trees"]],
  ["num_boost_round", "rounds"],
  ["num_iterations", "rounds"],
  ["num_trees", ["rounds", "trees"]],
  ["num_parallel_tree", "treesPerRound"],
  ["num.trees", "trees"],
  ["ntree", "trees"],
  ["max_samples", "rowSample"],
  ["sample.fraction", "rowSample"],
  ["subsample", "rowSample"],
  ["bagging_fraction", "rowSample"],
  ["top_rate", "rowSample: { largest, others }"],
  ["other_rate", "rowSample: { largest, others }"],
  ["goss", "rowSample: { largest, others }"],
  ["data_sample_strategy", "rowSample: { largest, others }"],
  ["max_features", "columnSample: { node }"],
  ["maxFeatures", "columnSample: { node }"],
  ["mtry", "columnSample: { node }"],
  ["colsample_bynode", "columnSample: { node }"],
  ["colsample_bytree", "columnSample: { tree }"],
  ["feature_fraction", "columnSample: { tree }"],
  ["sub_feature", "columnSample: { tree }"],
  ["colsample_bylevel", "columnSample: { level }"],
  ["rsm", "columnSample: { level }"],
  ["feature_fraction_bynode", "columnSample: { node }"],
  ["grow_policy", "growth"],
  ["growing_strategy", "growth"],
  ["interaction_constraints", "interactions"],
  ["interaction_cst", "interactions"],
  ["replace", "bootstrap"],
  ["algorithm", "kind"],
  ["nrounds", "rounds"],
  ["min_samples_leaf", "minRowsLeaf"],
  ["minSamplesLeaf", "minRowsLeaf"],
  ["min_data_in_leaf", "minRowsLeaf"],
  ["min_child_samples", "minRowsLeaf"],
  ["minbucket", "minRowsLeaf"],
  ["min_samples_split", "minRowsSplit"],
  ["minSamplesSplit", "minRowsSplit"],
  ["minsplit", "minRowsSplit"],
  ["min_child_weight", "minChildWeight"],
  ["min_sum_hessian_in_leaf", "minChildWeight"],
  ["min_impurity_decrease", "minGain"],
  ["min_gain_to_split", "minGain"],
  ["gamma", "prune: negativeGain({ gamma })"],
  ["min_split_loss", "prune: negativeGain({ gamma })"],
  ["min_split_gain", "minGain"],
  ["minNumObj", "minChildWeight"],
  ["minCases", "minChildWeight"],
  ["confidenceFactor", "prune: errorBased({ confidence })"],
  ["CF", "prune: errorBased({ confidence })"],
  ["subset", "grouping"],
  ["max_bin", "maxBins"],
  ["max_bins", "maxBins"],
  ["tree_method", "splitter"],
  ["objective", "loss"],
  ["loss", "errorShape"],
  ["lambda", "l2"],
  ["reg_lambda", "l2"],
  ["lambda_l2", "l2"],
  ["l2_leaf_reg", "l2"],
  ["l2_regularization", "l2"],
  ["base_score", "baseScore"],
  ["init_score", ["baseScore", "offset"]],
  ["base_margin", "offset"],
  ["baseline", "offset"],
  ["n_jobs", "threads"],
  ["nthread", "threads"],
  ["num_threads", "threads"],
  ["thread_count", "threads"],
  ["reg_alpha", "l1"],
  ["alpha", "l1"],
  ["lambda_l1", "l1"],
  ["l1_regularization", "l1"],
  ["max_delta_step", "maxDeltaStep"],
  ["max_tree_output", "maxDeltaStep"],
  ["max_leaf_output", "maxDeltaStep"],
  ["monotone_constraints", "monotone"],
  ["monotone_constraint", "monotone"],
  ["monotonic_cst", "monotone"],
  ["mc", "monotone"],
  ["max_cat_threshold", "categorical: { mostCategories }"],
  ["cat_smooth", "categorical: { smoothing }"],
  ["feature_contri", "gainFactors"],
  ["feature_penalty", "gainFactors"],
  ["feature_weights", "gainFactors"],
  ["na_values", "missingValues"],
  ["sample_weight", "weight"],
  ["sep", "delimiter"],
  ["test_size", "test"],
  ["random_state", "seed"],
  ["cv", "folds"],
  ["n_splits", "folds"],
  ["nfold", "folds"],
  ["groups", "group"],
  ["scoring", "metric"],
  ["n_repeats", "repeats"],
  ["n_iter", "trials"],
  ["n_trials", "trials"],
  ["timeout", "timeLimit"],
  ["max_time", "timeLimit"],
  ["early_stopping_rounds", "earlyStopping: { patience }"],
  ["early_stopping_round", "earlyStopping: { patience }"],
  ["early_stopping", "earlyStopping: { patience }"],
  ["n_iter_no_change", "earlyStopping: { patience }"],
  ["od_wait", "earlyStopping: { patience }"],
  ["min_delta", "minDelta"],
  ["tol", "minDelta"],
  ["stopping_rounds", "patience"],
  ["use_best_model", "restoreBest"],
  ["save_best", "restoreBest"],
  ["eval_set", "validation"],
  ["evals", "validation"],
  ["valid_sets", "validation"],
  ["watchlist", "validation"],
  ["eval_metric", "metrics"],
  ["feval", "metrics"],
  ["custom_metric", "metrics"],
  ["is_provide_training_metric", "trainMetrics"],
  ["training_metric", "trainMetrics"],
  ["metric_name", "metric"],
  ["data_name", "set"],
  ["maximize", "better"],
]);

/** Refuses unknown names and wrong values, each with the repair. `owner` is what the user called: `cart`, `boosting`. */
export function checkOptions(owner: string, given: object, rules: Readonly<Record<string, OptionRule>>): void {
  if (!isRecord(given)) {
    throw new CambiumError("bad-option", `${owner}: expected an object of options, got ${describe(given)}`);
  }
  const known = Object.keys(rules);
  for (const [name, value] of Object.entries(given)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) throw unknownOption(owner, name, known);
    if (value !== undefined && !rule.accepts(value)) {
      throw new CambiumError("bad-option", `${owner}: ${name} expects ${rule.expected}, got ${describe(value)}`);
    }
  }
}

function unknownOption(owner: string, name: string, known: readonly string[]): CambiumError {
  const ours = [aliases.get(name) ?? []].flat().find((alias) => known.includes(alias.split(":")[0]));
  const hint = ours !== undefined ? `it is called ${ours} here; ` : didYouMean(name, known);
  const all = known.length === 0 ? "it takes none" : `it takes ${listNames(known)}`;
  return new CambiumError("unknown-option", `${owner} has no option "${name}"; ${hint}${all}`);
}

/** A value as a message shows it: short, and never more than its kind when it is large. */
export function describe(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === "number" || typeof value === "boolean" || value === undefined) return String(value);
  if (typeof value === "bigint") return `${value}n`;
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value !== "object") return `a ${typeof value}`;
  if (isDate(value)) return "a date";
  if (isMap(value)) return "a Map";
  return isPromise(value) ? "a promise" : "an object";
}
