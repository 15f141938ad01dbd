import type { Pacer } from "@cambium/kernels";
import type { GrowTask } from "../grower/grower.ts";
import type { Tree } from "../tree/tree.ts";
import type { TreeEngine } from "./tree-engine.ts";

/** Trees that do not depend on each other: those of a forest, or of folds. */
export interface TreeBatch {
  readonly count: number;
  /** What tree `index` is to fit. Called when its turn has come, so that not all goals are in memory at once. */
  taskOf(index: number): GrowTask | Promise<GrowTask>;
  /** Takes the finished trees, in the order of their numbers. */
  onTree(tree: Tree, index: number): void;
}

/**
 * Grows `count` trees, as many at the same time as the engine can. The trees are the same, and come in the same order, for any
 * number of threads: what chance decides in a tree is keyed by its task's `draw`.
 */
export async function growTrees(engine: TreeEngine, { count, taskOf, onTree }: TreeBatch, pacer: Pacer): Promise<void> {
  const finished = new Map<number, Tree>();
  let next = 0;
  let taken = 0;
  let hasFailed = false;
  const growSome = async () => {
    while (next < count && !hasFailed) {
      const index = next++;
      finished.set(index, await engine.grow(await taskOf(index)));
      for (let tree = finished.get(taken); tree !== undefined; tree = finished.get(taken)) {
        finished.delete(taken);
        onTree(tree, taken++);
      }
      if (pacer.due()) await pacer.pause();
    }
  };
  const growing = Array.from({ length: Math.min(count, engine.treesAtOnce) }, () =>
    growSome().catch((reason: unknown) => {
      hasFailed = true;
      throw reason;
    }),
  );
  // All of them come to rest before the memory that they work in is given back.
  for (const end of await Promise.allSettled(growing)) if (end.status === "rejected") throw end.reason;
}
