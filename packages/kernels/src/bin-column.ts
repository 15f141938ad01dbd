import { ColumnJob } from "./column-job.ts";
import { countRuns, cut, cutInTwo } from "./cut-column.ts";
import { ColumnPhase, ColumnSlot, ColumnSource } from "./generated/column-layout.ts";
import type { Heap } from "./heap.ts";
import { look, sort } from "./sort-column.ts";

/** The twin of `assembly/bin-column.ts`: a share of about `budget` rows of the work on a column, as far as it is not done. */
export function binColumn(heap: Heap, offset: number, budget: number): void {
  const job = new ColumnJob(heap, offset);
  for (let left = budget; left > 0 && job.get(ColumnSlot.phase) !== ColumnPhase.done; ) left -= share(job, left);
}

function share(job: ColumnJob, budget: number): number {
  switch (job.get(ColumnSlot.phase)) {
    case ColumnPhase.look: {
      const seen = look(job, budget);
      if (job.get(ColumnSlot.phase) === ColumnPhase.sort) cutInTwo(job);
      return seen;
    }
    case ColumnPhase.sort:
      return sort(job, budget);
    case ColumnPhase.run:
      return countRuns(job, budget);
    case ColumnPhase.cut:
      return cut(job, budget);
    case ColumnPhase.place:
      return place(job);
    default:
      return bin(job, budget);
  }
}

/** Writes down, for each beginning that a value can have, how many bins lie below it. */
function place(job: ColumnJob): number {
  const cutCount = job.get(ColumnSlot.cutCount);
  const places = job.get(ColumnSlot.places) / 2;
  const shift = job.get(ColumnSlot.placeShift);
  const { u16 } = job.heap;
  const count = placesOf(job);
  u16.fill(0, places, places + count + 1);
  let most = 0;
  for (let i = 0; i < cutCount; i++) {
    const at = places + job.edges.bits(i, shift, count - 1) + 1;
    most = Math.max(most, ++u16[at]);
  }
  for (let at = places + 1; at <= places + count; at++) u16[at] += u16[at - 1];
  const reach = most === 0 ? 0 : 1 << (31 - Math.clz32(most));
  job.put(ColumnSlot.reach, reach);
  for (let i = cutCount; i <= cutCount + 2 * reach; i++) job.edges.set(i, Number.POSITIVE_INFINITY);
  job.enter(ColumnPhase.bin);
  return (count >>> 4) + 1;
}

/** Finds the bins among those that a value's beginning leaves. */
function bin(job: ColumnJob, budget: number): number {
  const from = job.get(ColumnSlot.cursor);
  const to = Math.min(job.get(ColumnSlot.rowCount), from + budget);
  const { heap, edges } = job;
  const values = job.buffers[ColumnSource.values];
  const places = job.get(ColumnSlot.places) / 2;
  const shift = job.get(ColumnSlot.placeShift);
  const reach = job.get(ColumnSlot.reach);
  const missing = job.get(ColumnSlot.cutCount) + 1;
  const mask = placesOf(job) - 1;
  const isNarrow = job.get(ColumnSlot.maxBins) < 256;
  const bins = isNarrow ? heap.u8 : heap.u16;
  const first = job.get(ColumnSlot.bins) / (isNarrow ? 1 : 2);
  for (let row = from; row < to; row++) {
    const value = values.get(row);
    let found = heap.u16[places + values.bits(row, shift, mask)];
    for (let step = reach; step > 1; step >>>= 1) if (value > edges.get(found + step - 1)) found += step;
    if (value > edges.get(found)) found++;
    bins[first + row] = Number.isNaN(value) ? missing : found;
  }
  job.put(ColumnSlot.cursor, to);
  if (to === job.get(ColumnSlot.rowCount)) job.enter(ColumnPhase.done);
  return to - from;
}

function placesOf(job: ColumnJob): number {
  return 1 << job.get(ColumnSlot.placeBits);
}
