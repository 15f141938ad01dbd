import { NodeWord, PAIR_BYTES, RoomWord } from "./generated/room-layout.ts";
import type { Heap } from "./heap.ts";

// The twin of `assembly/histogram.ts`, which explains the layout. Offsets are in bytes.

/** Adds `count` records, the rows of which are at `rows`, to the accumulators of a thread. */
export function sumRecords(
  heap: Heap,
  room: number,
  thread: number,
  records: number,
  rows: number,
  count: number,
): void {
  const { f64, i32, u8, u16, u32 } = heap;
  const at = room / 4;
  const stride = u32[at + RoomWord.stride];
  const sums = accumulatorsOf(heap, room, thread);
  const isNarrow = u32[at + RoomWord.isNarrow] !== 0;
  const countsRows = u32[at + RoomWord.countsRows] !== 0;
  const counts = sums / 4 + 4 * u32[at + RoomWord.slots];
  const pairs = u32[at + RoomWord.pairs] / 8;
  const classPairs = u32[at + RoomWord.classPairs];
  for (let i = 0; i < count; i++) {
    const record = records + i * stride;
    const row = u32[rows / 4 + i];
    const pair = pairs + 2 * row;
    const first = classPairs === 0 ? 0 : u8[classPairs + row] * u32[at + RoomWord.pairSlots];
    for (let column = 0; column < u32[at + RoomWord.columns]; column++) {
      const bin = slotOf(heap, room, record, column);
      const slot = first + bin;
      if (isNarrow) {
        u32[sums / 4 + 2 * slot] += u16[record / 2];
        i32[sums / 4 + 2 * slot + 1] += i32[record / 4] >> 16;
      } else {
        f64[sums / 8 + 2 * slot] += f64[pair];
        f64[sums / 8 + 2 * slot + 1] += f64[pair + 1];
      }
      if (countsRows) u32[counts + bin]++;
    }
  }
}

/** Where a record's bin of a column is summed. */
function slotOf({ u8, u16, u32 }: Heap, room: number, record: number, column: number): number {
  const place = record + PAIR_BYTES;
  const bin = u32[room / 4 + RoomWord.hasWideBins] === 0 ? u8[place + column] : u16[place / 2 + column];
  return u32[u32[room / 4 + RoomWord.slotStarts] / 4 + column] + bin;
}

/** Adds what a thread has summed to the histogram of the job, and leaves zeroes behind. */
export function flushSums(heap: Heap, job: number, thread: number): void {
  const { f64, i32, u32 } = heap;
  const room = u32[job / 4 + NodeWord.room];
  const slots = u32[room / 4 + RoomWord.slots];
  const sums = accumulatorsOf(heap, room, thread);
  const to = u32[job / 4 + NodeWord.histogram] / 8;
  if (u32[job / 4 + NodeWord.isFilled] === 0) {
    u32[job / 4 + NodeWord.isFilled] = 1;
    f64.fill(0, to, to + 2 * slots);
    if (u32[room / 4 + RoomWord.countsRows] !== 0) {
      const counts = u32[job / 4 + NodeWord.counts] / 4;
      u32.fill(0, counts, counts + slots);
    }
  }
  if (u32[room / 4 + RoomWord.isNarrow] !== 0) {
    const gradientStep = f64[(room / 4 + RoomWord.gradientStep) / 2];
    const hessianStep = f64[(room / 4 + RoomWord.hessianStep) / 2];
    for (let slot = 0; slot < slots; slot++) {
      f64[to + 2 * slot] += i32[sums / 4 + 2 * slot + 1] * gradientStep;
      f64[to + 2 * slot + 1] += u32[sums / 4 + 2 * slot] * hessianStep;
    }
    u32.fill(0, sums / 4, sums / 4 + 2 * slots);
  } else {
    for (let i = 0; i < 2 * slots; i++) f64[to + i] += f64[sums / 8 + i];
    f64.fill(0, sums / 8, sums / 8 + 2 * slots);
  }
  if (u32[room / 4 + RoomWord.countsRows] === 0) return;
  const from = sums / 4 + 4 * slots;
  const counts = u32[job / 4 + NodeWord.counts] / 4;
  for (let slot = 0; slot < slots; slot++) u32[counts + slot] += u32[from + slot];
  u32.fill(0, from, from + slots);
}

/** Takes the sums of the job's child away from those of its parent, which become those of the other child. */
export function subtractSums({ f64, u32 }: Heap, job: number): void {
  const room = u32[job / 4 + NodeWord.room];
  const slots = u32[room / 4 + RoomWord.slots];
  const child = u32[job / 4 + NodeWord.histogram] / 8;
  const parent = u32[job / 4 + NodeWord.parent] / 8;
  for (let i = 0; i < 2 * slots; i++) f64[parent + i] -= f64[child + i];
  if (u32[room / 4 + RoomWord.countsRows] === 0) return;
  const rows = u32[job / 4 + NodeWord.counts] / 4;
  const parentRows = u32[job / 4 + NodeWord.parentCounts] / 4;
  for (let slot = 0; slot < slots; slot++) u32[parentRows + slot] -= u32[rows + slot];
}

function accumulatorsOf({ u32 }: Heap, room: number, thread: number): number {
  return u32[room / 4 + RoomWord.accumulators] + thread * u32[room / 4 + RoomWord.accumulatorBytes];
}
