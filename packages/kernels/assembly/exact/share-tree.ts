import { NO_RUN, TreeSlot } from "../generated/tree-layout";
import { loadEntries, partRun } from "./tree-part";
import { at, featureAt, int, isCategorical, partOfRun, runNumberOf, runOf, useJob } from "./tree-job";
import { isConstant, scanFeature } from "./tree-scan";
import { scanCategories } from "./tree-categories";
import { compare, factorOf, setAside } from "./tree-factor";
import { isAllowed } from "./tree-features";
import { holdFeature } from "./tree-held";

// Shares of the work on one node, for threads that share a tree: each does some of the features, from a place in the list of them to
// another.

/** Loads the bag's entries of these features. */
export function loadShare(job: usize, from: u32, to: u32): void {
  useJob(job);
  const rowCount = int(TreeSlot.rowCount);
  for (let place = from; place < to; place++) {
    const number = runNumberOf(featureAt(place));
    if (number == NO_RUN) continue;
    for (let done: u32 = 0; done < rowCount; ) done = loadEntries(number, done);
  }
}

/** Searches these features, and leaves the best split on them in the job. */
export function searchShare(job: usize, from: u32, to: u32): void {
  useJob(job);
  const count = int(TreeSlot.count);
  for (let place = from; place < to; place++) {
    const feature = featureAt(place);
    if (!isAllowed(feature) || isConstant(runOf(feature), count)) continue;
    holdFeature(feature);
    const factor = isCategorical(feature) ? 1 : factorOf(feature);
    if (factor != 1) setAside(factor);
    for (let done: u32 = 0; done < count; ) {
      done = isCategorical(feature) ? scanCategories(feature, done) : scanFeature(feature, done);
    }
    if (factor != 1) compare(feature, factor);
  }
}

/** Parts the runs of these features. Several threads read the job here, so nothing is written to it: a run is parted in one go. */
export function partShare(job: usize, from: u32, to: u32, scratch: usize): void {
  useJob(job);
  const count = int(TreeSlot.count);
  for (let place = from; place < to; place++) {
    partRun(partOfRun(runNumberOf(featureAt(place))), count, 0, count, scratch);
  }
}

/** The room of a thread behind that of the first. */
export function scratchOf(job: usize, first: usize, thread: u32): usize {
  useJob(job);
  return first + <usize>thread * at(TreeSlot.stride);
}
