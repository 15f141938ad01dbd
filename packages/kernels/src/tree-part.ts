import { IN_BAG, MISSING, NEW, TREE_CHUNK, TreeSlot } from "./generated/tree-layout.ts";
import { columnOf } from "./tree-chance.ts";
import type { TreeJob } from "./tree-job.ts";

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
  const kept = job.movesRows ? NEW | MISSING : -1;
  const end = Math.min(job.get(TreeSlot.rowCount), cursor + TREE_CHUNK);
  let waiting = cursor === 0 ? 0 : job.get(TreeSlot.waiting);
  let put = cursor === 0 ? 0 : job.get(TreeSlot.put);
  for (let i = cursor; i < end; i++) {
    const e = u32[from + i];
    const p = u32[payload + (e & rowMask)];
    waiting |= e & NEW;
    if ((p & IN_BAG) === 0) continue;
    u32[to + put++] = (e & kept) | waiting | (p & ~IN_BAG);
    waiting = 0;
  }
  job.put(TreeSlot.waiting, waiting >>> 0);
  job.put(TreeSlot.put, put);
  return end;
}

/**
 * Parts the entries of a run from `cursor` to `end`, in their order, by the side of their rows, or the place that they move to:
 * those that go left move up within the run, the others wait in `scratch`, a byte offset, and follow at the end.
 */
export function partRun(
  job: TreeJob,
  { run, count, cursor, end }: { run: number; count: number; cursor: number; end: number },
  scratch: number,
): void {
  const { u32 } = job.heap;
  const { rowMask, movesRows } = job;
  const out = run + (job.get(TreeSlot.runs) - job.get(TreeSlot.source)) / 4;
  const waitingPlace = scratch / 4;
  const places = job.get(TreeSlot.places) / 4;
  const middle = job.get(TreeSlot.middle);
  const side = job.get(TreeSlot.side);
  let left = cursor === 0 ? 0 : job.get(TreeSlot.put);
  let right = cursor === 0 ? 0 : job.get(TreeSlot.moved);
  let waitingLeft = cursor === 0 ? 0 : job.get(TreeSlot.waiting);
  let waitingRight = cursor === 0 ? 0 : job.get(TreeSlot.waitingRight);
  for (let i = cursor; i < end; i++) {
    const e = u32[run + i];
    const place = e & rowMask;
    const moved = movesRows ? u32[places + place] | (e & MISSING) : e;
    waitingLeft |= e & NEW;
    waitingRight |= e & NEW;
    if (movesRows ? u32[places + place] < middle : job.heap.u8[side + place] === 0) {
      u32[out + left++] = moved | waitingLeft;
      waitingLeft = 0;
    } else {
      u32[waitingPlace + right++] = moved | waitingRight;
      waitingRight = 0;
    }
  }
  if (end === count) {
    u32.copyWithin(out + left, waitingPlace, waitingPlace + right);
    return;
  }
  job.put(TreeSlot.put, left);
  job.put(TreeSlot.moved, right);
  job.put(TreeSlot.waiting, waitingLeft >>> 0);
  job.put(TreeSlot.waitingRight, waitingRight >>> 0);
}

/** Where the best cut of a node parts a run. */
interface CutPlace {
  readonly position: number;
  readonly present: number;
  readonly missingLeft: boolean;
}

/** Notes for every row of the node the child that it goes to. */
export function mark(job: TreeJob, feature: number, cut: CutPlace): void {
  const { position, present, missingLeft } = cut;
  if (job.movesRows) moveRows(job, feature, cut);
  else if (job.isCategorical(feature)) markCategories(job, feature, present, missingLeft);
  else if (job.isByChance) markByThreshold(job, feature, missingLeft);
  else markByPosition(job, feature, position, present, missingLeft);
}

/** Moves the rows of the node, and their pairs, to those of their child, in the order of the run that the cut stands in. */
function moveRows(job: TreeJob, feature: number, { position, present, missingLeft }: CutPlace): void {
  const { u8, u32, f64 } = job.heap;
  const run = job.runOf(feature);
  const sides = job.get(TreeSlot.bestSides);
  const isOfCategories = job.isCategorical(feature);
  const [start, count] = [job.get(TreeSlot.start), job.get(TreeSlot.count)];
  const { rowMask } = job;
  const [rows, spareRows] = [job.get(TreeSlot.rows) / 4, job.get(TreeSlot.spareRows) / 4];
  const [pairs, sparePairs] = [job.get(TreeSlot.pairs) / 8, job.get(TreeSlot.sparePairs) / 8];
  const places = job.get(TreeSlot.places) / 4;
  let leftPlace = start;
  let rightPlace = job.get(TreeSlot.middle);
  let category = 0;
  for (let i = 0; i < count; i++) {
    const e = u32[run + i];
    if (i > 0 && i < present && e & NEW) category++;
    const presentLeft = isOfCategories ? u8[sides + category] === 1 : i < position;
    const place = (i < present ? presentLeft : missingLeft) ? leftPlace++ : rightPlace++;
    const from = e & rowMask;
    u32[places + from] = place;
    u32[spareRows + place] = u32[rows + from];
    f64[sparePairs + 2 * place] = f64[pairs + 2 * from];
    f64[sparePairs + 2 * place + 1] = f64[pairs + 2 * from + 1];
  }
  u32.copyWithin(rows + start, spareRows + start, spareRows + start + count);
  f64.copyWithin(pairs + 2 * start, sparePairs + 2 * start, sparePairs + 2 * (start + count));
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
