import { TreeSlot } from "./generated/tree-layout.ts";
import type { Heap } from "./heap.ts";
import { scanCategories } from "./tree-categories.ts";
import { TreeJob } from "./tree-job.ts";
import { loadEntries, partRun } from "./tree-part.ts";
import { isConstant, scanFeature } from "./tree-scan.ts";

// The twins of `assembly/share-tree.ts`.

/** Loads the bag's entries of these features. */
export function loadShare(heap: Heap, offset: number, from: number, to: number): void {
  const job = new TreeJob(heap, offset);
  const rowCount = job.get(TreeSlot.rowCount);
  for (let place = from; place < to; place++) {
    const number = job.runNumberOf(job.featureAt(place));
    for (let done = 0; done < rowCount; ) done = loadEntries(job, number, done);
  }
}

/** Searches these features, and leaves the best cut on them in the job. */
export function searchShare(heap: Heap, offset: number, from: number, to: number): void {
  const job = new TreeJob(heap, offset);
  const count = job.get(TreeSlot.count);
  for (let place = from; place < to; place++) {
    const feature = job.featureAt(place);
    if (isConstant(job, job.runOf(feature), count)) continue;
    const scan = job.isCategorical(feature) ? scanCategories : scanFeature;
    for (let done = 0; done < count; ) done = scan(job, feature, done);
  }
}

/** Parts the runs of these features. */
export function partShare(heap: Heap, offset: number, from: number, to: number, scratch: number): void {
  const job = new TreeJob(heap, offset);
  const count = job.get(TreeSlot.count);
  for (let place = from; place < to; place++) {
    const run = job.runOf(job.featureAt(place));
    partRun(job, { run, count, cursor: 0, end: count }, scratch);
  }
}
