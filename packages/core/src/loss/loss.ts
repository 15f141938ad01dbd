import type { ClassPass, OneScoreLoss, OwnLoss } from "@cambium/kernels";
import type { ClassificationTarget, TargetOf, Task } from "../dataset/target.ts";
import type { Turns } from "../util/turns.ts";
import type { ClassLinkName, LossLinkName } from "./link.ts";

/** What a saved model keeps of its loss: a name and plain parameters, texts for those that are expressions. */
export interface LossSpec {
  readonly name: string;
  readonly parameters: Readonly<Record<string, number | string>>;
  /** To be said of a loss that calls `Math.exp` and kin: their last bits differ between engines, and so may the bytes of its models. */
  readonly portable?: false;
}

/** Compiled derivatives: those of a built-in loss, which the kernels have, or a module of the loss's own. */
export type LossKernel = OneScoreLoss | OwnLoss;

/** The losses with a score for each class whose derivatives are compiled. */
export type ClassLossKernel = ClassPass;

/** What every loss has. */
export interface LossParts<T extends Task> {
  readonly spec: LossSpec;
  readonly task: T;
  /** True when the second derivative is 1 everywhere: `derivatives` is then given `hessians: null`. */
  readonly constantHessian: boolean;
  /**
   * "bound" where `derivatives` gives no second derivative, but a number that is nowhere below it, or stands in for it where it
   * is 0. Default: "exact".
   */
  readonly curvature?: "exact" | "bound";
  /** Whether no constant score is better than `initialScore`. Default: true. */
  readonly startsAtBest?: boolean;
  /** Which rows a row's derivative depends on: only itself. (Losses over groups come with ranking.) */
  readonly coupling: "row";
  checkTarget(target: TargetOf<T>): void;
  derivatives(
    target: TargetOf<T>,
    scores: Float64Array,
    gradients: Float64Array,
    hessians: Float64Array | null,
    start: number,
    end: number,
  ): void;
}

/**
 * What boosting minimises.
 *
 * Life cycle
 * 1. `checkTarget` once, before anything is computed: it throws a `CambiumError` that names the first bad row.
 * 2. `initialScore` once: the best constant score; where that takes a search over all rows, a generator that yields where others may
 *    have their turn, as `bestConstant` is.
 * 3. Each round, `derivatives` over ranges of rows: the first and second derivative of the row's loss by its score, into
 *    the caller's buffers, before any weight: training multiplies by the row's weight.
 * 4. A tree is grown on them. Where there is a `refitLeaf`, it says what each leaf is worth; else a Newton step does.
 * 5. The scores move by the learning rate times the values of the leaves.
 * 6. `value` after each round, row by row: the loss at the score of the row, before any weight. Its weighted mean is reported.
 * 7. The model keeps `spec` and `link`, and predicts without the loss.
 *
 * Use `exp` and `log` of this package, never `Math.exp` and kin: those differ in the last bit from one engine to the next.
 */
export interface Loss<T extends Task = Task> extends LossParts<T> {
  readonly link: LossLinkName;
  /** The same derivatives compiled, with the bits of `derivatives`, for searches that keep scores. */
  readonly kernel?: LossKernel;
  initialScore(target: TargetOf<T>): number | Turns<number>;
  value(target: TargetOf<T>, row: number, score: number): number;
  /**
   * For losses of which a Newton step does not find the best leaf: what, added to the scores of these rows, makes their loss the least,
   * by their weights in the target. The order of the rows has no say. Leaves that are refitted keep no column monotone, and `l1`, `l2`
   * and `maxDeltaStep` have a say in their cuts only.
   */
  refitLeaf?(target: TargetOf<T>, scores: Float64Array, rows: Uint32Array): number;
}

/**
 * A loss with a score for each class, and a tree for each class in every round. The same steps as those of `Loss`; arrays of scores and
 * derivatives have all rows of the first class, then all of the second: class k of a row stands at k · rows + row.
 */
export interface ClassLoss extends LossParts<"classification"> {
  readonly link: ClassLinkName;
  /** The same derivatives compiled, with the bits of `derivatives`, for searches that keep scores. */
  readonly kernel?: ClassLossKernel;
  /** A number for each class: the best constants, of which those above offsets are found, too, unless `startsAtBest` is false. */
  initialScores(target: ClassificationTarget): Float64Array;
  /** The loss of a row at its scores, a number for each class, before any weight. */
  value(target: ClassificationTarget, row: number, scores: Float64Array): number;
}

export type AnyLoss = Loss | ClassLoss;

export function isClassLoss(loss: AnyLoss): loss is ClassLoss {
  return "initialScores" in loss;
}
