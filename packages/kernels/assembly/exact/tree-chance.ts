import { LACKING, TreeSlot } from "../generated/tree-layout";
import { findBound } from "./tree-coarse";
import { consider } from "./tree-gain";
import {
  at, classes, clearRecord, codeShift, endOfChunk, entryAt, int, leftRecord, missingRecord, moreBits, num, numberAt, pairs, put,
  rowMask, runOfRows, saveNumber, weightMask, weightShift,
} from "./tree-job";
import { addEntries, codeOf, weightOf } from "./tree-scan";

/** True where all rows of the node have the same value, or none, when the range was found. */
@inline
export function hasOneValue(): bool {
  const present = int(TreeSlot.present);
  return present == 0 || (present == int(TreeSlot.count) && num(TreeSlot.low) == num(TreeSlot.high));
}

/** As core's `thresholdBetween`: evenly drawn from the range, and below the greatest value. */
function drawThreshold(feature: u32): f64 {
  const low = num(TreeSlot.low);
  const high = num(TreeSlot.high);
  if (low == high) return Infinity;
  const share = <f64>moreBits(moreBits(int(TreeSlot.thresholdKey), int(TreeSlot.path)), feature) / 4294967296;
  const drawn = low * (1 - share) + high * share;
  return drawn >= low && drawn < high ? drawn : low;
}

/** All four together. */
@inline
function sumOf(four: v128): u32 {
  const two = i32x4.add(four, v128.shuffle<u64>(four, four, 1, 0));
  return i32x4.extract_lane(two, 0) + i32x4.extract_lane(two, 1);
}

/** Two classes and whole weights that stand in the entries; four rows at a time, and behind the last what lacks a value. */
function addTwoClasses(run: usize, seen: usize, from: u32, to: u32, bound: i32): u32 {
  const classShift = codeShift;
  const shift = weightShift;
  const mask = i32x4.splat(weightMask);
  const most = i32x4.splat(bound);
  const one = i32x4.splat(1);
  let rows = i32x4.splat(0);
  let all = i32x4.splat(0);
  let second = i32x4.splat(0);
  for (let i = from; i < to; i += 4) {
    const e = v128.load(run + (<usize>i << 2));
    const goLeft = i32x4.le_s(i32x4.extend_low_i16x8_u(v128.load64_zero(seen + (<usize>i << 1))), most);
    const weight = v128.and(v128.and(i32x4.shr_u(e, shift), mask), goLeft);
    rows = i32x4.sub(rows, goLeft);
    all = i32x4.add(all, weight);
    second = i32x4.add(second, v128.and(weight, i32x4.neg(v128.and(i32x4.shr_u(e, classShift), one))));
  }
  const amount = <f64>sumOf(all);
  const ofSecond = <f64>sumOf(second);
  saveNumber(leftRecord, 0, numberAt(leftRecord, 0) + amount - ofSecond);
  saveNumber(leftRecord, 1, numberAt(leftRecord, 1) + ofSecond);
  saveNumber(leftRecord, 2, numberAt(leftRecord, 2) + amount);
  return sumOf(rows);
}

// The loops below add 0 for rows that go right: nobody can foretell which do, and a branch that is foretold wrong costs more.

/** Gradients: both numbers of a row are one load and one addition. */
function addGradients(run: usize, seen: usize, from: u32, to: u32, bound: i32): u32 {
  const mask = rowMask;
  const places = pairs;
  let rows: u32 = 0;
  let sum = f64x2.splat(0);
  for (let i = from; i < to; i++) {
    const goesLeft = <u32>(<i32>load<u16>(seen + (<usize>i << 1)) <= bound);
    const pair = v128.load(places + (<usize>(entryAt(run, i) & mask) << 4));
    rows += goesLeft;
    sum = f64x2.add(sum, v128.and(pair, i64x2.splat(-<i64>goesLeft)));
  }
  v128.store(leftRecord, f64x2.add(v128.load(leftRecord), sum));
  return rows;
}

function addClasses(run: usize, seen: usize, from: u32, to: u32, bound: i32): u32 {
  const left = leftRecord;
  let rows: u32 = 0;
  let all: f64 = 0;
  for (let i = from; i < to; i++) {
    const goesLeft = <u32>(<i32>load<u16>(seen + (<usize>i << 1)) <= bound);
    const e = entryAt(run, i);
    const code = codeOf(e);
    const weight = weightOf(e) * <f64>goesLeft;
    saveNumber(left, code, numberAt(left, code) + weight);
    rows += goesLeft;
    all += weight;
  }
  saveNumber(left, classes, numberAt(left, classes) + all);
  return rows;
}

function addMissing(run: usize, seen: usize, from: u32, to: u32): void {
  for (let i = from; i < to; i++) {
    if (load<u16>(seen + (<usize>i << 1)) == LACKING) addEntries(missingRecord, run, i, i + 1);
  }
}

/** Sums up the next rows on the left of the threshold, and looks at the cut when all are; returns where it stands then. */
export function cutByChance(feature: u32, cursor: u32): u32 {
  const count = int(TreeSlot.count);
  const missing = count - int(TreeSlot.present);
  if (cursor == 0) {
    put(TreeSlot.drawn, drawThreshold(feature));
    findBound(feature, num(TreeSlot.drawn));
    put(TreeSlot.left, 0);
    clearRecord(leftRecord);
    clearRecord(missingRecord);
  }
  const run = runOfRows();
  const seen = at(TreeSlot.look);
  const bound = <i32>num(TreeSlot.bound);
  const to = endOfChunk(cursor, count);
  let rows = int(TreeSlot.left);
  if (classes == 0) rows += addGradients(run, seen, cursor, to, bound);
  else if (classes == 2 && weightMask > 0) rows += addTwoClasses(run, seen, cursor, to, bound);
  else rows += addClasses(run, seen, cursor, to, bound);
  if (missing > 0) addMissing(run, seen, cursor, to);
  put(TreeSlot.left, rows);
  if (to == count) consider(feature, rows, missing);
  return to;
}
