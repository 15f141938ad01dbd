import { absoluteError } from "../../criterion/absolute-error.ts";
import type { Criterion } from "../../criterion/criterion.ts";
import { entropy } from "../../criterion/entropy.ts";
import { gini } from "../../criterion/gini.ts";
import { misclassification } from "../../criterion/misclassification.ts";
import { newton } from "../../criterion/newton.ts";
import { poissonDeviance } from "../../criterion/poisson-deviance.ts";
import type { Task } from "../../dataset/target.ts";
import type { NodeTrace } from "../../grower/node-trace.ts";
import type { TableInput } from "../../table/table-like.ts";
import { aFunction, check, oneOf, wholeLimitFrom } from "../../util/check-options.ts";
import { droppable } from "../../util/droppable.ts";
import { type OptionsOf, option } from "../../util/option.ts";
import { classOptions } from "../options/class-options.ts";
import { runOptions } from "../options/run-options.ts";
import { sizeOptions } from "../options/size-options.ts";
import { splitterOptions } from "../options/splitter-options.ts";
import { inputPolicyOptions } from "../run/learner.ts";

const criteriaOfClasses = { gini, entropy, misclassification } as const;
const criteriaOfNumbers = {
  squaredError: () => newton({ l2: 0 }),
  absoluteError,
  poisson: poissonDeviance,
} as const;

/** The criteria that have a name. */
export const criteria = /* @__PURE__ */ droppable(() => ({ ...criteriaOfClasses, ...criteriaOfNumbers }) as const);

export type CriterionName = keyof typeof criteria;

/** The task that a criterion is for. */
export type TaskOfCriterion<C extends CriterionName | Criterion> = C extends
  | keyof typeof criteriaOfClasses
  | Criterion<"classification">
  ? "classification"
  : C extends keyof typeof criteriaOfNumbers | Criterion<"regression">
    ? "regression"
    : Task;

const namedCriterion = /* @__PURE__ */ droppable(() => oneOf(...Object.keys(criteria)));

export const cartOptions = /* @__PURE__ */ droppable(() => ({
  /** What a split is to improve. Default: by the target; "gini" for classes, "squaredError" for numbers. */
  criterion: option(
    check<CriterionName | Criterion>(
      `${namedCriterion.expected}, or a Criterion`,
      (value) => namedCriterion.accepts(value) || (typeof value === "object" && value !== null && "gain" in value),
    ),
  ),
  ...sizeOptions,
  ...splitterOptions,
  /** A split looks for the best partition of the categories in two, or tries each against the rest. Default: "partition". */
  categorical: option(oneOf("partition", "oneVsRest"), "partition"),
  /** How many surrogates each split keeps for missing values, with `missing: "surrogate"`: splits on other columns. Default: 5. */
  maxSurrogates: option(wholeLimitFrom(0), 5),
  ...classOptions,
  ...inputPolicyOptions,
  /** "learn": each split learns the side of missing values; "surrogate": it keeps splits on other columns for them; "error": prediction refuses them. Default: "learn". */
  missing: option(oneOf("learn", "surrogate", "error"), "learn"),
}));

export interface CartOptions extends OptionsOf<typeof cartOptions> {}

/** What `fit` of a learner of single trees takes besides the description of the data. */
export const cartRunOptions = /* @__PURE__ */ droppable(() => ({
  ...runOptions,
  /** Called with each node as the tree grows: the best split on each feature, the one that was taken, the rule that refused. Default: none. */
  onNode: option(aFunction<(trace: NodeTrace) => void>(), null),
  /** Rows for the strategies that choose by a validation set. Default: none. */
  validation: option(check<TableInput>("a table", runOptions.validation.accepts), null),
}));

export interface CartFitOptions extends OptionsOf<typeof cartRunOptions> {}
