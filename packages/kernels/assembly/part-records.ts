import { flushSums, PAIR_BYTES, subtractSums, sumRecords } from "./histogram";
import {
  BIN_AT,
  END,
  FEATURES,
  FROM_RECORDS,
  FROM_ROWS,
  GRADIENT_STEP,
  HAS_WIDE_BINS,
  HESSIAN_STEP,
  HISTOGRAM,
  IS_NARROW,
  PAIRS,
  PENDING,
  PLACED_LEFT,
  PLACED_RIGHT,
  RECORDS,
  ROOM,
  SIDES,
  START,
  STRIDE,
  SUMMED_SIDE,
  TO_RECORDS,
  TO_ROWS,
} from "./room-words";

// Moves the records of a node to where its children are, and sums the smaller child while they are in the cache.
// `src/part-records.ts` is the same. The order of rows within a node is whatever the threads make of it: nothing depends on it.

/** Rows that are handled at once: 16 kB of records of 28 features, which the first cache keeps from one step to the next. */
const BLOCK: u32 = 512;

/** A share of a job: rows `from` to `to` of the node's run. */
export function partRecords(job: usize, from: u32, to: u32, thread: u32): void {
  const room = <usize>load<u32>(job, ROOM);
  const stride = <usize>load<u32>(room, STRIDE);
  const records = <usize>load<u32>(job, TO_RECORDS);
  const rows = <usize>load<u32>(job, TO_ROWS);
  const summed = load<u32>(job, SUMMED_SIDE);
  for (let block = from; block < to; block += BLOCK) {
    const end = min(to, block + BLOCK);
    const count = end - block;
    const right = countRight(job, room, block, end);
    const placedLeft = atomic.add<u32>(job + PLACED_LEFT, count - right);
    const placedRight = atomic.add<u32>(job + PLACED_RIGHT, right) + right;
    const left = load<u32>(job, START) + placedLeft;
    const behind = load<u32>(job, END) - placedRight;
    move(job, room, block, end, left, behind);
    if (summed == 2) continue;
    const first = summed == 0 ? left : behind;
    const own = summed == 0 ? count - right : right;
    sumRecords(room, thread, records + <usize>first * stride, rows + (<usize>first << 2), own);
  }
  endShare(job, thread);
}

/** What a share of a job ends with. The share that ends last makes the other child of its parent. */
export function endShare(job: usize, thread: u32): void {
  if (load<u32>(job, HISTOGRAM) != 0 && !flushSums(job, thread)) return;
  if (atomic.sub<u32>(job + PENDING, 1) == 1 && load<u32>(job, SUMMED_SIDE) != 2) subtractSums(job);
}

@inline
function isRight(sides: usize, bin: usize, hasWideBins: bool): u32 {
  return <u32>load<u8>(sides + <usize>(hasWideBins ? load<u16>(bin) : load<u8>(bin)));
}

export function countRight(job: usize, room: usize, from: u32, to: u32): u32 {
  const stride = <usize>load<u32>(room, STRIDE);
  const hasWideBins = load<u32>(room, HAS_WIDE_BINS) != 0;
  const bins = <usize>load<u32>(job, FROM_RECORDS) + <usize>load<u32>(job, BIN_AT);
  const sides = <usize>load<u32>(job, SIDES);
  const end = bins + <usize>to * stride;
  let right: u32 = 0;
  for (let bin = bins + <usize>from * stride; bin < end; bin += stride) right += isRight(sides, bin, hasWideBins);
  return right;
}

/** Those that go left from place `left` on, the others from `right` on. */
export function move(job: usize, room: usize, from: u32, to: u32, left: u32, right: u32): void {
  const stride = <usize>load<u32>(room, STRIDE);
  const hasWideBins = load<u32>(room, HAS_WIDE_BINS) != 0;
  const records = <usize>load<u32>(job, FROM_RECORDS);
  const rows = <usize>load<u32>(job, FROM_ROWS);
  const toRecords = <usize>load<u32>(job, TO_RECORDS);
  const toRows = <usize>load<u32>(job, TO_ROWS);
  const binAt = <usize>load<u32>(job, BIN_AT);
  const sides = <usize>load<u32>(job, SIDES);
  for (let place = from; place < to; place++) {
    const record = records + <usize>place * stride;
    const side = isRight(sides, record + binAt, hasWideBins);
    const target = side ? right : left;
    right += side;
    left += 1 - side;
    store<u32>(toRows + (<usize>target << 2), load<u32>(rows + (<usize>place << 2)));
    if (toRecords == 0) continue;
    const copy = toRecords + <usize>target * stride;
    v128.store(copy, v128.load(record));
    for (let at: usize = 16; at < stride; at += 16) v128.store(copy + at, v128.load(record + at));
  }
}

