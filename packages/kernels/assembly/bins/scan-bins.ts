// Looks for the best split of a node in its histogram, feature by feature.
//
// A node of 28 features and 255 bins has 7,140 cuts, and a tree hundreds of nodes, so a cut must cost a nanosecond. Two
// cuts side by side share one division (f64x2); the sums of two bins are added first, so that the running sum waits for one
// addition and not for two; bins without weight, most of them in small nodes, cost a load; and everything that does
// not depend on the cut is taken out of the loop. The two sides of missing values are two runs of the loop, the second only
// where the node has missing values. Limits on rows are no test of a cut: rows add up, so they are a range of bins.
// Features whose leaves are held back, by `l1`, bounds or an order, take a plain loop, `scanHeld`.

import { BinSlot, FoundSlot } from "../generated/bins-layout";
import { beginGains, heldGain } from "../generated/newton-gain";
import { isThere, sortCategories, sortedCode, sortedCounts } from "./sort-categories";

let areAllHeld: bool = false;

/** Begins the scans of a node. */
export function beginScans(job: usize): void {
  const l1 = load<f64>(job, BinSlot.l1);
  const lower = load<f64>(job, BinSlot.lower);
  const upper = load<f64>(job, BinSlot.upper);
  beginGains(load<f64>(job, BinSlot.gradients), load<f64>(job, BinSlot.hessians), l1, load<f64>(job, BinSlot.l2), lower, upper);
  areAllHeld = l1 > 0 || lower > -Infinity || upper < Infinity;
}

/**
 * The best split on a feature: the one that gains most; a tie goes to the lowest, then the one with missing values on the left. `found` has
 * zeroes, `kind` is that of its `LeafColumn`, and `scratch` is room to sort categories.
 */
export function scanFeature(
  job: usize, feature: u32, kind: u32, bins: usize, binCount: u32, counts: usize, found: usize, scratch: usize,
): void {
  if (kind == 0) scanOrdered(job, feature, bins, binCount, counts, found);
  else if (kind == 2) scanEach(job, bins, binCount, counts, found);
  else {
    const most = <u32><i64>load<f64>(job, BinSlot.mostCategories);
    const sorted = sortCategories(bins, binCount, counts, load<f64>(job, BinSlot.smoothing), most, scratch);
    scanOrdered(job, feature, scratch, sorted, counts == 0 ? 0 : sortedCounts(scratch, binCount), found);
    if (load<f64>(found, FoundSlot.gain) > 0) {
      store<f64>(found, <f64>sortedCode(scratch, binCount, <u32><i64>load<f64>(found, FoundSlot.bin)), FoundSlot.bin);
    }
  }
}

/** A side without any weight is none: cuts run from the first bin that has some to the last but one. */
function scanOrdered(job: usize, feature: u32, bins: usize, binCount: u32, counts: usize, found: usize): void {
  const missing = v128.load(bins + (<usize>binCount << 4));
  let first: u32 = 0;
  let end = binCount;
  while (first < end && !v128.any_true(v128.load(bins + (<usize>first << 4)))) first++;
  while (end > first && !v128.any_true(v128.load(bins + (<usize>(end - 1) << 4)))) end--;
  if (first == end) return;
  const nothing = f64x2.splat(0);
  const rowsMissing = counts == 0 ? 0 : load<u32>(counts + (<usize>binCount << 2));
  if (rowsMissing > 0 || v128.any_true(f64x2.ne(missing, nothing))) {
    scanSide(job, feature, bins, counts, rowsMissing, first, end - 1, end - 1, missing, 1, found);
    scanSide(job, feature, bins, counts, 0, first, end, end - 1, nothing, 0, found);
  } else scanSide(job, feature, bins, counts, 0, first, end - 1, end - 1, nothing, 0, found);
}

