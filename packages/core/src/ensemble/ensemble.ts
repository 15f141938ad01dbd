import type { Tree } from "../tree/tree.ts";

/**
 * Trees and how they add up: the scores of a row are the initial scores plus the values of the leaves it reaches, tree
 * after tree. Every tree has `valueWidth === initialScore.length`.
 */
export interface Ensemble {
  readonly trees: readonly Tree[];
  readonly initialScore: Float64Array;
}
