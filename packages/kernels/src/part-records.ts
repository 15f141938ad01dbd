import type { Heap } from "./heap.ts";
import { flushSums, PAIR_BYTES, subtractSums, sumRecords } from "./histogram.ts";
import { NodeWord, RoomWord } from "./room-words.ts";
import { roundToEven } from "./row-passes.ts";

// The twin of `assembly/part-records.ts`, on one thread.

/** A share of a job: rows `from` to `to` of the node's run. */
export function partRecords(heap: Heap, job: number, from: number, to: number, thread: number): void {
  const { u8, u16, u32 } = heap;
  const at = job / 4;
  const room = u32[at + NodeWord.room];
  const stride = u32[room / 4 + RoomWord.stride];
  const hasWideBins = u32[room / 4 + RoomWord.hasWideBins] !== 0;
  const records = u32[at + NodeWord.fromRecords];
  const rows = u32[at + NodeWord.fromRows] / 4;
  const toRecords = u32[at + NodeWord.toRecords];
  const toRows = u32[at + NodeWord.toRows] / 4;
  const binAt = u32[at + NodeWord.binAt];
  const sides = u32[at + NodeWord.sides];
  const summed = u32[at + NodeWord.summedSide];
  const start = u32[at + NodeWord.start];
  const end = u32[at + NodeWord.end];
  for (let place = from; place < to; place++) {
    const record = records + place * stride;
    const side = u8[sides + (hasWideBins ? u16[(record + binAt) / 2] : u8[record + binAt])];
    const target = side === 0 ? start + u32[at + NodeWord.placedLeft]++ : end - ++u32[at + NodeWord.placedRight];
    u32[toRows + target] = u32[rows + place];
    if (toRecords === 0) continue;
    const copy = toRecords + target * stride;
    u8.copyWithin(copy, record, record + stride);
    if (side === summed) sumRecords(heap, room, thread, copy, 4 * (toRows + target), 1);
  }
  if (summed !== 2) flushSums(heap, job, thread);
  if (--u32[at + NodeWord.pending] === 0 && summed !== 2) subtractSums(heap, job);
}

/** Makes the root of a tree, rows `from` to `to` of its bag: gives the records their narrow pairs, and sums them. */
export function packRecords(heap: Heap, job: number, from: number, to: number, thread: number): void {
  const { f64, i32, u8, u32 } = heap;
  const at = job / 4;
  const room = u32[at + NodeWord.room];
  const stride = u32[room / 4 + RoomWord.stride];
  const all = u32[room / 4 + RoomWord.records];
  const pairs = u32[room / 4 + RoomWord.pairs] / 8;
  const isNarrow = u32[room / 4 + RoomWord.isNarrow] !== 0;
  const records = u32[at + NodeWord.toRecords];
  const rows = u32[at + NodeWord.toRows];
  const gradientUp = 1 / f64[(room / 4 + RoomWord.gradientStep) / 2];
  const hessianUp = 1 / f64[(room / 4 + RoomWord.hessianStep) / 2];
  for (let place = from; place < to; place++) {
    const row = u32[rows / 4 + place];
    const record = records + place * stride;
    if (records !== all) u8.copyWithin(record, all + row * stride, all + (row + 1) * stride);
    if (!isNarrow) continue;
    const gradient = roundToEven(f64[pairs + 2 * row] * gradientUp);
    i32[record / 4] = (gradient << 16) | roundToEven(f64[pairs + 2 * row + 1] * hessianUp);
  }
  sumRecords(heap, room, thread, records + from * stride, rows + 4 * from, to - from);
  flushSums(heap, job, thread);
}

/** Sums a node whose histogram is not there any more: rows `from` to `to` of its run. */
export function sumNode(heap: Heap, job: number, from: number, to: number, thread: number): void {
  const { u32 } = heap;
  const room = u32[job / 4 + NodeWord.room];
  const stride = u32[room / 4 + RoomWord.stride];
  const records = u32[job / 4 + NodeWord.fromRecords];
  const rows = u32[job / 4 + NodeWord.fromRows];
  sumRecords(heap, room, thread, records + from * stride, rows + 4 * from, to - from);
  flushSums(heap, job, thread);
}

/** Makes the records of rows `from` to `to` of all that there are, from bins that stand in the job's records column after column. */
export function layRecords({ u8, u16, u32 }: Heap, job: number, from: number, to: number): void {
  const room = u32[job / 4 + NodeWord.room];
  const stride = u32[room / 4 + RoomWord.stride];
  const hasWideBins = u32[room / 4 + RoomWord.hasWideBins] !== 0;
  const columns = u32[job / 4 + NodeWord.fromRecords];
  const rows = u32[job / 4 + NodeWord.end];
  const records = u32[room / 4 + RoomWord.records];
  for (let feature = 0; feature < u32[room / 4 + RoomWord.features]; feature++) {
    for (let row = from; row < to; row++) {
      const place = records + row * stride + placeOfBin(feature, hasWideBins);
      if (hasWideBins) u16[place / 2] = u16[columns / 2 + feature * rows + row];
      else u8[place] = u8[columns + feature * rows + row];
    }
  }
}

/** Where a feature's bin is in a record. */
export function placeOfBin(feature: number, hasWideBins: boolean): number {
  return PAIR_BYTES + (hasWideBins ? 2 * feature : feature);
}
