import { absoluteError } from "../criterion/absolute-error.ts";
import type { Criterion } from "../criterion/criterion.ts";
import { entropy } from "../criterion/entropy.ts";
import { gini } from "../criterion/gini.ts";
import { misclassification } from "../criterion/misclassification.ts";
import { newton } from "../criterion/newton.ts";
import { poissonDeviance } from "../criterion/poisson-deviance.ts";
import type { Task } from "../dataset/target.ts";
import type { NodeTrace } from "../grower/node-trace.ts";
import type { TableInput } from "../table/table-like.ts";
import { aFunction, type OptionRule, oneOf, wholeLimitFrom } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";
import { type ClassOptions, classOptions } from "./class-options.ts";
import { type InputPolicyOptions, inputPolicyOptions } from "./learner.ts";
import { fitOptions, type RunOptions } from "./run-options.ts";
import { type SizeOptions, sizeOptions } from "./size-options.ts";
import { type SplitterOptions, splitterOptions } from "./splitter-options.ts";

const criteriaOfClasses = { gini, entropy, misclassification } as const;
const criteriaOfNumbers = {
  squaredError: () => newton({ l2: 0 }),
  absoluteError,
  poisson: poissonDeviance,
} as const;

/** The criteria that have a name. */
export const criteria = { ...criteriaOfClasses, ...criteriaOfNumbers } as const;

export type CriterionName = keyof typeof criteria;

/** The task that a criterion is for. */
export type TaskOfCriterion<C extends CriterionName | Criterion> = C extends
  | keyof typeof criteriaOfClasses
  | Criterion<"classification">
  ? "classification"
  : C extends keyof typeof criteriaOfNumbers | Criterion<"regression">
    ? "regression"
    : Task;

export interface CartOptions extends InputPolicyOptions, SizeOptions, SplitterOptions, ClassOptions {
  /** What a split is to improve; "gini" for classes and "squaredError" for numbers unless told. */
  readonly criterion?: CriterionName | Criterion | undefined;
  /** Which sets of categories a split may send left: the best that is found, or one against the rest; "partition" unless told. */
  readonly categorical?: "partition" | "oneVsRest" | undefined;
  /** How many surrogates each split keeps, with `missing: "surrogate"`; 5 unless told. */
  readonly maxSurrogates?: number | undefined;
}

export interface CartFitOptions extends RunOptions {
  /** Rows for the strategies that choose by a validation set. */
  readonly validation?: TableInput | undefined;
  /** Is told of each node of the tree as it grows: the best cut on each feature, the one that was taken, the rule that refused. */
  readonly onNode?: ((trace: NodeTrace) => void) | undefined;
}

const namedCriterion = /* @__PURE__ */ droppable(() => oneOf(...Object.keys(criteria)));

export const cartOptions: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  criterion: {
    expected: `${namedCriterion.expected}, or a Criterion`,
    accepts: (value) =>
      namedCriterion.accepts(value) || (typeof value === "object" && value !== null && "gain" in value),
    default: "by the target",
    about: "what a split is to improve",
  },
  ...sizeOptions,
  ...splitterOptions,
  categorical: {
    ...oneOf("partition", "oneVsRest"),
    default: '"partition"',
    about: "a split looks for the best partition of the categories in two, or tries each against the rest",
  },
  maxSurrogates: {
    ...wholeLimitFrom(0),
    default: "5",
    about: 'cuts on other features that each split keeps for missing values, with missing: "surrogate"',
  },
  ...classOptions,
  ...inputPolicyOptions,
  missing: {
    ...oneOf("learn", "surrogate", "error"),
    default: '"learn"',
    about: "each split learns the side of missing values, or keeps surrogates for them, or prediction refuses them",
  },
}));

export const cartFitOptions: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  ...fitOptions,
  onNode: {
    ...aFunction,
    default: "none",
    about: "is told of each node as the tree grows: the best cut on each feature, the one taken, the rule that refused",
  },
  validation: {
    ...fitOptions.validation,
    expected: "a table",
    about: "rows for the strategies that choose by a validation set",
  },
}));
