import type { TreeJob } from "./tree-job.ts";
import { IN_BAG, NEW, TREE_CHUNK, TreeSlot } from "./tree-slots.ts";

/**
 * Loads the next entries of a feature's run from those of all rows: the rows of the bag, each with its payload. An entry
 * whose forerunners were left out takes over what they say of its value: it differs from the last one that stayed.
 */
export function loadEntries(job: TreeJob, feature: number, cursor: number): number {
  const { u32 } = job.heap;
  const offset = (feature * job.get(TreeSlot.stride)) / 4;
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
