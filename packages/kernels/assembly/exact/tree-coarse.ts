// Coarse values of a node's rows, two bytes each: most comparisons are decided by them. Where they are alike, the values themselves
// are looked up. They are loaded in the order of the rows, with `LACKING` behind the last, so that loops can take eight at a time.

import { BEYOND, CoarseSlot, FEW_ROWS, LACKING, MOST_COARSE, TOGETHER, TreeSlot } from "../generated/tree-layout";
import { bringNext } from "./tree-features";
import { at, endOfChunk, entryAt, featureAt, int, num, put, rowMask, runOfRows } from "./tree-job";

@inline
function factsOf(feature: u32): usize { return at(TreeSlot.coarseFacts) + <usize>feature * CoarseSlot.size; }

@inline
export function coarseColumnOf(feature: u32): usize { return at(TreeSlot.coarse) + (<usize>feature << 1); }

/** The value of a feature in the first row. */
@inline
export function columnOf(feature: u32): usize { return at(TreeSlot.values) + (<usize>feature << 3); }

/** Bytes from one row's value to the next. */
@inline
export function valueStride(): usize { return at(TreeSlot.rowStride) << 2; }

/** The coarse value that a row of this value would have. */
export function coarseOf(feature: u32, value: f64): u32 {
  const facts = factsOf(feature);
  if (value == Infinity) return MOST_COARSE;
  const steps = (value - load<f64>(facts, CoarseSlot.low)) * load<f64>(facts, CoarseSlot.scale);
  if (steps >= <f64>MOST_COARSE) return MOST_COARSE;
  return steps > 0 ? <u32>steps : 0;
}

/** Where the coarse values of a feature of the block are. */
@inline
function lookAt(place: u32): usize {
  return at(TreeSlot.seen) + (<usize>(place - int(TreeSlot.blockStart)) * (at(TreeSlot.rowCount) + 8) << 1);
}

/** Finds the range of a feature in the node. Where coarse values have to be loaded before, it loads some, and returns of how many rows. */
export function findRange(feature: u32, turn: u32): u32 {
  if (areFew()) {
    findRangeOfFew(feature);
    return 0;
  }
  if (turn >= int(TreeSlot.blockEnd)) beginBlock(turn);
  if (int(TreeSlot.loaded) < int(TreeSlot.count)) return loadBlock();
  findRangeOfMany(feature, turn);
  return 0;
}

/** Has the next features loaded together: no more than the node may still be searched by. */
function beginBlock(turn: u32): void {
  const left = num(TreeSlot.featuresPerNode) - num(TreeSlot.searched);
  const end = min(int(TreeSlot.candidates), turn + <u32>min(left, <f64>TOGETHER));
  if (num(TreeSlot.drawsInOrder) == 1) for (let place = turn + 1; place < end; place++) bringNext(place);
  put(TreeSlot.blockStart, turn);
  put(TreeSlot.blockEnd, end);
  put(TreeSlot.loaded, 0);
}

/** Loads coarse values of the next rows, of all features of the block; returns of how many. */
function loadBlock(): u32 {
  const from = int(TreeSlot.loaded);
  const to = endOfChunk(from, int(TreeSlot.count));
  put(TreeSlot.loaded, to);
  const start = int(TreeSlot.blockStart);
  const end = int(TreeSlot.blockEnd);
  // A pass has four columns. The last of the block stands in for those that it does not have.
  const b = min(start + 1, end - 1);
  const c = min(start + 2, end - 1);
  const d = min(start + 3, end - 1);
  loadFour(from, to, lookAt(start), lookAt(b), lookAt(c), lookAt(d), columnAt(start), columnAt(b), columnAt(c), columnAt(d));
  for (let place = start; place < end; place++) v128.store(lookAt(place) + (<usize>to << 1), i16x8.splat(-1));
  return to - from;
}

@inline
function columnAt(place: u32): usize { return coarseColumnOf(featureAt(place)); }

function loadFour(
  from: u32, to: u32, seenA: usize, seenB: usize, seenC: usize, seenD: usize, a: usize, b: usize, c: usize, d: usize,
): void {
  const rowStride = at(TreeSlot.rowStride);
  const run = runOfRows();
  const mask = rowMask;
  for (let i = <usize>from; i < <usize>to; i++) {
    const row = <usize>(load<u32>(run + (i << 2)) & mask) * rowStride;
    store<u16>(seenA + (i << 1), load<u16>(a + row));
    store<u16>(seenB + (i << 1), load<u16>(b + row));
    store<u16>(seenC + (i << 1), load<u16>(c + row));
    store<u16>(seenD + (i << 1), load<u16>(d + row));
  }
}

/** Finds the range of a feature of the block, when all is loaded. */
function findRangeOfMany(feature: u32, turn: u32): void {
  const seen = lookAt(turn);
  const count = int(TreeSlot.count);
  put(TreeSlot.look, <f64>seen);
  let low = i16x8.splat(-1);
  let high = i16x8.splat(0);
  const one = i16x8.splat(1);
  for (let i: u32 = 0; i < count; i += 8) {
    const some = v128.load(seen + (<usize>i << 1));
    low = i16x8.min_u(low, some);
    // So `LACKING` is below all others.
    high = i16x8.max_u(high, i16x8.add(some, one));
  }
  const hasMissing = load<f64>(factsOf(feature), CoarseSlot.hasMissing) == 1;
  const present = hasMissing ? count - countLacking(seen, 0, count) : count;
  put(TreeSlot.present, present);
  if (present == 0) return;
  put(TreeSlot.low, endOf(feature, leastOf(low), 1));
  put(TreeSlot.high, endOf(feature, LACKING - 1 - leastOf(v128.not(high)), -1));
}

