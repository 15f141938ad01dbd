import type { Tree } from "../tree/tree.ts";

/**
 * Trees and how they add up: the scores of a row are the initial scores plus the values of the leaves it reaches, tree
 * after tree, unless `combine` says otherwise. Every tree has `valueWidth === initialScore.length`.
 */
export interface Ensemble {
  readonly trees: readonly Tree[];
  readonly initialScore: Float64Array;
  readonly combine?: Combination;
}

/**
 * How the trees of a forest, or of AdaBoost, come to one answer. The trees keep what they say of themselves, shares and
 * means, so that one of them can be shown; what each is worth stands here.
 */
export interface Combination {
  /**
   * The sum of the values, each times the weight of its tree; their mean by these weights; or their median by them: the
   * least value that, with all that are less, has at least half of the weight.
   */
  readonly by: "sum" | "mean" | "median";
  /** One a tree, >= 0; not all of them 0. */
  readonly weights: Float64Array;
}

export const combinationNames: readonly Combination["by"][] = ["sum", "mean", "median"];
