import type { ArenaMemory, Loops } from "./arena-memory.ts";
import { growTree } from "./grow-tree.ts";
import { createHeap } from "./heap.ts";
import { linkLogistic } from "./link-logistic.ts";
import { lowerRanks, rankNumbers } from "./rank-numbers.ts";
import { scanGini } from "./scan-gini.ts";
import { scanNewton } from "./scan-newton.ts";
import { takeTask } from "./take-task.ts";
import { walkRanks } from "./walk-ranks.ts";
import { orderNumbers, walkTrees } from "./walk-trees.ts";

/**
 * An ordinary buffer, worked on by the plain-JavaScript loops. The collector frees it promptly, so it is not pooled.
 */
export function createTwinMemory(bytes: number): ArenaMemory {
  const buffer = new ArrayBuffer(bytes);
  const heap = createHeap(buffer);
  const loops: Loops = {
    scanNewton: (job: number, l2: number) => scanNewton(heap, job, l2),
    scanGini: (job: number) => scanGini(heap, job),
    growTree: (job: number, budget: number) => growTree(heap, job, budget),
    walkTrees: (...places) => walkTrees(heap, ...places),
    orderNumbers: (...places) => orderNumbers(heap, ...places),
    rankNumbers: (...places) => rankNumbers(heap, ...places),
    linkLogistic: (...places) => linkLogistic(heap, ...places),
    lowerRanks: (...places) => lowerRanks(heap, ...places),
    walkRanks: (...places) => walkRanks(heap, ...places),
    takeTask: (board: number, thread: number) => takeTask(heap, board, thread),
    // There is no other thread: what was taken is done.
    areDone: () => 1,
  };
  return {
    engine: "twin",
    buffer,
    loops,
    usedBytes: 0,
    async takeLoss(loss) {
      heap.loss = loss;
      return null;
    },
  };
}
