import { BINS_PER_COLUMN, NodeWord, PAIR_BYTES, RoomWord } from "../generated/room-layout";
import { BoardWord } from "../generated/tasks-layout";
import { sumNarrow, sumNarrowWords } from "./sum-strips";
import { unbundle } from "./unbundle";

// The sums of a node's rows, bin by bin, of all features at once. A histogram is [gradients, hessians] (two f64) per slot;
// a feature has a slot for each bin, and one for what is missing; what bundles of features have in the place of theirs stands in
// `unbundle.ts`. All sums lie on a power-of-two grid, so each is exact: it
// does not matter in which order, or on which thread, rows are added, or whether a node is summed or is what its parent
// has left when its sibling is taken away.
//
// Rows are records: a narrow pair (u16 hessian, i16 gradient), then a bin per column, padded to 16 bytes; a node's records
// lie one after the other. A thread adds them to accumulators of its own, and these to the node's histogram. Narrow
// accumulators hold gradient and hessian in one i64: a row is one addition per column, of half the size. They overflow
// after 32,768 rows, and no task has more. Wide pairs are rare (`gradientBits`), and are fetched by row.
// How the loop over narrow records was chosen stands in `sum-strips.ts`.

/** Bytes from one column to the next where bins are bytes: those of four neighbours are four constants apart. */
export const NARROW: usize = BINS_PER_COLUMN << 3;
export const WIDE: usize = BINS_PER_COLUMN << 4;

/** Adds `count` records, the rows of which are at `rows`, to the accumulators of a thread. */
export function sumRecords(room: usize, thread: u32, records: usize, rows: usize, count: u32): void {
  const sums = accumulatorsOf(room, thread);
  const stride = <usize>load<u32>(room, RoomWord.stride);
  const end = records + <usize>count * stride;
  const classPairs = <usize>load<u32>(room, RoomWord.classPairs);
  if (classPairs == 0) sumRun(room, sums, records, end, rows);
  else {
    // More than two classes: each row adds to the sums of its own pair of them.
    const bytes = <usize>load<u32>(room, RoomWord.pairSlots) << (load<u32>(room, RoomWord.isNarrow) != 0 ? 3 : 4);
    let row = rows;
    for (let record = records; record < end; record += stride, row += 4) {
      const pair = <usize>load<u8>(classPairs + <usize>load<u32>(row));
      sumRun(room, sums + pair * bytes, record, record + stride, row);
    }
  }
  if (load<u32>(room, RoomWord.countsRows) == 0) return;
  const columns = <usize>load<u32>(room, RoomWord.columns);
  const starts = <usize>load<u32>(room, RoomWord.slotStarts);
  const hasWideBins = load<u32>(room, RoomWord.hasWideBins) != 0;
  countRecords(sums + (<usize>load<u32>(room, RoomWord.slots) << 4), records, end, stride, columns, starts, hasWideBins);
}

function sumRun(room: usize, sums: usize, records: usize, end: usize, rows: usize): void {
  const stride = <usize>load<u32>(room, RoomWord.stride);
  const columns = <usize>load<u32>(room, RoomWord.columns);
  const isNarrow = load<u32>(room, RoomWord.isNarrow) != 0;
  const pairs = <usize>load<u32>(room, RoomWord.pairs);
  const starts = <usize>load<u32>(room, RoomWord.slotStarts);
  const hasWideBins = load<u32>(room, RoomWord.hasWideBins) != 0;
  if (isNarrow && !hasWideBins) sumNarrow(sums, records, end, stride, (columns + 3) & ~3);
  else if (isNarrow) sumNarrowWords(sums, records, end, stride, columns, starts);
  else if (!hasWideBins) sumWide(sums, records, end, stride, (columns + 3) & ~3, rows, pairs);
  else sumWideWords(sums, records, end, stride, columns, starts, rows, pairs);
}

/** The pair of a record as it stands in a histogram. */
export function pairOfRecord(room: usize, record: usize, row: usize): v128 {
  if (load<u32>(room, RoomWord.isNarrow) == 0) return v128.load(<usize>load<u32>(room, RoomWord.pairs) + (row << 4));
  const pair = load<i32>(record);
  const steps = f64x2.replace_lane(f64x2.splat(load<f64>(room, RoomWord.gradientStep)), 1, load<f64>(room, RoomWord.hessianStep));
  return f64x2.mul(f64x2.replace_lane(f64x2.splat(<f64>(pair >> 16)), 1, <f64>(pair & 0xffff)), steps);
}

@inline
export function narrowPair(record: usize): i64 {
  const pair = load<i32>(record);
  return ((<i64>(pair >> 16)) << 32) + <i64>(pair & 0xffff);
}

