import type { Task } from "../../dataset/target.ts";
import type { ClassLoss, Loss, LossParts } from "../../loss/loss.ts";
import { type MetricChoice, someMetrics } from "../../metric/metric-for.ts";
import type { RoundScores } from "../../model/learning-curve.ts";
import type { Model } from "../../model/model.ts";
import type { GradientBits } from "../../splitter/splitter.ts";
import {
  aFunction,
  aList,
  aNumber,
  aSeed,
  check,
  checkOptions,
  integerFrom,
  isRecord,
  limitAboveZero,
  numberAboveZero,
  numberFromZero,
  oneOf,
  shareAboveZero,
  trueOrFalse,
} from "../../util/check-options.ts";
import { demand } from "../../util/demand.ts";
import { droppable, type OptionsOf, option, required } from "../../util/option.ts";
import { classOptions } from "../options/class-options.ts";
import { runOptions } from "../options/run-options.ts";
import { sizeOptions } from "../options/size-options.ts";
import { splitterOptions } from "../options/splitter-options.ts";
import type { EarlyStopping } from "../run/early-stopping.ts";
import { inputPolicyOptions } from "../run/learner.ts";
import { columnOptions, constraintOptions } from "./column-limits.ts";

const gradientSampleOptions = /* @__PURE__ */ droppable(() => ({
  /** The share of the rows that is taken because their gradients, times their hessians, are the largest. */
  largest: required(shareAboveZero),
  /** The share of all rows that is drawn from the rest. */
  others: required(numberAboveZero),
}));

/**
 * One-side sampling by gradients, LightGBM's "goss": a tree learns from the rows that are the farthest from right, and from some of the
 * others, which stand in for all of them.
 */
export interface GradientSample extends OptionsOf<typeof gradientSampleOptions> {}

export function checkGradientSample(sample: GradientSample): void {
  checkOptions("boosting: rowSample", sample, gradientSampleOptions);
  const { largest, others } = sample;
  const message = `boosting: rowSample expects two shares that are 1 together at the most, such as { largest: 0.2, others: 0.1 }, got ${largest} and ${others}`;
  demand(largest + others <= 1, message);
}

type MaybeBytes = Uint8Array | null | undefined;

export const checkpointOptions = /* @__PURE__ */ droppable(() => ({
  /** Rounds from one call of `save` to the next. Default: 10. */
  every: option(integerFrom(1), 10),
  /** Keeps the bytes in the place of those before; the fit goes on when it has. Whoever writes a file renames it when it is whole. */
  save: required(aFunction<(bytes: Uint8Array<ArrayBuffer>) => unknown>()),
  /** Gives the bytes that were kept, once, before the first round; nothing where there are none yet. Default: none. */
  load: option(aFunction<() => MaybeBytes | Promise<MaybeBytes>>(), null),
}));

/**
 * Keeps what a fit has done so far, so that one that is killed can go on. The bytes are those of a model of all rounds that are done,
 * and with the same data and options the end is the same, byte for byte, wherever it was interrupted.
 */
export interface Checkpoint extends OptionsOf<typeof checkpointOptions> {}

/** A loss for a task, with one score a row or one for each class. */
export type LossOf<T extends Task> = Loss<T> | (ClassLoss & LossParts<T>);

/** Called after each round. Where it returns "stop", or a promise of it, the fit ends with the rounds that are done. */
export type RoundListener = (report: RoundReport) => unknown;

export interface RoundReport extends RoundScores {
  readonly rounds: number;
  /** Weighted mean loss of the training rows after this round. */
  readonly trainLoss: number;
  /** Since `fit` was called. */
  readonly seconds: number;
}

/** Of `rounds`. */
const noLimit =
  "to train until nothing improves, pass a large number with earlyStopping: { patience: 20 }, or timeLimit to fit";

const anOrder = /* @__PURE__ */ check<1 | 2>("1 or 2", (value) => value === 1 || value === 2);

