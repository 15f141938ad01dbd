// The values of a column, sorted as far as its cuts need it.
import { ColumnPhase, ColumnSlot, ColumnSource, DIGIT_BITS } from "../generated/column-layout";
import { at, enter, int, num, put } from "./column-job";
import { countDigits, keyOf, moveByDigit, toStarts } from "./sort-values";

/** Looks at up to `budget` values, and begins to sort when all were seen. Each phase returns how many it handled. */
export function look<V>(budget: u32): u32 {
  const from = int(ColumnSlot.cursor);
  const to = min(int(ColumnSlot.rowCount), from + budget);
  const values = at(ColumnSlot.values);
  let least: V = from == 0 ? <V>Infinity : <V>num(ColumnSlot.least);
  let most: V = from == 0 ? <V>-Infinity : <V>num(ColumnSlot.most);
  let low = v128.splat<V>(least);
  let high = v128.splat<V>(most);
  let counts = i32x4.splat(0);
  let row = from;
  for (; row + (16 / sizeof<V>()) <= to; row += 16 / sizeof<V>()) {
    const some = v128.load(values + <usize>row * sizeof<V>());
    low = v128.pmin<V>(low, some); // keeps what it has where there is NaN
    high = v128.pmax<V>(high, some);
    counts = i32x4.sub(counts, v128.eq<V>(some, some));
  }
  let present = sumOf(counts) / (sizeof<V>() / 4);
  for (; row < to; row++) {
    const value = load<V>(values + <usize>row * sizeof<V>());
    low = v128.pmin<V>(low, v128.splat<V>(value));
    high = v128.pmax<V>(high, v128.splat<V>(value));
    present += u32(value == value);
  }
  least = min<V>(v128.extract_lane<V>(low, 0), v128.extract_lane<V>(low, 1));
  most = max<V>(v128.extract_lane<V>(high, 0), v128.extract_lane<V>(high, 1));
  if (sizeof<V>() == 4) {
    least = min<V>(least, min<V>(v128.extract_lane<V>(low, 2), v128.extract_lane<V>(low, 3)));
    most = max<V>(most, max<V>(v128.extract_lane<V>(high, 2), v128.extract_lane<V>(high, 3)));
  }
  put(ColumnSlot.least, <f64>least);
  put(ColumnSlot.most, <f64>most);
  put(ColumnSlot.present, num(ColumnSlot.present) + <f64>present);
  put(ColumnSlot.total, num(ColumnSlot.total) + weightOf<V>(from, to, present));
  put(ColumnSlot.cursor, <f64>to);
  if (to == int(ColumnSlot.rowCount)) begin<V>(least, most);
  return to - from;
}

@inline
function sumOf(four: v128): u32 {
  return (
    i32x4.extract_lane(four, 0) + i32x4.extract_lane(four, 1) + i32x4.extract_lane(four, 2) + i32x4.extract_lane(four, 3)
  );
}

/** Of the rows that have a value. */
function weightOf<V>(from: u32, to: u32, present: u32): f64 {
  const values = at(ColumnSlot.values);
  const weights = at(ColumnSlot.weights);
  if (int(ColumnSlot.isWeighted) == 0) return <f64>present;
  let sum: f64 = 0;
  for (let row = from; row < to; row++) {
    const value = load<V>(values + <usize>row * sizeof<V>());
    if (value == value) sum += load<f64>(weights + (<usize>row << 3));
  }
  return sum;
}

/** All values begin with the same bits as the least and the most of them; they are sorted by the two digits that follow. */
function begin<V>(least: V, most: V): void {
  put(ColumnSlot.left, num(ColumnSlot.total));
  put(ColumnSlot.share, num(ColumnSlot.total) / num(ColumnSlot.maxBins));
  if (int(ColumnSlot.present) == 0) return enter(ColumnPhase.place);
  const bits: u64 = 64 - clz(keyOf<V>(least) ^ keyOf<V>(most));
  const runShift = max(bits, 2 * DIGIT_BITS) - 2 * DIGIT_BITS;
  put(ColumnSlot.runShift, <f64>runShift);
  put(ColumnSlot.placeShift, max<f64>(0, <f64>bits - num(ColumnSlot.placeBits)));
  put(ColumnSlot.end, num(ColumnSlot.rowCount));
  put(ColumnSlot.few, num(ColumnSlot.present));
  put(ColumnSlot.isExact, 1);
  beginSort(ColumnSource.values, runShift, runShift + 2 * DIGIT_BITS, ColumnPhase.run);
}