export function sumWide(sums: usize, records: usize, end: usize, stride: usize, bins: usize, rows: usize, pairs: usize): void {
  let at = rows;
  for (let record = records; record < end; record += stride, at += 4) {
    const pair = v128.load(pairs + (<usize>load<u32>(at) << 4));
    const last = record + PAIR_BYTES + bins;
    let column = sums;
    for (let bin = record + PAIR_BYTES; bin < last; bin += 4) {
      const four = load<u32>(bin);
      const a = column + ((four & 255) << 4);
      const b = column + ((four >>> 4) & 0xff0);
      const c = column + ((four >>> 12) & 0xff0);
      const d = column + ((four >>> 20) & 0xff0);
      v128.store(a, f64x2.add(v128.load(a), pair));
      v128.store(b, f64x2.add(v128.load(b, WIDE), pair), WIDE);
      v128.store(c, f64x2.add(v128.load(c, 2 * WIDE), pair), 2 * WIDE);
      v128.store(d, f64x2.add(v128.load(d, 3 * WIDE), pair), 3 * WIDE);
      column += 4 * WIDE;
    }
  }
}

/** Bins of two bytes: a column begins where its slots do. */
export function sumWideWords(
  sums: usize,
  records: usize,
  end: usize,
  stride: usize,
  columns: usize,
  starts: usize,
  rows: usize,
  pairs: usize,
): void {
  let row = rows;
  for (let record = records; record < end; record += stride, row += 4) {
    const pair = v128.load(pairs + (<usize>load<u32>(row) << 4));
    for (let column: usize = 0; column < columns; column++) {
      const slot = load<u32>(starts + (column << 2)) + <u32>load<u16>(record + PAIR_BYTES + (column << 1));
      const at = sums + (<usize>slot << 4);
      v128.store(at, f64x2.add(v128.load(at), pair));
    }
  }
}

/** Rows by slot, u32: only for limits on rows, since hessians do not count them. */
export function countRecords(
  counts: usize,
  records: usize,
  end: usize,
  stride: usize,
  columns: usize,
  starts: usize,
  hasWideBins: bool,
): void {
  for (let record = records; record < end; record += stride) {
    const bins = record + PAIR_BYTES;
    for (let column: usize = 0; column < columns; column++) {
      const bin = hasWideBins ? <u32>load<u16>(bins + (column << 1)) : <u32>load<u8>(bins + column);
      const at = counts + (<usize>(load<u32>(starts + (column << 2)) + bin) << 2);
      store<u32>(at, load<u32>(at) + 1);
    }
  }
}

/** Looks at a lock, some 20 µs of them, before a thread asks whether waiting is of any use. */
const LOOKS: u32 = 1000;

/**
 * One thread at a time adds to a histogram. False where this thread is not to wait on, because whoever has the lock may have
 * crashed with it: a worker, where the run is over; the caller's, which alone can hear of a crash, after a short while. It
 * ends the job when it comes back.
 */
function takeLock(job: usize, thread: u32): bool {
  const board = <usize>load<u32>(<usize>load<u32>(job, NodeWord.room), RoomWord.board);
  let looks: u32 = 0;
  while (atomic.cmpxchg<u32>(job + NodeWord.lock, 0, 1) != 0) {
    if (++looks < LOOKS) continue;
    looks = 0;
    if (thread == 0) {
      store<u32>(board, <u32>job, BoardWord.unended);
      return false;
    }
    if (atomic.load<i32>(board + BoardWord.isOver) != 0) return false;
  }
  return true;
}

/** Adds what a thread has summed to the histogram of the job, and leaves zeroes behind; false where it can not yet. */
export function flushSums(job: usize, thread: u32): bool {
  if (!takeLock(job, thread)) return false;
  const room = <usize>load<u32>(job, NodeWord.room);
  const sums = accumulatorsOf(room, thread);
  const slots = <usize>load<u32>(room, RoomWord.slots);
  const isFirst = load<u32>(job, NodeWord.isFilled) == 0;
  store<u32>(job, 1, NodeWord.isFilled);
  const histogram = <usize>load<u32>(job, NodeWord.histogram);
  if (load<u32>(room, RoomWord.isNarrow) != 0) {
    flushNarrow(
      sums, histogram, slots, load<f64>(room, RoomWord.gradientStep), load<f64>(room, RoomWord.hessianStep), isFirst,
    );
  } else flushWide(sums, histogram, slots, isFirst);
  if (load<u32>(room, RoomWord.countsRows) != 0) {
    flushCounts(sums + (slots << 4), <usize>load<u32>(job, NodeWord.counts), slots, isFirst);
  }
  atomic.store<u32>(job + NodeWord.lock, 0);
  return true;
}