/** What a round minimises, and how many there are. */
const roundOptions = /* @__PURE__ */ droppable(() => ({
  /** What is to be minimised. Default: "auto", which is squaredError for numbers, logistic for two classes and softmax for more. */
  loss: option(
    check<LossOf<Task> | "auto">(
      'a loss, as squaredError() or logistic() gives, or "auto"',
      (value) => value === "auto" || (isRecord(value) && "derivatives" in value),
    ),
    "auto",
  ),
  /** Rounds of one tree each, or of `treesPerRound`. Default: 100. */
  rounds: option({ ...integerFrom(1), noLimit }, 100),
  /** Share of each tree that is added. Default: 0.1. */
  learningRate: option(shareAboveZero, 0.1),
  /** Where all scores begin, before the link. Default: the best constant. */
  // What is learned from is bounded alike: squares of it stay in the range of a double.
  baseScore: option(aNumber("a number from -2^200 to 2^200", (value) => Math.abs(value) <= 2 ** 200)),
  /** Added to the sum of hessians of every leaf, which draws leaves of few rows towards 0. Default: 1; 0 for `order: 1`. */
  l2: option(numberFromZero),
  /**
   * Chance of each row to be in the bag that a round's tree is grown on, or shares of rows that are chosen by their gradients, as
   * `{ largest: 0.2, others: 0.1 }`. All rows get the tree's values. Default: 1.
   */
  rowSample: option(
    check<number | GradientSample>(
      "a number above 0 and up to 1, or an object such as { largest: 0.2, others: 0.1 }",
      (value) => isRecord(value) || shareAboveZero.accepts(value),
    ),
    1,
  ),
  /** What the weight of each row is multiplied by, class by class. "balanced" gives all classes the same weight in the whole table. Default: 1 each. */
  classWeights: classOptions.classWeights,
  /** Another seed, other rows and columns. Default: 0. */
  seed: option(aSeed, 0),
  /**
   * 2 is Newton boosting, as in XGBoost: trees fit gradients and hessians. 1 is Friedman's gradient boosting: a tree fits the gradients by
   * least squares, and then each leaf gets the value of the least loss of its rows; of several classes by one Newton step. Default: 2.
   */
  order: option(anOrder, 2),
  /**
   * Trees that a round has for each score. They grow from the same scores, on rows and columns of their own, and the round adds their mean:
   * a forest in place of a tree. A model counts trees, not rounds, where its parts are taken. Default: 1.
   */
  treesPerRound: option(integerFrom(1), 1),
  /** With bins: how many bits of the gradients splits are chosen by. Leaf values always come from all bits. Default: "auto". */
  gradientBits: option(
    check<GradientBits>('"auto", 16 or "wide"', (value) => value === "auto" || value === 16 || value === "wide"),
    "auto",
  ),
  /** When to end because nothing gets better on the validation rows of `fit`, and which rounds to keep. Default: none. */
  earlyStopping: option(check<EarlyStopping>("an object such as { patience: 20 }", isRecord), null),
}));

export const boostingOptions = /* @__PURE__ */ droppable(() => ({
  ...roundOptions,
  ...sizeOptions,
  /** Splits between the root and any leaf; Infinity is no limit. Default: 6; no limit where `maxLeaves` or `prune` limits the size. */
  maxDepth: option(sizeOptions.maxDepth),
  /** Sum of the hessians on each side of a split. Default: 0. */
  minChildWeight: sizeOptions.minChildWeight,
  /** Improvement by a split, in the units of the loss: not divided by the weight of the rows. A split gains more than 0 in any case. Default: 0. */
  minGain: sizeOptions.minGain,
  /**
   * Which node is split next: "depth" is level by level, "leaf" is the node that gains most, and "symmetric" splits all nodes of a level
   * alike, which needs `splitter: "histogram"`. Default: "leaf" with a limit on leaves, else "depth".
   */
  growth: option(oneOf("depth", "leaf", "symmetric")),
  ...columnOptions,
  ...splitterOptions,
  /** Draws the sum of gradients of every leaf towards 0 by so much, and no farther. Default: 0. */
  l1: option(numberFromZero, 0),
  /** The largest leaf value, up or down, before the learning rate. Default: none. */
  maxDeltaStep: option(limitAboveZero, null),
  ...constraintOptions,
  ...inputPolicyOptions,
}));

export interface BoostingOptions<T extends Task = Task> extends OptionsOf<typeof boostingOptions> {
  // A loss for one task decides the type of the model.
  readonly loss?: LossOf<T> | "auto" | undefined;
}

/** What `fit` of boosting takes besides the description of the data. */
export const boostingRunOptions = /* @__PURE__ */ droppable(() => ({
  ...runOptions,
  /**
   * Rows that no tree learns from: after each round the loss and the metrics are measured on them. A table, which is called
   * "validation", or several by name: `{ recent, abroad }`. Default: none.
   */
  validation: runOptions.validation,
  /** What is measured besides the loss, by the names that `evaluate` gives, or as `{ name, better, of }`. Default: none. */
  metrics: option(someMetrics<"meanLoss" | MetricChoice>(), null),
  /** Whether the training rows are measured too, as the set "train", which takes its time. Default: false. */
  trainMetrics: option(trueOrFalse, false),
  /** Called after each round; the fit ends where it returns "stop". Default: none. */
  onRound: option(aFunction<RoundListener>(), null),
  /** More listeners, called after `onRound` in their order. Default: none. */
  callbacks: option(aList<RoundListener>("a list of functions", aFunction().accepts), null),
  /**
   * A model that was boosted on such data by such options: its trees stay, and as many rounds as the options say are made after them.
   * Rows and columns are drawn by the number of a round, so five rounds and then five are the ten that one fit would have made. Default: none.
   */
  continueFrom: option(
    check<Model>("a model, as fit or loadModel gives", (value) => isRecord(value) && "ensemble" in value),
    null,
  ),
  /** Keeps the rounds that are done, so that a run that is killed goes on from there, and ends in the same bytes. Default: none. */
  checkpoint: option(check<Checkpoint>("an object such as { every: 10, save, load }", isRecord), null),
}));

export interface BoostingFitOptions extends OptionsOf<typeof boostingRunOptions> {}