/** Begins to sort the values from `start` to `end` by the digits from `shift` up. */
export function beginSort(source: ColumnSource, shift: u64, lastShift: u64, after: ColumnPhase): void {
  put(ColumnSlot.source, source);
  put(ColumnSlot.shift, <f64>shift);
  put(ColumnSlot.lastShift, <f64>lastShift);
  put(ColumnSlot.isMoving, 0);
  put(ColumnSlot.after, after);
  enter(ColumnPhase.sort);
}

export function sort<V>(budget: u32): u32 {
  const start = int(ColumnSlot.start);
  const count = int(ColumnSlot.end) - start;
  const done = int(ColumnSlot.cursor);
  const some = min(budget, count - done);
  const shift = <u64>num(ColumnSlot.shift);
  const counts = at(ColumnSlot.counts);
  const first = start + done;
  const from = bufferOf(int(ColumnSlot.source)) + <usize>first * sizeof<V>();
  put(ColumnSlot.cursor, <f64>(done + some));
  if (num(ColumnSlot.isMoving) == 0) {
    if (done == 0) memory.fill(counts, 0, <usize>4 << <usize>DIGIT_BITS);
    countDigits<V>(from, some, shift, counts);
  } else {
    const target = targetOf(int(ColumnSlot.source));
    const to = bufferOf(target) + <usize>start * sizeof<V>();
    const rows = rowsOf(int(ColumnSlot.source), first);
    const toRows = rowsOf(target, start);
    if (int(ColumnSlot.isWeighted) == 0) moveByDigit<V, u8>(from, rows, first, some, to, toRows, shift, counts);
    else moveByDigit<V, u32>(from, rows, first, some, to, toRows, shift, counts);
  }
  if (done + some == count) endPass<V>(start, count, counts);
  return some;
}

function endPass<V>(start: u32, count: u32, counts: usize): void {
  const source = int(ColumnSlot.source);
  put(ColumnSlot.cursor, 0);
  if (num(ColumnSlot.isMoving) == 0) {
    const isOne = toStarts(counts, count);
    // The values by row stay where they are, so their first pass moves them in any case.
    if (!isOne || source == ColumnSource.values) return put(ColumnSlot.isMoving, 1);
  } else {
    put(ColumnSlot.source, targetOf(source));
    if (source == ColumnSource.values) put(ColumnSlot.end, num(ColumnSlot.present));
    put(ColumnSlot.isMoving, 0);
  }
  put(ColumnSlot.shift, num(ColumnSlot.shift) + <f64>DIGIT_BITS);
  if (num(ColumnSlot.shift) >= num(ColumnSlot.lastShift)) endSort<V>(start, int(ColumnSlot.end) - start);
}

function endSort<V>(start: u32, count: u32): void {
  if (int(ColumnSlot.source) == ColumnSource.scratch) {
    const place = <usize>start * sizeof<V>();
    memory.copy(at(ColumnSlot.sorted) + place, at(ColumnSlot.scratch) + place, <usize>count * sizeof<V>());
    if (int(ColumnSlot.isWeighted) != 0) {
      memory.copy(rowsOf(ColumnSource.sorted, start), rowsOf(ColumnSource.scratch, start), <usize>count << 2);
    }
  }
  enter(int(ColumnSlot.after));
}

/** The slots of the sources stand in their order, and so do those of their rows. */
@inline
function bufferOf(source: u32): usize {
  return at(<ColumnSlot>(ColumnSlot.values + (source << 3)));
}

@inline
function targetOf(source: u32): ColumnSource {
  return source == ColumnSource.scratch ? ColumnSource.sorted : ColumnSource.scratch;
}

/** The rows of the values from `first` on; 0 for those that are where their row is. */
@inline
function rowsOf(source: u32, first: u32): usize {
  const rows = at(<ColumnSlot>(ColumnSlot.valueRows + (source << 3)));
  return rows == 0 ? 0 : rows + (<usize>first << 2);
}
