// Numbers as integers of the same order, and these as their ranks among thresholds. `src/predict/thresholds.ts` says how a list
// of thresholds lies in memory.
//
// A binary search waits for each of its steps: 5.3 ns a number among 255 thresholds, four numbers at a time. Here a number is
// compared with every sixteenth threshold, eight numbers at a time, and then with the sixteen of one part: 1.6 ns.

import { RANK_PART } from "../generated/ranks-layout";
import { Walk, WalkBlock, WalkColumn } from "../generated/walk-layout";

/**
 * Turns `count` numbers (a multiple of 4) into integers of the same order, -0 the same as 0. NaN becomes less than all, or
 * with `last` more than all. F is the type of the numbers, I that of the integers.
 */
export function orderNumbers<F, I>(from: usize, to: usize, count: u32, last: bool): void {
  const most = v128.splat<I>(mostOf<I>());
  const missing = last ? most : v128.not(most);
  for (const end = from + <usize>count * sizeof<F>(); from < end; from += 16, to += 16) {
    const value = v128.add<F>(v128.load(from), v128.splat<F>(0));
    const flips = v128.and(v128.shr<I>(value, 8 * sizeof<I>() - 1), most);
    v128.store(to, v128.bitselect(v128.xor(value, flips), missing, v128.eq<F>(value, value)));
  }
}

@inline
function mostOf<I>(): I {
  return sizeof<I>() == 8 ? <I>i64.MAX_VALUE : <I>i32.MAX_VALUE;
}

/** Writes the ranks of `count` integers (a multiple of 8) among the thresholds of a column, to it and to the rows. Says whether one is missing. */
export function rankNumbers<I>(walk: usize, block: usize, place: u32, keys: usize, count: u32): u32 {
  const record = <usize>load<u32>(walk, Walk.columns) + <usize>place * WalkColumn.size;
  const list = <usize>load<u32>(walk, Walk.thresholds) + <usize>load<u32>(record, WalkColumn.list);
  const rowBytes = <usize>load<u32>(walk, Walk.rowBytes);
  const thresholds = list + RANK_PART * sizeof<I>();
  let starts = <usize>load<u32>(block, WalkBlock.scratch);
  let row = <usize>load<u32>(block, WalkBlock.ranks) + <usize>place;
  let column = <usize>load<u32>(block, WalkBlock.columns) + <usize>load<u32>(record, WalkColumn.first);
  const missing = findParts<I>(list, load<u32>(record, WalkColumn.parts) - 1, keys, count, starts);
  for (const end = column + <usize>count; column < end; column++, keys += sizeof<I>(), starts += 4, row += rowBytes) {
    const start = load<u32>(starts) * RANK_PART;
    const rank = start + numberAbove<I>(v128.load_splat<I>(keys), thresholds + <usize>start * sizeof<I>()) - 128;
    store<u8>(column, rank);
    store<u8>(row, rank);
  }
  return missing;
}

/** Finds for each number how many parts are before its own; whether one is missing. */
function findParts<I>(pivots: usize, count: u32, keys: usize, numbers: u32, starts: usize): u32 {
  const last = keys + <usize>numbers * sizeof<I>();
  const end = pivots + <usize>count * sizeof<I>();
  const least = v128.not(v128.splat<I>(mostOf<I>()));
  let missing = i32x4.splat(0);
  for (; keys < last; keys += 32, starts += 128 / sizeof<I>()) {
    const v = v128.load(keys);
    const w = v128.load(keys, 16);
    let a = i32x4.splat(0);
    let b = a;
    for (let at = pivots; at < end; at += sizeof<I>()) {
      const pivot = v128.load_splat<I>(at);
      a = v128.sub<I>(a, v128.gt<I>(v, pivot));
      b = v128.sub<I>(b, v128.gt<I>(w, pivot));
    }
    if (sizeof<I>() == 4) {
      v128.store(starts, a);
      v128.store(starts, b, 16);
    } else v128.store(starts, i8x16.shuffle(a, b, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27));
    missing = v128.or(missing, v128.or(v128.eq<I>(v, least), v128.eq<I>(w, least)));
  }
  return u32(v128.any_true(missing));
}

/** Of sixteen thresholds the number that a value is greater than. */
@inline
function numberAbove<I>(v: v128, at: usize): u32 {
  if (sizeof<I>() == 4) {
    const few = i16x8.narrow_i32x4_s(v128.gt<I>(v, v128.load(at)), v128.gt<I>(v, v128.load(at, 16)));
    const more = i16x8.narrow_i32x4_s(v128.gt<I>(v, v128.load(at, 32)), v128.gt<I>(v, v128.load(at, 48)));
    return popcnt(i8x16.bitmask(i8x16.narrow_i16x8_s(few, more)));
  }
  const some = i64x2.add(twoAbove(v, at), twoAbove(v, at + 32));
  const more = i64x2.add(twoAbove(v, at + 64), twoAbove(v, at + 96));
  const above = i64x2.add(some, more); // -1 for each
  return -(<u32>i64x2.extract_lane(above, 0) + <u32>i64x2.extract_lane(above, 1));
}

@inline
function twoAbove(v: v128, at: usize): v128 {
  return i64x2.add(i64x2.gt_s(v, v128.load(at)), i64x2.gt_s(v, v128.load(at, 16)));
}