/** Each category against all others, and all of them against the missing values. */
function scanEach(job: usize, bins: usize, binCount: u32, counts: usize, found: usize): void {
  const missing = v128.load(bins + (<usize>binCount << 4));
  const rowsMissing: i32 = counts == 0 ? 0 : load<i32>(counts + (<usize>binCount << 2));
  const lacks = rowsMissing > 0 || v128.any_true(f64x2.ne(missing, f64x2.splat(0)));
  let all = f64x2.splat(0);
  let allRows: i32 = 0;
  for (let code: u32 = 0; code < binCount; code++) {
    const pair = bins + (<usize>code << 4);
    if (!isThere(pair, counts, code)) continue;
    const one = v128.load(pair);
    const rows: i32 = counts == 0 ? 0 : load<i32>(counts + (<usize>code << 2));
    all = f64x2.add(all, one);
    allRows += rows;
    if (lacks) considerOne(job, f64x2.add(one, missing), rows + rowsMissing, counts, code, 1, found);
    considerOne(job, one, rows, counts, code, 0, found);
  }
  if (lacks) considerOne(job, all, allRows, counts, binCount, 0, found);
}

function considerOne(job: usize, left: v128, rows: i32, counts: usize, bin: u32, missingLeft: f64, found: usize): void {
  if (counts != 0) {
    const least = load<f64>(job, BinSlot.minRowsLeaf);
    if (<f64>rows < least || load<f64>(job, BinSlot.rows) - <f64>rows < least) return;
  }
  const least = load<f64>(job, BinSlot.minChildWeight);
  const gl = f64x2.extract_lane(left, 0);
  const hl = f64x2.extract_lane(left, 1);
  const gr = load<f64>(job, BinSlot.gradients) - gl;
  const hr = load<f64>(job, BinSlot.hessians) - hl;
  const isSide = (gl != 0 || hl != 0) && (gr != 0 || hr != 0);
  if (isSide && hl >= least && hr >= least) keep(found, heldGain(gl, hl, gr, hr, 0), bin, missingLeft, gl, hl);
}

/**
 * The cuts after the bins from `first` to `end` that leave enough rows on both sides; `left` and `rows` are what stands on
 * the left besides bins. The cut after `last` parts all that have a value from those that have none, which no order forbids.
 */
function scanSide(
  job: usize,
  feature: u32,
  bins: usize,
  counts: usize,
  rows: i32,
  first: u32,
  end: u32,
  last: u32,
  left: v128,
  missingLeft: f64,
  found: usize,
): void {
  let from = first;
  let to = end;
  if (counts != 0) {
    const least = <i32><i64>load<f64>(job, BinSlot.minRowsLeaf);
    const most = <i32><i64>load<f64>(job, BinSlot.rows) - least;
    for (let bin: u32 = 0; bin < end; bin++) {
      rows += load<i32>(counts + (<usize>bin << 2));
      if (rows < least) from = max(from, bin + 1);
      if (rows > most) {
        to = min(to, bin);
        break;
      }
    }
  }
  for (let bin: u32 = 0; bin < from; bin++) left = f64x2.add(left, v128.load(bins + (<usize>bin << 4)));
  if (from >= to) return;
  const direction = <f64>load<i8>(<usize><i64>load<f64>(job, BinSlot.monotone) + feature);
  if (areAllHeld || direction != 0) scanHeld(job, bins, from, to, last, left, missingLeft, direction, found);
  else scanRun(job, bins, from, to, left, missingLeft, found);
}

