import type { Criterion } from "../criterion/criterion.ts";
import { entropy } from "../criterion/entropy.ts";
import { gini } from "../criterion/gini.ts";
import { misclassification } from "../criterion/misclassification.ts";
import { newton } from "../criterion/newton.ts";
import { poissonDeviance } from "../criterion/poisson-deviance.ts";
import { datasetOptions } from "../dataset/dataset-options.ts";
import type { InputPolicy } from "../predict/encode-table.ts";
import { minRowsSplitRule } from "../pruning/min-rows-split.ts";
import type { PruningStrategy } from "../pruning/pruning-strategy.ts";
import type { TableInput } from "../table/table-like.ts";
import { integerFrom, numberFromZero, type OptionRule, oneOf } from "../util/check-options.ts";
import { inputPolicyOptions, type RunOptions } from "./learner.ts";

/** The criteria that have a name. */
export const criteria = {
  gini,
  entropy,
  misclassification,
  squaredError: () => newton({ l2: 0 }),
  poisson: poissonDeviance,
} as const;

export type CriterionName = keyof typeof criteria;

export interface CartOptions extends Partial<InputPolicy> {
  /** What a split is to improve; "gini" for classes and "squaredError" for numbers unless told. */
  readonly criterion?: CriterionName | Criterion;
  /** Splits between the root and any leaf; no limit unless told. */
  readonly maxDepth?: number;
  /** Leaves of the tree, which then grows best first: by the cut that gains most; no limit, and by depth, unless told. */
  readonly maxLeaves?: number;
  /** Rows of a node that may be cut; 2 unless told. */
  readonly minRowsSplit?: number;
  /** Rows on each side of a split; 1 unless told. */
  readonly minRowsLeaf?: number;
  /** Weight of the rows on each side of a split; 0 unless told. */
  readonly minChildWeight?: number;
  /** Improvement by a split, divided by the weight of all rows, as `tree.gain` shows it; above 0 unless told. */
  readonly minGain?: number;
  /** Which sets of categories a split may send left: the best that is found, or one against the rest; "partition" unless told. */
  readonly categorical?: "partition" | "oneVsRest";
  /** What else stops the tree from growing, and what cuts it back: one strategy or several. */
  readonly prune?: PruningStrategy | readonly PruningStrategy[];
}

export interface CartFitOptions extends RunOptions {
  /** Rows for the strategies that choose by a validation set. */
  readonly validation?: TableInput;
}

const namedCriterion = oneOf(...Object.keys(criteria));

export const cartOptions: Readonly<Record<string, OptionRule>> = {
  criterion: {
    expected: `${namedCriterion.expected} or a Criterion`,
    accepts: (value) =>
      namedCriterion.accepts(value) || (typeof value === "object" && value !== null && "gain" in value),
    default: "by the target",
    about: "what a split is to improve",
  },
  maxDepth: { ...integerFrom(0), default: "none", about: "splits between the root and any leaf" },
  maxLeaves: { ...integerFrom(1), default: "none", about: "leaves of the tree, which then grows best first" },
  minRowsSplit: { ...minRowsSplitRule, default: "2", about: "rows of a node that may be cut" },
  minRowsLeaf: { ...integerFrom(1), default: "1", about: "rows on each side of a split" },
  minChildWeight: { ...numberFromZero, default: "0", about: "weight of the rows on each side of a split" },
  minGain: { ...numberFromZero, default: "0", about: "improvement by a split, divided by the weight of all rows" },
  prune: {
    expected: "a pruning strategy or a list of them",
    accepts: (value) =>
      [value].flat().every((strategy) => typeof strategy === "object" && strategy !== null && "stage" in strategy),
    default: "none",
    about: "what else stops the tree from growing, and what cuts it back",
  },
  categorical: {
    ...oneOf("partition", "oneVsRest"),
    default: '"partition"',
    about: "a split looks for the best partition of the categories in two, or tries each against the rest",
  },
  ...inputPolicyOptions,
};

export const cartFitOptions: Readonly<Record<string, OptionRule>> = {
  ...datasetOptions,
  validation: {
    expected: "a table",
    accepts: (value) => typeof value === "object" && value !== null,
    default: "none",
    about: "rows for the strategies that choose by a validation set",
  },
};
