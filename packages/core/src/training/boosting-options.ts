import type { Task } from "../dataset/target.ts";
import type { ClassLoss, Loss, LossParts } from "../loss/loss.ts";
import { type MetricChoice, someMetrics } from "../metric/metric-for.ts";
import type { RoundScores } from "../model/learning-curve.ts";
import type { Model } from "../model/model.ts";
import type { GradientBits } from "../splitter/splitter.ts";
import type { TableInput } from "../table/table-like.ts";
import {
  aFunction,
  integerFrom,
  isListOf,
  limitAboveZero,
  numberFromZero,
  type OptionRule,
  shareAboveZero,
  trueOrFalse,
} from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { type ClassWeights, classWeightsOption } from "./class-weights.ts";
import { type ColumnOptions, columnOptions } from "./column-limits.ts";
import { constraintOptions, type PartitionLimits } from "./constraints.ts";
import type { EarlyStopping } from "./early-stopping.ts";
import type { GradientSample } from "./gradient-sample.ts";
import { type GrowthOptions, growthOptions } from "./growth-options.ts";
import { type InputPolicyOptions, inputPolicyOptions } from "./learner.ts";
import { fitOptions, type RunOptions } from "./run-options.ts";
import { type SizeOptions, sizeOptions } from "./size-options.ts";
import { type SplitterOptions, splitterOptions } from "./splitter-options.ts";

/** A loss for a task, with one score a row or one for each class. */
export type LossOf<T extends Task> = Loss<T> | (ClassLoss & LossParts<T>);

export interface BoostingOptions<T extends Task = Task>
  extends InputPolicyOptions<"learn" | "error">,
    SizeOptions,
    SplitterOptions,
    ColumnOptions,
    GrowthOptions {
  /** What is to be minimised; "auto" takes squaredError for numbers, logistic for two classes and softmax for more. */
  readonly loss?: LossOf<T> | "auto" | undefined;
  /** Of a tree each, or of `treesPerRound`; 100 unless told. */
  readonly rounds?: number | undefined;
  /**
   * Trees that a round has for each score, which grow from the same scores, on rows and columns of their own, and are each worth so much
   * less: a forest in place of a tree; 1 unless told. A model counts trees, not rounds, where its parts are taken.
   */
  readonly treesPerRound?: number | undefined;
  /** Share of each tree that is added; 0.1 unless told. */
  readonly learningRate?: number | undefined;
  /** Where all scores begin, before the link; the best constant for the loss unless told. */
  readonly baseScore?: number | undefined;
  /**
   * 2 is Newton boosting, as in XGBoost. 1 is Friedman's gradient boosting: a tree fits the gradients by least squares, and then each leaf
   * says what makes the loss of its rows the least, of several classes one Newton step; 2 unless told.
   */
  readonly order?: 1 | 2 | undefined;
  /** Added to the sum of hessians of every leaf, which draws leaves of few rows towards 0; 1 unless told, 0 for `order: 1`. */
  readonly l2?: number | undefined;
  /**
   * Chance of each row to be in the bag that a round's tree is grown on, or shares of rows that are chosen by their gradients, as
   * `{ largest: 0.2, others: 0.1 }`; 1 unless told. All rows get the tree's values.
   */
  readonly rowSample?: number | GradientSample | undefined;
  /** Of classes: what the weights of their rows are multiplied by; 1 each unless told. */
  readonly classWeights?: ClassWeights | undefined;
  /** Another seed, other rows and columns; 0 unless told. */
  readonly seed?: number | undefined;
  /** Draws the sum of gradients of every leaf towards 0 by so much, and no farther; 0 unless told. */
  readonly l1?: number | undefined;
  /** What a leaf may say at most, up or down, before the learning rate; no limit unless told. */
  readonly maxDeltaStep?: number | undefined;
  /** By the name of a numeric column: 1 where the score may only ascend with it, -1 where it may only descend. */
  readonly monotone?: Readonly<Record<string, 1 | -1>> | undefined;
  /**
   * How the categories of a column are parted: sorted by what each would say, each against the rest, or sorted within limits;
   * `{ smoothing: 10, mostCategories: 4 }` unless told.
   */
  readonly categorical?: "partition" | "oneVsRest" | PartitionLimits | undefined;
  /** By the name of a column, what the gains of its cuts are multiplied by; 1 unless told. */
  readonly gainFactors?: Readonly<Record<string, number>> | undefined;
  /** With bins: by how many bits of the gradients cuts are chosen. Values of leaves always come from all; "auto" unless told. */
  readonly gradientBits?: GradientBits | undefined;
  /** When to end because nothing gets better on rows that `fit` is to measure on; never unless told. */
  readonly earlyStopping?: EarlyStopping | undefined;
  /**
   * Splits between the root and any leaf; Infinity is no limit. Default: 6, or no limit where `maxLeaves` is given, or `prune` has
   * `maxDepth` or `maxLeaves`.
   */
  readonly maxDepth?: number | undefined;
  /** Improvement by a split, in the units of the loss: not divided by the weight of the rows; above 0 unless told. */
  readonly minGain?: number | undefined;
}