/** The cuts after the bins from `from` to `to`, before which `left` has added up. */
function scanRun(job: usize, bins: usize, from: u32, to: u32, left: v128, missingLeft: f64, found: usize): void {
  const allG = f64x2.splat(load<f64>(job, BinSlot.gradients));
  const allH = f64x2.splat(load<f64>(job, BinSlot.hessians));
  const l2 = f64x2.splat(load<f64>(job, BinSlot.l2));
  const term = f64x2.splat(load<f64>(job, BinSlot.nodeTerm));
  // The best cut of each lane is the first of those that gain the most. It is kept in the loop, without a call or a store: those cost
  // nodes of few rows, whose gains go up and down, as much again as all the rest.
  let best = f64x2.splat(0);
  let bestBin = best;
  let bestG = best;
  let bestH = best;
  // Without weight a cut is the one before again; the first of all has none before it.
  let isFirst = i32x4.splat(1);
  let bin = from;
  while (bin < to) {
    const at = bins + (<usize>bin << 4);
    const one = v128.load(at);
    bin += 2;
    // The last one alone is a pair with nothing: its second cut is the first one again.
    const two = bin <= to ? f64x2.add(one, v128.load(at, 16)) : one;
    if (!v128.any_true(v128.or(v128.or(one, two), isFirst))) continue;
    isFirst = i32x4.splat(0);
    const low = f64x2.add(left, one);
    left = f64x2.add(left, two);
    const gl = v128.shuffle<f64>(low, left, 0, 2);
    const hl = v128.shuffle<f64>(low, left, 1, 3);
    const gr = f64x2.sub(allG, gl);
    const hr = f64x2.sub(allH, hl);
    const a = f64x2.add(hl, l2);
    const b = f64x2.add(hr, l2);
    const scale = f64x2.mul(f64x2.mul(a, b), f64x2.add(a, b));
    const d = f64x2.sub(f64x2.mul(gl, b), f64x2.mul(gr, a));
    const gain = f64x2.sub(f64x2.div(f64x2.mul(d, d), scale), term);
    const isUp = f64x2.gt(gain, best);
    if (!v128.any_true(isUp)) continue;
    const least = f64x2.splat(load<f64>(job, BinSlot.minChildWeight));
    const isHeavy = v128.and(f64x2.ge(hl, least), f64x2.ge(hr, least));
    const isBetter = v128.and(isUp, v128.and(isHeavy, f64x2.gt(scale, f64x2.splat(0))));
    best = v128.bitselect(gain, best, isBetter);
    bestBin = v128.bitselect(f64x2.convert_low_i32x4_u(i32x4.splat(bin)), bestBin, isBetter);
    bestG = v128.bitselect(gl, bestG, isBetter);
    bestH = v128.bitselect(hl, bestH, isBetter);
  }
  // `bin` was two ahead.
  const low = f64x2.extract_lane(best, 0);
  const lowBin = <u32>f64x2.extract_lane(bestBin, 0) - 2;
  if (low > 0) keep(found, low, lowBin, missingLeft, f64x2.extract_lane(bestG, 0), f64x2.extract_lane(bestH, 0));
  const high = f64x2.extract_lane(best, 1);
  const highBin = <u32>f64x2.extract_lane(bestBin, 1) - 1;
  if (high > 0) keep(found, high, highBin, missingLeft, f64x2.extract_lane(bestG, 1), f64x2.extract_lane(bestH, 1));
}

/** The same cuts, one by one. */
function scanHeld(
  job: usize,
  bins: usize,
  from: u32,
  to: u32,
  last: u32,
  left: v128,
  missingLeft: f64,
  direction: f64,
  found: usize,
): void {
  const allG = load<f64>(job, BinSlot.gradients);
  const allH = load<f64>(job, BinSlot.hessians);
  const least = load<f64>(job, BinSlot.minChildWeight);
  for (let bin = from; bin < to; bin++) {
    const one = v128.load(bins + (<usize>bin << 4));
    if (bin != from && !v128.any_true(one)) continue;
    left = f64x2.add(left, one);
    const gl = f64x2.extract_lane(left, 0);
    const hl = f64x2.extract_lane(left, 1);
    const hr = allH - hl;
    if (!(hl >= least && hr >= least)) continue;
    keep(found, heldGain(gl, hl, allG - gl, hr, bin == last ? 0 : direction), bin, missingLeft, gl, hl);
  }
}

/** Keeps a cut that gains more than the one that was found, or as much at a lower bin. */
function keep(found: usize, gain: f64, bin: u32, missingLeft: f64, gl: f64, hl: f64): void {
  const best = load<f64>(found, FoundSlot.gain);
  if (!(gain > best || (gain == best && <f64>bin < load<f64>(found, FoundSlot.bin)))) return;
  store<f64>(found, gain, FoundSlot.gain);
  store<f64>(found, <f64>bin, FoundSlot.bin);
  store<f64>(found, missingLeft, FoundSlot.missingLeft);
  store<f64>(found, gl, FoundSlot.leftGradients);
  store<f64>(found, hl, FoundSlot.leftHessians);
}
