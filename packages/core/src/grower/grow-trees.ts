import type { PrePruning } from "../pruning/pruning-strategy.ts";
import type { SplitSearch } from "../splitter/splitter.ts";
import type { Tree } from "../tree/tree.ts";
import { boundsOf } from "./grow-whole.ts";
import type { Grower, GrowPlan } from "./grower.ts";

/** Trees that owe nothing to each other: those of a forest, or of folds. */
export interface TreeBatch {
  readonly count: number;
  /** What all plans have in common. */
  readonly search: SplitSearch;
  readonly rules: readonly PrePruning[];
  /** What tree `index` is to fit. Called when its turn has come, so that not all goals are in memory at once. */
  planOf(index: number): GrowPlan | Promise<GrowPlan>;
  /** Takes the finished trees, in the order of their numbers. */
  onTree(tree: Tree, index: number): void;
}

/**
 * Grows `count` trees, as many at once as the search can. The trees are the same, and come in the same order, for any
 * number of threads: what chance decides in a tree is keyed by its plan's `draw`, and who grows it plays no part. Gives the
 * number of threads.
 */
export async function growTrees(grower: Grower, batch: TreeBatch): Promise<number> {
  const { count, planOf, onTree } = batch;
  const finished = new Map<number, Tree>();
  let next = 0;
  let told = 0;
  let hasFailed = false;

  const lane = async () => {
    while (next < count && !hasFailed) {
      const index = next++;
      const plan = await planOf(index);
      finished.set(index, await grower.grow(plan));
      for (let tree = finished.get(told); tree !== undefined; tree = finished.get(told)) {
        finished.delete(told);
        onTree(tree, told++);
      }
      if (plan.pacer.due()) await plan.pacer.pause();
    }
  };
  const threads = Math.min(count, await threadsOf(grower, batch));
  const lanes = Array.from({ length: threads }, () =>
    lane().catch((reason: unknown) => {
      hasFailed = true;
      throw reason;
    }),
  );
  // All of them come to rest before the memory that they work in is given back.
  for (const end of await Promise.allSettled(lanes)) if (end.status === "rejected") throw end.reason;
  return threads;
}

async function threadsOf(grower: Grower, { search, rules }: TreeBatch): Promise<number> {
  if (!grower.growsWhole || boundsOf(rules) === null) return 1;
  return (await search.treesAtOnce?.()) ?? 1;
}