export interface BoostingFitOptions extends RunOptions {
  /**
   * Rows that no tree learns from: after each round the loss and the metrics are measured on them. A table, which is called
   * "validation", or several by name: `{ recent, abroad }`.
   */
  readonly validation?: TableInput | Readonly<Record<string, TableInput>> | undefined;
  /** What is measured besides the loss, by the names that `evaluate` gives, or as `{ name, better, of }`; the loss alone unless told. */
  readonly metrics?: readonly ("meanLoss" | MetricChoice)[] | undefined;
  /** Whether the training rows are measured too, as the set "train", which takes its time; false unless told. */
  readonly trainMetrics?: boolean | undefined;
  /** Called after each round. */
  readonly onRound?: RoundListener | undefined;
  /** More of the kind, called after `onRound` in their order. */
  readonly callbacks?: readonly RoundListener[] | undefined;
  /**
   * A model that was boosted on such data by such options: its trees stay, and as many rounds as the options say are made after them.
   * Rows and columns are drawn by the number of a round, so five rounds and then five are the ten that one fit would have made.
   */
  readonly continueFrom?: Model | undefined;
  /** Keeps the rounds that are done, so that a run that is killed goes on from there, and ends in the same bytes. */
  readonly checkpoint?: Checkpoint | undefined;
}

/** Is told of each round. Where it returns "stop", or a promise of it, the fit ends with the rounds that are done. */
export type RoundListener = (report: RoundReport) => unknown;

export interface RoundReport extends RoundScores {
  readonly rounds: number;
  /** Weighted mean loss of the training rows after this round. */
  readonly trainLoss: number;
  /** Since `fit` was called. */
  readonly seconds: number;
}

export const boostingOptions: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  loss: {
    expected: 'a loss, as squaredError() or logistic() gives, or "auto"',
    accepts: (value) => value === "auto" || (typeof value === "object" && value !== null && "derivatives" in value),
    default: '"auto"',
    about: "what is to be minimised; auto: squaredError for numbers, logistic for two classes, softmax for more",
  },
  rounds: {
    ...integerFrom(1),
    default: "100",
    about: "trees, one a round, or `treesPerRound`",
    noLimit:
      "to train until nothing improves, pass a large number with earlyStopping: { patience: 20 }, or timeLimit to fit",
  },
  learningRate: { ...shareAboveZero, default: "0.1", about: "share of each tree that is added" },
  baseScore: {
    // What is learned from is bounded alike: squares of it stay in the range of a double.
    expected: "a number from -2^200 to 2^200",
    accepts: (value) => typeof value === "number" && Math.abs(value) <= 2 ** 200,
    default: "the best constant",
    about: "where all scores begin, before the link",
  },
  l2: { ...numberFromZero, default: "1; 0 for order 1", about: "added to the sum of hessians of every leaf" },
  rowSample: {
    expected: "a number above 0 and up to 1, or an object such as { largest: 0.2, others: 0.1 }",
    accepts: (value) => (typeof value === "object" && value !== null) || shareAboveZero.accepts(value),
    default: "1",
    about: "chance of each row to be in the bag of a round, or shares of rows that are chosen by their gradients",
  },
  classWeights: classWeightsOption,
  seed: { ...integerFrom(0, Number.MAX_SAFE_INTEGER), default: "0", about: "another seed, other rows and columns" },
  order: {
    expected: "1 or 2",
    accepts: (value) => value === 1 || value === 2,
    default: "2",
    about:
      "2: trees fit gradients and hessians; 1: gradients alone, and leaves are then searched for, as Friedman has it",
  },
  treesPerRound: {
    ...integerFrom(1),
    default: "1",
    about: "trees that a round grows from the same scores, on rows and columns of their own, and takes the mean of",
  },
  gradientBits: {
    expected: '"auto", 16 or "wide"',
    accepts: (value) => value === "auto" || value === 16 || value === "wide",
    default: '"auto"',
    about: "with bins: by how many bits of the gradients cuts are chosen; values of leaves come from all",
  },
  earlyStopping: {
    expected: "an object such as { patience: 20 }",
    accepts: (value) => typeof value === "object" && value !== null,
    default: "none",
    about: "when to end because nothing gets better on the validation rows of `fit`, and which rounds to keep",
  },
  ...sizeOptions,
  maxDepth: { ...sizeOptions.maxDepth, default: "6; no limit where `maxLeaves` or `prune` limits the size" },
  minChildWeight: { ...sizeOptions.minChildWeight, about: "sum of the hessians on each side of a split" },
  minGain: { ...sizeOptions.minGain, about: "improvement by a split, in the units of the loss" },
  ...growthOptions,
  ...columnOptions,
  ...splitterOptions,
  l1: { ...numberFromZero, default: "0", about: "draws the sum of gradients of every leaf towards 0" },
  maxDeltaStep: { ...limitAboveZero, default: "none", about: "what a leaf may say at most, before the learning rate" },
  ...constraintOptions,
  ...inputPolicyOptions,
}));

export const boostingFitOptions: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  ...fitOptions,
  validation: {
    ...fitOptions.validation,
    about: "rows that no tree learns from, on which the loss and the metrics are measured after each round",
  },
  metrics: {
    ...someMetrics,
    default: "none",
    about: "what is measured besides the loss, by the names that `evaluate` gives, or as metrics of one's own",
  },
  trainMetrics: {
    ...trueOrFalse,
    default: "false",
    about: 'measure the training rows too, as the set "train"',
  },
  onRound: { ...aFunction, default: "none", about: 'called after each round; the fit ends where it returns "stop"' },
  callbacks: {
    expected: "a list of functions",
    accepts: (value) => isListOf(value, (one) => typeof one === "function"),
    default: "none",
    about: "more of the kind, called after `onRound` in their order",
  },
  continueFrom: {
    expected: "a model, as fit or loadModel gives",
    accepts: (value) => typeof value === "object" && value !== null && "ensemble" in value,
    default: "none",
    about: "a model whose trees stay, and after which the rounds are made",
  },
  checkpoint: {
    expected: "an object such as { every: 10, save, load }",
    accepts: (value) => typeof value === "object" && value !== null,
    default: "none",
    about: "functions that keep the rounds that are done, for a run that may be killed",
  },
}));
