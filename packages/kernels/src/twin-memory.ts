import type { ArenaMemory, Loops } from "./arena-memory.ts";
import { binColumn } from "./bin-column.ts";
import { growTree } from "./grow-tree.ts";
import { createHeap } from "./heap.ts";
import { countBins, subtractBins, subtractCounts, sumBins } from "./histogram.ts";
import { countLeft, partBins } from "./part-bins.ts";
import { scanBins } from "./scan-bins.ts";
import { scanGini } from "./scan-gini.ts";
import { scanNewton } from "./scan-newton.ts";
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
    binColumn: (job, budget) => binColumn(heap, job, budget),
    sumBins: (...places) => sumBins(heap, ...places),
    subtractBins: (...places) => subtractBins(heap, ...places),
    countBins: (...places) => countBins(heap, ...places),
    subtractCounts: (...places) => subtractCounts(heap, ...places),
    scanBins: (job) => scanBins(heap, job),
    walkTrees: (...places) => walkTrees(heap, ...places),
    orderNumbers: (...places) => orderNumbers(heap, ...places),
    countLeft: (...places) => countLeft(heap, ...places),
    partBins: (...places) => partBins(heap, ...places),
  };
  return { engine: "twin", buffer, loops, usedBytes: 0 };
}
