import { TREE_CHUNK, TreeSlot } from "./generated/tree-layout.ts";
import { considerLeft } from "./tree-gain.ts";
import { moreBits, type TreeJob } from "./tree-job.ts";
import { addEntries } from "./tree-scan.ts";

/** The value of a feature in the first row, a place in `heap.f64`; that of the next is `rowStride` bytes further. */
export function columnOf(job: TreeJob, feature: number): number {
  return job.get(TreeSlot.values) / 8 + feature;
}

/** Looks up the next values of the feature in the node, and their range; returns where it stands then. */
export function findRange(job: TreeJob, feature: number, cursor: number): number {
  const { f64, u32 } = job.heap;
  const column = columnOf(job, feature);
  const rowStride = job.get(TreeSlot.rowStride) / 8;
  const run = job.runOfRows;
  const seen = job.get(TreeSlot.seen) / 8;
  const { rowMask } = job;
  const to = Math.min(job.get(TreeSlot.count), cursor + TREE_CHUNK);
  let low = cursor === 0 ? Number.POSITIVE_INFINITY : job.get(TreeSlot.low);
  let high = cursor === 0 ? Number.NEGATIVE_INFINITY : job.get(TreeSlot.high);
  let present = cursor === 0 ? 0 : job.get(TreeSlot.present);
  for (let i = cursor; i < to; i++) {
    const value = f64[column + (u32[run + i] & rowMask) * rowStride];
    f64[seen + i] = value;
    if (value < low) low = value;
    if (value > high) high = value;
    if (!Number.isNaN(value)) present++;
  }
  job.put(TreeSlot.low, low);
  job.put(TreeSlot.high, high);
  job.put(TreeSlot.present, present);
  return to;
}

/** True where all rows of the node have the same value, or none, when the range was found. */
export function hasOneValue(job: TreeJob): boolean {
  const present = job.get(TreeSlot.present);
  return present === 0 || (present === job.get(TreeSlot.count) && job.get(TreeSlot.low) === job.get(TreeSlot.high));
}

/** As core's `thresholdBetween`: evenly drawn from the range, and below the greatest value. */
function drawThreshold(job: TreeJob, feature: number): number {
  const low = job.get(TreeSlot.low);
  const high = job.get(TreeSlot.high);
  if (low === high) return Number.POSITIVE_INFINITY;
  const state = moreBits(job.get(TreeSlot.thresholdKey), job.get(TreeSlot.path));
  const share = moreBits(state, feature) / 4294967296;
  const drawn = low * (1 - share) + high * share;
  return drawn >= low && drawn < high ? drawn : low;
}

/** Sums up the next rows on the left of the threshold, and looks at the cut when all are; returns where it stands then. */
export function cutByChance(job: TreeJob, feature: number, cursor: number): number {
  const { f64 } = job.heap;
  const count = job.get(TreeSlot.count);
  const missing = count - job.get(TreeSlot.present);
  if (cursor === 0) {
    job.put(TreeSlot.drawn, drawThreshold(job, feature));
    job.put(TreeSlot.left, 0);
    f64.fill(0, job.left, job.left + job.width);
    f64.fill(0, job.missing, job.missing + job.width);
  }
  const run = job.runOfRows;
  const seen = job.get(TreeSlot.seen) / 8;
  const threshold = job.get(TreeSlot.drawn);
  const to = Math.min(count, cursor + TREE_CHUNK);
  let rows = job.get(TreeSlot.left);
  for (let i = cursor; i < to; i++) {
    const value = f64[seen + i];
    if (value <= threshold) {
      rows++;
      addEntries(job, job.left, run, i, i + 1);
    } else if (Number.isNaN(value)) addEntries(job, job.missing, run, i, i + 1);
  }
  job.put(TreeSlot.left, rows);
  if (to === count) considerLeft(job, feature, rows, missing);
  return to;
}
