import type { Tree } from "../tree/tree.ts";
import type { Grower, GrowPlan } from "./grower.ts";

/** Trees that owe nothing to each other: those of a forest, or of folds. */
export interface TreeBatch {
  readonly count: number;
  /** What tree `index` is to fit. Called when its turn has come, so that not all goals are in memory at once. */
  planOf(index: number): GrowPlan;
  /** Takes the finished trees, in the order of their numbers. */
  onTree(tree: Tree, index: number): void;
}

/**
 * Grows `count` trees with one search, of which all plans must be. The trees are the same, and come in the same order, for
 * any number of threads: what chance decides in a tree is keyed by its plan's `draw`, and who grows it plays no part.
 */
export async function growTrees(grower: Grower, { count, planOf, onTree }: TreeBatch): Promise<void> {
  for (let index = 0; index < count; index++) {
    const plan = planOf(index);
    onTree(await grower.grow(plan), index);
    if (plan.pacer.due()) await plan.pacer.pause();
  }
}
