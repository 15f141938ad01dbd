import { NodeWord, PAIR_BYTES, RoomWord } from "./generated/room-layout.ts";
import type { Heap } from "./heap.ts";
import { flushSums, subtractSums, sumRecords } from "./histogram.ts";
import { roundToEven } from "./row-passes.ts";
import { unbundle } from "./unbundle.ts";

// The twin of `assembly/part-records.ts`, on one thread: the same nodes and sums, with their rows in another order.

/**
 * A share of a job: as many rows as from `from` to `to`, of those that nobody has looked at, the last of the run first. Rows that
 * go right change places with the first one behind that does not. One thread needs no blocks.
 */
export function partRecords(heap: Heap, job: number, from: number, to: number, thread: number): void {
  const { u32 } = heap;
  const at = job / 4;
  const end = u32[at + NodeWord.end];
  const summed = u32[at + NodeWord.summedSide];
  for (let i = from; i < to; i++) {
    const place = end - ++u32[at + NodeWord.claimed];
    const side = sideOf(heap, job, place);
    const target = side === 0 ? place : end - ++u32[at + NodeWord.claimedRight];
    if (target !== place) swapRecords(heap, job, place, target);
    if (side === summed) sumRun(heap, job, thread, target, 1);
  }
  u32[at + NodeWord.placedLeft] = end - u32[at + NodeWord.start] - u32[at + NodeWord.claimedRight];
  endShare(heap, job, thread);
}

/** What a share of a job ends with. The one that ends last makes the other child of its parent. */
function endShare(heap: Heap, job: number, thread: number): void {
  const at = job / 4;
  if (heap.u32[at + NodeWord.histogram] !== 0) flushSums(heap, job, thread);
  if (--heap.u32[at + NodeWord.pending] !== 0 || heap.u32[at + NodeWord.histogram] === 0) return;
  const room = heap.u32[at + NodeWord.room];
  unbundle(heap, room, heap.u32[at + NodeWord.histogram], heap.u32[at + NodeWord.counts]);
  if (heap.u32[at + NodeWord.parent] === 0) return;
  subtractSums(heap, job);
  unbundle(heap, room, heap.u32[at + NodeWord.parent], heap.u32[at + NodeWord.parentCounts]);
}

function sideOf({ u8, u16, u32 }: Heap, job: number, place: number): number {
  const room = u32[job / 4 + NodeWord.room] / 4;
  const bin = u32[room + RoomWord.records] + place * u32[room + RoomWord.stride] + u32[job / 4 + NodeWord.binAt];
  return u8[u32[job / 4 + NodeWord.sides] + (u32[room + RoomWord.hasWideBins] !== 0 ? u16[bin / 2] : u8[bin])];
}

function sumRun(heap: Heap, job: number, thread: number, first: number, count: number): void {
  const { u32 } = heap;
  const room = u32[job / 4 + NodeWord.room];
  const records = u32[room / 4 + RoomWord.records] + first * u32[room / 4 + RoomWord.stride];
  sumRecords(heap, room, thread, records, u32[room / 4 + RoomWord.rows] + 4 * first, count);
}

function swapRecords({ u8, u32 }: Heap, job: number, a: number, b: number): void {
  const room = u32[job / 4 + NodeWord.room] / 4;
  const stride = u32[room + RoomWord.stride];
  const rows = u32[room + RoomWord.rows] / 4;
  const row = u32[rows + a];
  u32[rows + a] = u32[rows + b];
  u32[rows + b] = row;
  const records = u32[room + RoomWord.records];
  const first = u8.slice(records + a * stride, records + (a + 1) * stride);
  u8.copyWithin(records + a * stride, records + b * stride, records + (b + 1) * stride);
  u8.set(first, records + b * stride);
}

/** Makes the root of a tree, rows `from` to `to` of its bag: gives the records their narrow pairs, and sums them. */
export function packRecords(heap: Heap, job: number, from: number, to: number, thread: number): void {
  const { f64, i32, u8, u32 } = heap;
  const at = job / 4;
  const room = u32[at + NodeWord.room];
  const stride = u32[room / 4 + RoomWord.stride];
  const all = u32[room / 4 + RoomWord.allRecords];
  const pairs = u32[room / 4 + RoomWord.pairs] / 8;
  const isNarrow = u32[room / 4 + RoomWord.isNarrow] !== 0;
  const records = u32[room / 4 + RoomWord.records];
  const rows = u32[room / 4 + RoomWord.rows];
  const gradientUp = 1 / f64[(room / 4 + RoomWord.gradientStep) / 2];
  const hessianUp = 1 / f64[(room / 4 + RoomWord.hessianStep) / 2];
  for (let place = from; place < to; place++) {
    const row = u32[rows / 4 + place];
    const record = records + place * stride;
    u8.copyWithin(record, all + row * stride, all + (row + 1) * stride);
    if (!isNarrow) continue;
    const gradient = roundToEven(f64[pairs + 2 * row] * gradientUp);
    i32[record / 4] = (gradient << 16) | roundToEven(f64[pairs + 2 * row + 1] * hessianUp);
  }
  sumRecords(heap, room, thread, records + from * stride, rows + 4 * from, to - from);
  endShare(heap, job, thread);
}

/** Sums a node whose histogram is not there any more: rows `from` to `to` of its run. */
export function sumNode(heap: Heap, job: number, from: number, to: number, thread: number): void {
  sumRun(heap, job, thread, from, to - from);
  endShare(heap, job, thread);
}

/** Makes the records of rows `from` to `to` of all that there are, from bins that stand where the tree's will, column after column. */
export function layRecords({ u8, u16, u32 }: Heap, job: number, from: number, to: number): void {
  const room = u32[job / 4 + NodeWord.room];
  const stride = u32[room / 4 + RoomWord.stride];
  const hasWideBins = u32[room / 4 + RoomWord.hasWideBins] !== 0;
  const columns = u32[room / 4 + RoomWord.records];
  const rows = u32[job / 4 + NodeWord.end];
  const records = u32[room / 4 + RoomWord.allRecords];
  for (let column = 0; column < u32[room / 4 + RoomWord.columns]; column++) {
    for (let row = from; row < to; row++) {
      const place = records + row * stride + placeOfBin(column, hasWideBins);
      if (hasWideBins) u16[place / 2] = u16[columns / 2 + column * rows + row];
      else u8[place] = u8[columns + column * rows + row];
    }
  }
}

/** Where a column's bin is in a record. */
export function placeOfBin(column: number, hasWideBins: boolean): number {
  return PAIR_BYTES + (hasWideBins ? 2 * column : column);
}