function leastOf(lanes: v128): u32 {
  let least = i16x8.min_u(lanes, v128.shuffle<u64>(lanes, lanes, 1, 0));
  least = i16x8.min_u(least, v128.shuffle<u32>(least, least, 1, 0, 3, 2));
  least = i16x8.min_u(least, v128.shuffle<u16>(least, least, 1, 0, 3, 2, 5, 4, 7, 6));
  return <u32>i16x8.extract_lane_u(least, 0);
}

function countLacking(seen: usize, from: u32, to: u32): u32 {
  let count: u32 = 0;
  for (let i = from; i < to; i++) count += <u32>(load<u16>(seen + (<usize>i << 1)) == LACKING);
  return count;
}

/** Which of the eight rows from `i` on have this coarse value, a bit each. */
@inline
function matches(i: u32, coarse: v128): u32 {
  return <u32>i16x8.bitmask(i16x8.eq(v128.load(at(TreeSlot.look) + (<usize>i << 1)), coarse));
}

/** The value of the feature in the row at a place of the node. */
@inline
function valueAt(column: usize, place: u32): f64 {
  const row = <usize>(entryAt(runOfRows(), place) & rowMask);
  return load<f64>(column + row * valueStride());
}

/** The place of the first row of this coarse value; the count of the rows if there is none. */
function firstWith(coarse: u32): u32 {
  const lanes = i16x8.splat(<i16>coarse);
  const count = int(TreeSlot.count);
  for (let i: u32 = 0; i < count; i += 8) {
    const found = matches(i, lanes);
    if (found != 0) return i + <u32>ctz(found);
  }
  return count;
}

/** The least, or with the sign -1 the greatest, of the values whose coarse value is this one; a tie goes to the first. */
function endOf(feature: u32, coarse: u32, sign: f64): f64 {
  const column = columnOf(feature);
  if (load<f64>(factsOf(feature), CoarseSlot.isExact) == 1) return valueAt(column, firstWith(coarse));
  const lanes = i16x8.splat(<i16>coarse);
  let end: f64 = NaN;
  for (let i: u32 = 0, count = int(TreeSlot.count); i < count; i += 8) {
    for (let found = matches(i, lanes); found != 0; found &= found - 1) {
      const value = valueAt(column, i + <u32>ctz(found));
      if (!(value * sign >= end * sign)) end = value;
    }
  }
  return end;
}

@inline
export function areFew(): bool { return int(TreeSlot.count) <= FEW_ROWS; }

/** Looks up the values of a node of few rows, and their range. */
function findRangeOfFew(feature: u32): void {
  put(TreeSlot.look, num(TreeSlot.seen));
  const count = int(TreeSlot.count);
  const column = columnOf(feature);
  const stride = valueStride();
  const run = runOfRows();
  const near = at(TreeSlot.near);
  const mask = rowMask;
  // Vectors, because they have a minimum without a branch: nobody can foretell which value is the next least.
  let low = f64x2.splat(Infinity);
  let high = f64x2.splat(-Infinity);
  let present: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const value = load<f64>(column + <usize>(entryAt(run, i) & mask) * stride);
    store<f64>(near + (<usize>i << 3), value);
    const both = f64x2.splat(value);
    low = f64x2.pmin(low, both);
    high = f64x2.pmax(high, both);
    present += <u32>(value == value);
  }
  put(TreeSlot.low, f64x2.extract_lane(low, 0));
  put(TreeSlot.high, f64x2.extract_lane(high, 0));
  put(TreeSlot.present, present);
}

/** Rows of few: 0 goes left of the threshold, and the others do not. */
function compareFew(threshold: f64): void {
  const near = at(TreeSlot.near);
  const seen = at(TreeSlot.look);
  const count = int(TreeSlot.count);
  for (let i: u32 = 0; i < count; i++) {
    const value = load<f64>(near + (<usize>i << 3));
    // BEYOND is even, and LACKING is the next number.
    store<u16>(seen + (<usize>i << 1), <u16>((BEYOND & (<u32>(value <= threshold) - 1)) | <u32>(value != value)));
  }
  v128.store(seen + (<usize>count << 1), i16x8.splat(-1));
  put(TreeSlot.bound, 0);
}

/** Finds the greatest coarse value that goes left of a threshold. Rows of that one that do not are given another. */
export function findBound(feature: u32, threshold: f64): void {
  if (areFew()) return compareFew(threshold);
  const own = coarseOf(feature, threshold);
  const column = columnOf(feature);
  let bound = <f64>own;
  if (load<f64>(factsOf(feature), CoarseSlot.isExact) == 1) {
    const first = firstWith(own);
    if (first < int(TreeSlot.count) && valueAt(column, first) > threshold) bound -= 1;
  } else {
    const lanes = i16x8.splat(<i16>own);
    const seen = at(TreeSlot.look);
    for (let i: u32 = 0, count = int(TreeSlot.count); i < count; i += 8) {
      for (let found = matches(i, lanes); found != 0; found &= found - 1) {
        const place = i + <u32>ctz(found);
        if (valueAt(column, place) > threshold) store<u16>(seen + (<usize>place << 1), BEYOND);
      }
    }
  }
  put(TreeSlot.bound, bound);
}
