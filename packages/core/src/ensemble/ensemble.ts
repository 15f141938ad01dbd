import type { Tree } from "../tree/tree.ts";

/**
 * Trees and how they add up: the scores of a row are the initial scores plus the values of the leaves it reaches, tree
 * after tree, unless `combine` says otherwise. A tree says a number for each score; or each says one number, and the scores take
 * turns: the trees of a round, one for each score, stand one after the other.
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

/** How many scores take turns, tree after tree; 1 where a tree says something of all. So many trees belong together. */
export function scoresInTurn({ trees, initialScore }: Ensemble): number {
  return trees.length === 0 || trees[0].valueWidth === initialScore.length ? 1 : initialScore.length;
}

/** The places of the trees that say something of each score, or of all of them where trees say all. */
export function treesOfScores(ensemble: Ensemble): number[][] {
  const places = Array.from({ length: scoresInTurn(ensemble) }, (): number[] => []);
  for (let index = 0; index < ensemble.trees.length; index++) places[scoreOfTree(ensemble, index)].push(index);
  return places;
}

/** The score that a tree says something of, or the first of all of them. */
export function scoreOfTree(ensemble: Ensemble, index: number): number {
  return index % scoresInTurn(ensemble);
}
