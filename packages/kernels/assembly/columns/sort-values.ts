// Numbers in ascending order, by the digits of their bits: one pass counts a digit, another moves each number to its
// place. V is f32 or f64. NaN stands nowhere: only the first pass of all meets any.

import { DIGIT_BITS } from "../generated/column-layout";

const DIGITS: u32 = 1 << <u32>DIGIT_BITS;

/** Bits that order like the numbers: of a negative one all are turned round, of the others the sign. */
@inline
export function keyOf<V>(value: V): u64 {
  if (sizeof<V>() == 4) {
    const bits = reinterpret<i32>(<f32>value);
    return <u64>(<u32>(bits ^ ((bits >> 31) | i32.MIN_VALUE)));
  }
  const bits = reinterpret<i64>(<f64>value);
  return <u64>(bits ^ ((bits >> 63) | i64.MIN_VALUE));
}

@inline
function digitOf<V>(value: V, shift: u64): usize {
  return (<usize>(keyOf<V>(value) >>> shift)) & (DIGITS - 1);
}

/** Adds `count` numbers to the counts of a digit's values (u32). */
export function countDigits<V>(from: usize, count: u32, shift: u64, counts: usize): void {
  const end = from + <usize>count * sizeof<V>();
  for (let at = from; at < end; at += sizeof<V>()) {
    const value = load<V>(at);
    if (value != value) continue;
    const place = counts + (digitOf<V>(value, shift) << 2);
    store<u32>(place, load<u32>(place) + 1);
  }
}

/** Sums the counts up to where each digit's numbers begin; true where one digit has all `total`, and nothing is to be moved. */
export function toStarts(counts: usize, total: u32): bool {
  let sum: u32 = 0;
  let isOne = false;
  for (let place = counts; place < counts + (DIGITS << 2); place += 4) {
    const size = load<u32>(place);
    isOne = isOne || size == total;
    store<u32>(place, sum);
    sum += size;
  }
  return isOne;
}

/**
 * Moves `count` numbers to the next place of their digit; R is u32 where their rows move with them, else u8. `rows` is 0 where they are
 * `firstRow` and those after it.
 */
export function moveByDigit<V, R>(
  from: usize,
  rows: usize,
  firstRow: u32,
  count: u32,
  to: usize,
  toRows: usize,
  shift: u64,
  starts: usize,
): void {
  const end = from + <usize>count * sizeof<V>();
  for (let i: u32 = 0; from < end; from += sizeof<V>(), i++) {
    const value = load<V>(from);
    if (value != value) continue;
    const start = starts + (digitOf<V>(value, shift) << 2);
    const place = load<u32>(start);
    store<u32>(start, place + 1);
    store<V>(to + <usize>place * sizeof<V>(), value);
    if (sizeof<R>() < 4) continue;
    store<u32>(toRows + (<usize>place << 2), rows == 0 ? firstRow + i : load<u32>(rows + (<usize>i << 2)));
  }
}

/** Sorts the values from `from` to `to`, and their rows, unless `rows` is 0. */
export function insertValues<V>(values: usize, rows: usize, from: u32, to: u32): void {
  for (let i = from + 1; i < to; i++) {
    const value = load<V>(values + <usize>i * sizeof<V>());
    const row = rows == 0 ? 0 : load<u32>(rows + (<usize>i << 2));
    let place = i;
    for (; place > from; place--) {
      const before = load<V>(values + <usize>(place - 1) * sizeof<V>());
      if (keyOf<V>(before) <= keyOf<V>(value)) break;
      store<V>(values + <usize>place * sizeof<V>(), before);
      if (rows != 0) store<u32>(rows + (<usize>place << 2), load<u32>(rows + (<usize>(place - 1) << 2)));
    }
    store<V>(values + <usize>place * sizeof<V>(), value);
    if (rows != 0) store<u32>(rows + (<usize>place << 2), row);
  }
}