@inline
function copyRecord(to: usize, from: usize, stride: usize): void {
  for (let at: usize = 0; at < stride; at += 16) v128.store(to + at, v128.load(from + at));
}

/** Makes the root of a tree, rows `from` to `to` of its bag: gives the records their narrow pairs, and sums them. */
export function packRecords(job: usize, from: u32, to: u32, thread: u32): void {
  for (let block = from; block < to; block += BLOCK) packBlock(job, block, min(to, block + BLOCK), thread);
  endShare(job, thread);
}

export function packBlock(job: usize, from: u32, to: u32, thread: u32): void {
  const room = <usize>load<u32>(job, ROOM);
  const stride = <usize>load<u32>(room, STRIDE);
  const all = <usize>load<u32>(room, RECORDS);
  const pairs = <usize>load<u32>(room, PAIRS);
  const isNarrow = load<u32>(room, IS_NARROW) != 0;
  const records = <usize>load<u32>(job, TO_RECORDS);
  const rows = <usize>load<u32>(job, TO_ROWS);
  const gradientUp = 1 / load<f64>(room, GRADIENT_STEP);
  const hessianUp = 1 / load<f64>(room, HESSIAN_STEP);
  for (let place = from; place < to; place++) {
    const row = <usize>load<u32>(rows + (<usize>place << 2));
    const record = records + <usize>place * stride;
    if (records != all) copyRecord(record, all + row * stride, stride);
    if (!isNarrow) continue;
    const gradient = <i32>nearest(load<f64>(pairs + (row << 4)) * gradientUp);
    const hessian = <i32>nearest(load<f64>(pairs + (row << 4), 8) * hessianUp);
    store<i32>(record, (gradient << 16) | hessian);
  }
  sumRecords(room, thread, records + <usize>from * stride, rows + (<usize>from << 2), to - from);
}

/** Sums a node whose histogram is not there any more: rows `from` to `to` of its run. */
export function sumNode(job: usize, from: u32, to: u32, thread: u32): void {
  const room = <usize>load<u32>(job, ROOM);
  const stride = <usize>load<u32>(room, STRIDE);
  const records = <usize>load<u32>(job, FROM_RECORDS);
  const rows = <usize>load<u32>(job, FROM_ROWS);
  sumRecords(room, thread, records + <usize>from * stride, rows + (<usize>from << 2), to - from);
  endShare(job, thread);
}

/**
 * Makes the records of rows `from` to `to` of all that there are, from bins that stand in the job's records column after column.
 * A cache line of records is written once for all its features.
 */
export function layRecords(job: usize, from: u32, to: u32): void {
  const room = <usize>load<u32>(job, ROOM);
  const stride = <usize>load<u32>(room, STRIDE);
  const features = <usize>load<u32>(room, FEATURES);
  const width: usize = load<u32>(room, HAS_WIDE_BINS) != 0 ? 2 : 1;
  const columns = <usize>load<u32>(job, FROM_RECORDS);
  const length = width * <usize>load<u32>(job, END);
  const bins = <usize>load<u32>(room, RECORDS) + PAIR_BYTES;
  for (let block = from; block < to; block += 64) {
    const end = min(to, block + 64);
    for (let feature: usize = 0; feature < features; feature++) {
      const column = columns + feature * length;
      for (let row = <usize>block; row < <usize>end; row++) {
        const place = bins + row * stride + feature * width;
        if (width == 1) store<u8>(place, load<u8>(column + row));
        else store<u16>(place, load<u16>(column + (row << 1)));
      }
    }
  }
}