export function flushNarrow(sums: usize, histogram: usize, slots: usize, g: f64, h: f64, isFirst: bool): void {
  const steps = f64x2.replace_lane(f64x2.splat(g), 1, h);
  const nothing = i64x2.splat(0);
  let to = histogram;
  for (let at = sums, end = sums + (slots << 3); at < end; at += 8, to += 16) {
    const sum = f64x2.mul(pairOf(at), steps);
    v128.store(to, isFirst ? sum : f64x2.add(v128.load(to), sum));
    v128.store64_lane(at, nothing, 0);
  }
}

/** Gradient and hessian of a narrow sum. The low half is the hessian: never negative, and below 2^31. */
@inline
function pairOf(at: usize): v128 {
  const both = v128.load64_zero(at);
  return f64x2.convert_low_i32x4_s(v128.shuffle<i32>(both, both, 1, 0, 2, 3));
}

function flushWide(sums: usize, histogram: usize, slots: usize, isFirst: bool): void {
  const nothing = i64x2.splat(0);
  let to = histogram;
  for (let at = sums, end = sums + (slots << 4); at < end; at += 16, to += 16) {
    v128.store(to, isFirst ? v128.load(at) : f64x2.add(v128.load(to), v128.load(at)));
    v128.store(at, nothing);
  }
}

function flushCounts(sums: usize, counts: usize, slots: usize, isFirst: bool): void {
  for (let at: usize = 0, end = slots << 2; at < end; at += 4) {
    store<u32>(counts + at, load<u32>(sums + at) + (isFirst ? 0 : load<u32>(counts + at)));
    store<u32>(sums + at, 0);
  }
}

/**
 * Flushes what the thread that ends a job has summed, and takes all that was summed away from the sums of the parent, which become
 * those of the other child. Where nobody else has summed it is one pass, in two thirds of the time.
 */
export function endSums(job: usize, thread: u32): void {
  const room = <usize>load<u32>(job, NodeWord.room);
  const child = <usize>load<u32>(job, NodeWord.histogram);
  const parent = <usize>load<u32>(job, NodeWord.parent);
  if (
    load<u32>(job, NodeWord.isFilled) != 0 ||
    load<u32>(room, RoomWord.isNarrow) == 0 ||
    load<u32>(room, RoomWord.countsRows) != 0
  ) {
    flushSums(job, thread);
    subtractSums(job);
  } else {
    const slots = <usize>load<u32>(room, RoomWord.slots);
    flushAway(
      accumulatorsOf(room, thread), child, parent, slots,
      load<f64>(room, RoomWord.gradientStep), load<f64>(room, RoomWord.hessianStep),
    );
  }
  unbundle(room, child, <usize>load<u32>(job, NodeWord.counts));
  unbundle(room, parent, <usize>load<u32>(job, NodeWord.parentCounts));
}

export function flushAway(sums: usize, child: usize, parent: usize, slots: usize, g: f64, h: f64): void {
  const steps = f64x2.replace_lane(f64x2.splat(g), 1, h);
  const nothing = i64x2.splat(0);
  let to = child;
  let other = parent;
  for (let at = sums, end = sums + (slots << 3); at < end; at += 8, to += 16, other += 16) {
    const sum = f64x2.mul(pairOf(at), steps);
    v128.store(to, sum);
    v128.store(other, f64x2.sub(v128.load(other), sum));
    v128.store64_lane(at, nothing, 0);
  }
}

function subtractSums(job: usize): void {
  const room = <usize>load<u32>(job, NodeWord.room);
  const slots = <usize>load<u32>(room, RoomWord.slots);
  const child = <usize>load<u32>(job, NodeWord.histogram);
  const parent = <usize>load<u32>(job, NodeWord.parent);
  for (let at: usize = 0, end = slots << 4; at < end; at += 16) {
    v128.store(parent + at, f64x2.sub(v128.load(parent + at), v128.load(child + at)));
  }
  if (load<u32>(room, RoomWord.countsRows) == 0) return;
  const rows = <usize>load<u32>(job, NodeWord.counts);
  const parentRows = <usize>load<u32>(job, NodeWord.parentCounts);
  for (let at: usize = 0, end = slots << 2; at < end; at += 4) {
    store<u32>(parentRows + at, load<u32>(parentRows + at) - load<u32>(rows + at));
  }
}

@inline
function accumulatorsOf(room: usize, thread: u32): usize {
  return <usize>load<u32>(room, RoomWord.accumulators) + <usize>thread * load<u32>(room, RoomWord.accumulatorBytes);
}
