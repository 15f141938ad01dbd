import type { StepRules } from "@cambium/kernels";
import type { Task } from "../dataset/target.ts";
import type { FitGoal } from "../goal/fit-goal.ts";
import type { Turns } from "../util/turns.ts";

/** What trees of a task are grown on. */
export type GoalOf<T extends Task> = { classification: "classes"; regression: "gradients" }[T];

/**
 * How good a split is, and what a leaf says, from additive statistics alone.
 *
 * A statistics record is a run of numbers inside a shared array, addressed by its offset:
 * - goal "gradients": [sum of gradients, sum of hessians], width 2
 * - goal "classes": [weight of class 0, …, weight of class k-1, weight of all], width k + 1
 * Records of the same kind add up: that is all a splitter needs to know.
 *
 * Life cycle
 * 1. The learner chooses one criterion for a fit.
 * 2. The splitter asks `gain` for each cut that it considers. The kernels know the built-in criteria, and find the same to the bit.
 * 3. The grower asks `leafValue` and `cover` once per node.
 * 4. Where the tree is to be pruned by its cost, training asks `impurity` once, for the root.
 *
 * `gain` must not be negative for lack of precision: write it as a square over a product, not as a difference of squares.
 */
export interface Criterion<T extends Task = Task> {
  readonly name: string;
  readonly goal: GoalOf<T>;
  /**
   * Improvement of cutting the record at `parent` into `childCount` records, the first at `firstChild`, `width` numbers
   * apart; 0 for what is no candidate, because a child has nothing to divide by.
   */
  gain(stats: Float64Array, parent: number, firstChild: number, childCount: number, width: number): number;
  /**
   * Never less than what `gain` gives for the two children whose records begin at `firstChild`, and cheaper: cuts that could
   * not beat the best one so far then cost no logarithm. It decides nothing else.
   */
  gainBound?(stats: Float64Array, firstChild: number, width: number): number;
  /**
   * As `gain` of the two children whose records begin at `firstChild`, where their leaves keep within the bounds, as their parent
   * does, and the second one's value is not below the first one's (`direction` 1), not above it (-1), or as it will (0). A criterion
   * without it takes no monotone constraints.
   */
  gainWithin?(
    stats: Float64Array,
    firstChild: number,
    width: number,
    bounds: Pick<StepRules, "lower" | "upper">,
    direction: number,
  ): number;
  /** How many numbers a leaf predicts, for records of this width. */
  valueWidth(width: number): number;
  /** What a leaf with this record predicts, written to `out` from `outAt` on. */
  leafValue(stats: Float64Array, node: number, width: number, out: Float64Array, outAt: number): void;
  /** The weight in this record: what the tree shows as `cover`. */
  cover(stats: Float64Array, node: number, width: number): number;
  /** What all splits together could at most gain on these rows. No decision hangs on it: it is only shown. */
  impurity(goal: FitGoal, rows: Uint32Array): number;
  /** The same in steps, for rows by the million. If set, training calls it instead of `impurity`, and may pause at each `yield`. */
  impurityInTurns?(goal: FitGoal, rows: Uint32Array): Turns<number>;
  /**
   * What the gradients of a numeric target are taken from. Default: "mean", which gives mean - y, the sharpest numbers that
   * there are. "zero" gives -y, for a criterion that asks how large y is and not only how y differs; y is then never negative.
   */
  readonly origin?: "mean" | "zero";
  /** False where no gain follows from records that add up: a splitter of its own then finds it, and `gain` is never called. */
  readonly additive?: false;
  /** Told where leaves are Newton steps, and gains what such leaves save: loops over histograms then serve it. */
  readonly steps?: StepRules;
}
