import { columnOf } from "./tree-chance.ts";
import type { TreeJob } from "./tree-job.ts";
import { IN_BAG, NEW, TREE_CHUNK, TreeSlot } from "./tree-slots.ts";

/**
 * Loads the next entries of a run from those of all rows: the rows of the bag, each with its payload. An entry
 * whose forerunners were left out takes over what they say of its value: it differs from the last one that stayed.
 */
export function loadEntries(job: TreeJob, number: number, cursor: number): number {
  const { u32 } = job.heap;
  const offset = (number * job.get(TreeSlot.stride)) / 4;
  const from = job.get(TreeSlot.base) / 4 + offset;
  const to = job.get(TreeSlot.runs) / 4 + offset;
  const payload = job.get(TreeSlot.payload) / 4;
  const { rowMask } = job;
  const end = Math.min(job.get(TreeSlot.rowCount), cursor + TREE_CHUNK);
  let waiting = cursor === 0 ? 0 : job.get(TreeSlot.waiting);
  let put = cursor === 0 ? 0 : job.get(TreeSlot.put);
  for (let i = cursor; i < end; i++) {
    const e = u32[from + i];
    const p = u32[payload + (e & rowMask)];
    waiting |= e & NEW;
    if ((p & IN_BAG) === 0) continue;
    u32[to + put++] = e | waiting | (p & ~IN_BAG);
    waiting = 0;
  }
  job.put(TreeSlot.waiting, waiting >>> 0);
  job.put(TreeSlot.put, put);
  return end;
}

/**
 * Parts the next entries of a run by the side of their rows, in their order: those that go left move up within the run,
 * the others wait in `scratch`, and follow at the end.
 */
export function partRun(job: TreeJob, run: number, count: number, cursor: number): number {
  const { u8, u32 } = job.heap;
  const side = job.get(TreeSlot.side);
  const scratch = job.get(TreeSlot.scratch) / 4;
  const { rowMask } = job;
  const end = Math.min(count, cursor + TREE_CHUNK);
  let left = cursor === 0 ? 0 : job.get(TreeSlot.put);
  let right = cursor === 0 ? 0 : job.get(TreeSlot.moved);
  let waitingLeft = cursor === 0 ? 0 : job.get(TreeSlot.waiting);
  let waitingRight = cursor === 0 ? 0 : job.get(TreeSlot.waitingRight);
  for (let i = cursor; i < end; i++) {
    const e = u32[run + i];
    waitingLeft |= e & NEW;
    waitingRight |= e & NEW;
    if (u8[side + (e & rowMask)] === 0) {
      u32[run + left++] = e | waitingLeft;
      waitingLeft = 0;
    } else {
      u32[scratch + right++] = e | waitingRight;
      waitingRight = 0;
    }
  }
  if (end === count) u32.copyWithin(run + left, scratch, scratch + right);
  job.put(TreeSlot.put, left);
  job.put(TreeSlot.moved, right);
  job.put(TreeSlot.waiting, waitingLeft >>> 0);
  job.put(TreeSlot.waitingRight, waitingRight >>> 0);
  return end;
}

/** Notes for every row of the node the child that it goes to. */
export function mark(
  job: TreeJob,
  feature: number,
  { position, present, missingLeft }: { position: number; present: number; missingLeft: boolean },
): void {
  if (job.isCategorical(feature)) markCategories(job, feature, present, missingLeft);
  else if (job.isByChance) markByThreshold(job, feature, missingLeft);
  else markByPosition(job, feature, position, present, missingLeft);
}

function markByPosition(job: TreeJob, feature: number, position: number, present: number, missingLeft: boolean): void {
  const { u8, u32 } = job.heap;
  const run = job.runOf(feature);
  const side = job.get(TreeSlot.side);
  const count = job.get(TreeSlot.count);
  const { rowMask } = job;
  for (let i = 0; i < count; i++) {
    const goesRight = i < present ? i >= position : !missingLeft;
    u8[side + (u32[run + i] & rowMask)] = goesRight ? 1 : 0;
  }
}

function markByThreshold(job: TreeJob, feature: number, missingLeft: boolean): void {
  const { u8, u32, f64 } = job.heap;
  const run = job.runOfRows;
  const column = columnOf(job, feature);
  const rowStride = job.get(TreeSlot.rowStride) / 8;
  const threshold = job.get(TreeSlot.threshold);
  const side = job.get(TreeSlot.side);
  const count = job.get(TreeSlot.count);
  const { rowMask } = job;
  for (let i = 0; i < count; i++) {
    const row = u32[run + i] & rowMask;
    const value = f64[column + row * rowStride];
    const goesLeft = value <= threshold || (missingLeft && Number.isNaN(value));
    u8[side + row] = goesLeft ? 0 : 1;
  }
}

function markCategories(job: TreeJob, feature: number, present: number, missingLeft: boolean): void {
  const { u8, u32 } = job.heap;
  const run = job.runOf(feature);
  const side = job.get(TreeSlot.side);
  const sides = job.get(TreeSlot.bestSides);
  const count = job.get(TreeSlot.count);
  const { rowMask } = job;
  let category = 0;
  for (let i = 0; i < count; i++) {
    const e = u32[run + i];
    if (i > 0 && i < present && e & NEW) category++;
    const goesLeft = i < present ? u8[sides + category] === 1 : missingLeft;
    u8[side + (e & rowMask)] = goesLeft ? 0 : 1;
  }
}
