// Numbers as their ranks among thresholds. `src/threshold-list.ts` says how a list of thresholds lies in memory;
// `src/rank-numbers.ts` is the same, to the bit.
//
// A binary search waits for each of its steps: 5.3 ns a number among 255 thresholds, four numbers at a time. Here a number is
// compared with every sixteenth threshold, eight numbers at a time, and then with the sixteen of one part: 1.6 ns.

import { RANK_PART } from "../generated/ranks-layout";

/**
 * Writes the ranks of `count` numbers (a multiple of 8), which `orderNumbers` has made integers of, to a column, and to rows
 * that are `rowBytes` apart. `starts` has room for a word a number. Says whether one is missing.
 */
export function rankNumbers(
  wide: u32,
  list: usize,
  parts: u32,
  count: u32,
  keys: usize,
  starts: usize,
  column: usize,
  row: usize,
  rowBytes: u32,
): u32 {
  if (wide) {
    const missing = startWide(list, parts - 1, keys, count, starts);
    rankWide(list + (RANK_PART << 3), keys, count, starts, column, row, rowBytes);
    return missing;
  }
  const missing = startNarrow(list, parts - 1, keys, count, starts);
  rankNarrow(list + (RANK_PART << 2), keys, count, starts, column, row, rowBytes);
  return missing;
}

/** Finds for each number how many thresholds are in the parts before its own; whether one is missing. */
export function startNarrow(pivots: usize, count: u32, keys: usize, numbers: u32, starts: usize): u32 {
  const last = keys + (<usize>numbers << 2);
  const end = pivots + (<usize>count << 2);
  const least = i32x4.splat(i32.MIN_VALUE);
  let missing = i32x4.splat(0);
  for (; keys < last; keys += 32, starts += 32) {
    const v = v128.load(keys);
    const w = v128.load(keys, 16);
    let a = i32x4.splat(0);
    let b = a;
    for (let at = pivots; at < end; at += 4) {
      const pivot = v128.load32_splat(at);
      a = i32x4.sub(a, i32x4.gt_s(v, pivot));
      b = i32x4.sub(b, i32x4.gt_s(w, pivot));
    }
    v128.store(starts, i32x4.shl(a, 4));
    v128.store(starts, i32x4.shl(b, 4), 16);
    missing = v128.or(missing, v128.or(i32x4.eq(v, least), i32x4.eq(w, least)));
  }
  return u32(v128.any_true(missing));
}

export function rankNarrow(
  thresholds: usize,
  keys: usize,
  count: u32,
  starts: usize,
  column: usize,
  row: usize,
  rowBytes: usize,
): void {
  for (const end = column + <usize>count; column < end; column++, keys += 4, starts += 4, row += rowBytes) {
    const start = load<u32>(starts);
    const at = thresholds + (<usize>start << 2);
    const v = v128.load32_splat(keys);
    const above = i8x16.narrow_i16x8_s(
      i16x8.narrow_i32x4_s(i32x4.gt_s(v, v128.load(at)), i32x4.gt_s(v, v128.load(at, 16))),
      i16x8.narrow_i32x4_s(i32x4.gt_s(v, v128.load(at, 32)), i32x4.gt_s(v, v128.load(at, 48))),
    );
    const rank = start + popcnt(i8x16.bitmask(above)) - 128;
    store<u8>(column, rank);
    store<u8>(row, rank);
  }
}

export function startWide(pivots: usize, count: u32, keys: usize, numbers: u32, starts: usize): u32 {
  const last = keys + (<usize>numbers << 3);
  const end = pivots + (<usize>count << 3);
  const least = i64x2.splat(i64.MIN_VALUE);
  let missing = i64x2.splat(0);
  for (; keys < last; keys += 32, starts += 16) {
    const v = v128.load(keys);
    const w = v128.load(keys, 16);
    let a = i64x2.splat(0);
    let b = a;
    for (let at = pivots; at < end; at += 8) {
      const pivot = v128.load64_splat(at);
      a = i64x2.sub(a, i64x2.gt_s(v, pivot));
      b = i64x2.sub(b, i64x2.gt_s(w, pivot));
    }
    const both = i8x16.shuffle(a, b, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27);
    v128.store(starts, i32x4.shl(both, 4));
    missing = v128.or(missing, v128.or(i64x2.eq(v, least), i64x2.eq(w, least)));
  }
  return u32(v128.any_true(missing));
}

@inline
function twoAbove(v: v128, at: usize): v128 {
  return i64x2.add(i64x2.gt_s(v, v128.load(at)), i64x2.gt_s(v, v128.load(at, 16)));
}

export function rankWide(
  thresholds: usize,
  keys: usize,
  count: u32,
  starts: usize,
  column: usize,
  row: usize,
  rowBytes: usize,
): void {
  for (const end = column + <usize>count; column < end; column++, keys += 8, starts += 4, row += rowBytes) {
    const start = load<u32>(starts);
    const at = thresholds + (<usize>start << 3);
    const v = v128.load64_splat(keys);
    const some = i64x2.add(twoAbove(v, at), twoAbove(v, at + 32));
    const more = i64x2.add(twoAbove(v, at + 64), twoAbove(v, at + 96));
    const above = i64x2.add(some, more); // -1 for each
    const rank = start - <u32>i64x2.extract_lane(above, 0) - <u32>i64x2.extract_lane(above, 1) - 128;
    store<u8>(column, rank);
    store<u8>(row, rank);
  }
}

/** Makes of a column the one in which missing values are more than all. A multiple of 16. */
export function lowerRanks(from: usize, to: usize, count: u32): void {
  for (const end = from + <usize>count; from < end; from += 16, to += 16) {
    v128.store(to, i8x16.sub(v128.load(from), i8x16.splat(1)));
  }
}
