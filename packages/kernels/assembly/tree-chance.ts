import { TREE_CHUNK, TreeSlot } from "./generated/tree-layout";
import { considerLeft } from "./tree-gain";
import {
  at, clearRecord, int, leftRecord, missingRecord, moreBits, num, numberAt, put, rowMaskOf, runOfRows, saveNumber,
} from "./tree-job";
import { addEntries } from "./tree-scan";

/** The value of a feature in the first row; a row's values stand together, so that those of a small node stay in the caches. */
@inline
export function columnOf(feature: u32): usize { return at(TreeSlot.values) + (<usize>feature << 3); }

@inline
function endOf(cursor: u32, count: u32): u32 {
  return count - cursor > TREE_CHUNK ? cursor + TREE_CHUNK : count;
}

/** Looks up the next values of the feature in the node, and their range; returns where it stands then. */
export function findRange(feature: u32, cursor: u32): u32 {
  const column = columnOf(feature);
  const rowStride = at(TreeSlot.rowStride);
  const run = runOfRows();
  const seen = at(TreeSlot.seen);
  const rowMask = rowMaskOf();
  const to = endOf(cursor, int(TreeSlot.count));
  // Vectors, because they have a minimum without a branch: in small nodes nobody can foretell which value is the next least.
  let low = f64x2.splat(cursor == 0 ? Infinity : num(TreeSlot.low));
  let high = f64x2.splat(cursor == 0 ? -Infinity : num(TreeSlot.high));
  let present: u32 = cursor == 0 ? 0 : int(TreeSlot.present);
  for (let i = cursor; i < to; i++) {
    const value = load<f64>(column + <usize>(load<u32>(run + (<usize>i << 2)) & rowMask) * rowStride);
    store<f64>(seen + (<usize>i << 3), value);
    const both = f64x2.splat(value);
    low = f64x2.pmin(low, both);
    high = f64x2.pmax(high, both);
    present += <u32>(value == value);
  }
  put(TreeSlot.low, f64x2.extract_lane(low, 0));
  put(TreeSlot.high, f64x2.extract_lane(high, 0));
  put(TreeSlot.present, present);
  return to;
}

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

/** Two classes and whole weights that stand in the entries. */
function addTwoClasses(run: usize, seen: usize, from: u32, to: u32, threshold: f64): u32 {
  const rowBits = int(TreeSlot.rowBits);
  const weightShift = rowBits + int(TreeSlot.codeBits);
  const weightMask: u32 = (1 << int(TreeSlot.weightBits)) - 1;
  let rows: u32 = 0;
  let all: u32 = 0;
  let second: u32 = 0;
  for (let i = from; i < to; i++) {
    const e = load<u32>(run + (<usize>i << 2));
    const goesLeft: u32 = 0 - <u32>(load<f64>(seen + (<usize>i << 3)) <= threshold);
    const weight = (e >>> weightShift) & weightMask & goesLeft;
    rows -= goesLeft;
    all += weight;
    second += weight & (0 - ((e >>> rowBits) & 1));
  }
  const left = leftRecord();
  saveNumber(left, 0, numberAt(left, 0) + <f64>(all - second));
  saveNumber(left, 1, numberAt(left, 1) + <f64>second);
  saveNumber(left, 2, numberAt(left, 2) + <f64>all);
  return rows;
}

/** Gradients. */
function addGradients(run: usize, seen: usize, from: u32, to: u32, threshold: f64): u32 {
  const rowMask = rowMaskOf();
  const pairs = at(TreeSlot.pairs);
  let rows: u32 = 0;
  let g: f64 = 0;
  let h: f64 = 0;
  for (let i = from; i < to; i++) {
    if (!(load<f64>(seen + (<usize>i << 3)) <= threshold)) continue;
    const pair = pairs + (<usize>(load<u32>(run + (<usize>i << 2)) & rowMask) << 4);
    rows++;
    g += load<f64>(pair);
    h += load<f64>(pair, 8);
  }
  const left = leftRecord();
  saveNumber(left, 0, numberAt(left, 0) + g);
  saveNumber(left, 1, numberAt(left, 1) + h);
  return rows;
}

function addClasses(run: usize, seen: usize, from: u32, to: u32, threshold: f64): u32 {
  const left = leftRecord();
  let rows: u32 = 0;
  for (let i = from; i < to; i++) {
    if (!(load<f64>(seen + (<usize>i << 3)) <= threshold)) continue;
    rows++;
    addEntries(left, run, i, i + 1);
  }
  return rows;
}

function addMissing(run: usize, seen: usize, from: u32, to: u32): void {
  const record = missingRecord();
  for (let i = from; i < to; i++) {
    const value = load<f64>(seen + (<usize>i << 3));
    if (value != value) addEntries(record, run, i, i + 1);
  }
}

/** Sums up the next rows on the left of the threshold, and looks at the cut when all are; returns where it stands then. */
export function cutByChance(feature: u32, cursor: u32): u32 {
  const count = int(TreeSlot.count);
  const missing = count - int(TreeSlot.present);
  if (cursor == 0) {
    put(TreeSlot.drawn, drawThreshold(feature));
    put(TreeSlot.left, 0);
    clearRecord(leftRecord());
    if (missing > 0) clearRecord(missingRecord());
  }
  const run = runOfRows();
  const seen = at(TreeSlot.seen);
  const threshold = num(TreeSlot.drawn);
  const to = endOf(cursor, count);
  const classes = int(TreeSlot.classes);
  let rows = int(TreeSlot.left);
  if (classes == 0) rows += addGradients(run, seen, cursor, to, threshold);
  else if (classes == 2 && int(TreeSlot.weightBits) > 0) rows += addTwoClasses(run, seen, cursor, to, threshold);
  else rows += addClasses(run, seen, cursor, to, threshold);
  if (missing > 0) addMissing(run, seen, cursor, to);
  put(TreeSlot.left, rows);
  if (to == count) considerLeft(feature, rows, missing);
  return to;
}
