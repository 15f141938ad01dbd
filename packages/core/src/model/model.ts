import type { ClassLabel, Target, Task } from "../dataset/target.ts";
import type { CambiumWarning } from "../dataset/warning.ts";
import type { AsyncOptions } from "../predict/async-options.ts";
import type { PredictInput } from "../predict/encode-table.ts";
import type { EncodedRows } from "../tree/route-row.ts";
import type { PlainData } from "../util/plain-data.ts";
import type { RoundScores } from "./learning-curve.ts";
import type { ModelParts } from "./model-parts.ts";

/**
 * The training rows of a forest, for what can be learned from rows that a tree did not see. It holds on to the columns that
 * `fit` was given; a model that was loaded from its bytes has none.
 */
export interface OutOfBag {
  readonly columns: EncodedRows;
  readonly target: Target;
  /** The rows that this tree did not see, ascending. Trees are counted from 0. */
  rowsOutOf(tree: number): Uint32Array;
}

/** What a model is, as plain data, without its trees: `toBytes` saves those. */
export interface ModelDescription extends Omit<ModelParts, "ensemble" | "pruningPath"> {
  readonly rounds: number;
  readonly trees: number;
  /** Of all trees together. */
  readonly nodes: number;
  readonly options: { readonly [name: string]: PlainData } | null;
  readonly report: readonly string[];
}

interface ModelBase extends Omit<ModelParts, "task" | "classes"> {
  /** What was guessed, and which engine ran, in sentences. Not saved. */
  readonly report: readonly string[];
  /** What is probably wrong with the data or with what was learned. Not saved. */
  readonly warnings: readonly CambiumWarning[];
  /** The training rows of a forest whose trees leave rows out, else null. Not saved. */
  readonly outOfBag: OutOfBag | null;
  /**
   * What was measured after each round of boosting, those after the best one too; empty where nothing was. Saved, but for what only
   * a listener asked for.
   */
  readonly learningCurve: readonly RoundScores[];
  /**
   * All options of the learner with the values that the fit used, defaults included, as plain data: a loss is its `spec`, what has
   * functions is its name, and null is none or no limit. Null for a loaded model: a file holds what predicts, so that models that
   * predict alike have the same bytes, however they were made.
   */
  readonly options: { readonly [name: string]: PlainData } | null;
  /**
   * How many parts `slice` can choose from: rounds of boosting or AdaBoost, trees of a forest, 1 of a single tree. With
   * `treesPerRound` each tree of a round counts.
   */
  readonly rounds: number;
  /**
   * Before the link: as many numbers as `ensemble.initialScore` has, row after row. At once, so that the caller's thread does nothing
   * else meanwhile, as in `predict`.
   */
  predictScore(table: PredictInput): Float64Array;
  /** The same numbers, computed in turns of some milliseconds, on several threads where that pays. The table must not change before the promise settles. */
  predictScoreAsync(table: PredictInput, options?: AsyncOptions): Promise<Float64Array>;
  /**
   * The model of its trees `from` to `to` - 1 alone, with the same initial score, and without the learning curve; of rounds, where a
   * round has a tree for each class. Of a mean or a median it is that of these trees.
   */
  slice(from: number, to?: number): this;
  /** The whole model, for `loadModel`: equal models have equal bytes. */
  toBytes(): Uint8Array<ArrayBuffer>;
  /** What the model is, as plain data, for logs and pages: `JSON.stringify(model)` writes it. Its trees are counted, not listed; `toBytes` saves them. */
  toJSON(): ModelDescription;
}

export interface ClassificationModel extends ModelBase {
  readonly task: "classification";
  readonly classes: readonly ClassLabel[];
  /**
   * The likeliest class of every row, or that of least expected cost, as it was written in the target; a tie goes to the first. At once: the
   * caller's thread does nothing else meanwhile, some 0.3 s for 500,000 rows and 100 trees of boosting.
   */
  predict(table: PredictInput): ClassLabel[];
  /** The same classes, predicted in turns of some milliseconds, on several threads where that pays. The table must not change before the promise settles. */
  predictAsync(table: PredictInput, options?: AsyncOptions): Promise<ClassLabel[]>;
  /** Row after row, one number per class, in the order of `classes`. At once, as `predict`. */
  predictProbability(table: PredictInput): Float64Array;
  /** The same numbers, computed in turns of some milliseconds, on several threads where that pays. The table must not change before the promise settles. */
  predictProbabilityAsync(table: PredictInput, options?: AsyncOptions): Promise<Float64Array>;
  /** The probability of one class in every row. The class is given as it stands in `classes`. */
  probabilitiesOf(table: PredictInput, label: ClassLabel): Float64Array;
  /** The class of one row: an object of named values, or an array of numbers in the order of `features`. */
  predictOne(row: object): ClassLabel;
  /** The probabilities of one row, a number for each class, in the order of `classes`. */
  predictOneProbability(row: object): Float64Array;
}

export interface RegressionModel extends ModelBase {
  readonly task: "regression";
  /**
   * The predicted number of every row. At once: the caller's thread does nothing else meanwhile, some 0.3 s for 500,000 rows and 100 trees
   * of boosting.
   */
  predict(table: PredictInput): Float64Array;
  /** The same numbers, computed in turns of some milliseconds, on several threads where that pays. The table must not change before the promise settles. */
  predictAsync(table: PredictInput, options?: AsyncOptions): Promise<Float64Array>;
  /** The same for one row: an object of named values, or an array of numbers in the order of `features`. */
  predictOne(row: object): number;
}

/** Told apart by `task`. */
export type Model = ClassificationModel | RegressionModel;

/** The kind of model that each task has. */
export interface ModelByTask {
  readonly classification: ClassificationModel;
  readonly regression: RegressionModel;
}

/** The models among `M` that are for a task; all of `M` where none is, since its learner refuses the task when it runs. */
export type ModelOf<T extends Task, M extends Model = Model> = [M & ModelByTask[T]] extends [never]
  ? M
  : M & ModelByTask[T];
