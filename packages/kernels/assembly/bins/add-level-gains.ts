// Adds up what each cut gains in the nodes of a level that are all cut alike.
//
// The nodes come one after the other, in their order, because gains are no multiples of a grid: so a task has all of them, and few
// features. As in `scan-bins.ts` two cuts side by side share one division, and nothing else in the loop depends on the cut.
// No cut is skipped, since each must have its gain added; the cuts beyond the bins that have weight part nothing, and are left out.
// Features whose leaves are held back, by `l1` or bounds, take a plain loop, `addHeld`.

import { LevelNodeSlot, LevelSlot } from "../generated/level-layout";
import { beginGains, heldGain } from "../generated/newton-gain";

/** Features `from` to `to`. */
export function addLevelGains(job: usize, from: u32, to: u32): void {
  const count = <usize><i64>load<f64>(job, LevelSlot.nodeCount);
  const nodes = <usize><i64>load<f64>(job, LevelSlot.nodes);
  for (let feature = from; feature < to; feature++) {
    for (let index: usize = 0; index < count; index++) addNode(job, nodes + index * LevelNodeSlot.size, feature);
  }
}

function addNode(job: usize, node: usize, feature: u32): void {
  const slot = <usize>load<u32>(<usize><i64>load<f64>(job, LevelSlot.slotStarts) + (<usize>feature << 2));
  const binCount = load<u32>(<usize><i64>load<f64>(job, LevelSlot.binCounts) + (<usize>feature << 2));
  const bins = <usize><i64>load<f64>(node, LevelNodeSlot.histogram) + (slot << 4);
  const allCounts = <usize><i64>load<f64>(node, LevelNodeSlot.rowCounts);
  const counts = allCounts == 0 ? 0 : allCounts + (slot << 2);
  const side = <usize><i64>load<f64>(job, LevelSlot.width) << 3;
  const gains = <usize><i64>load<f64>(job, LevelSlot.gains) + ((<usize>feature * side) << 1);
  let first: u32 = 0;
  let end = binCount;
  while (first < end && !v128.any_true(v128.load(bins + (<usize>first << 4)))) first++;
  while (end > first && !v128.any_true(v128.load(bins + (<usize>(end - 1) << 4)))) end--;
  if (first == end) return;
  const missing = v128.load(bins + (<usize>binCount << 4));
  const nothing = f64x2.splat(0);
  const rowsMissing = counts == 0 ? 0 : load<i32>(counts + (<usize>binCount << 2));
  if (rowsMissing > 0 || v128.any_true(f64x2.ne(missing, nothing))) {
    addSide(job, node, bins, counts, rowsMissing, 0, end - 1, missing, gains);
    addSide(job, node, bins, counts, 0, first, binCount, nothing, gains + side);
  } else {
    addSide(job, node, bins, counts, 0, first, end - 1, nothing, gains);
    addSide(job, node, bins, counts, 0, first, end - 1, nothing, gains + side);
  }
}

/** The cuts after the bins from `first` to `end` that leave enough rows; `left` and `rows` are what stands on the left besides bins. */
function addSide(
  job: usize,
  node: usize,
  bins: usize,
  counts: usize,
  rows: i32,
  first: u32,
  end: u32,
  left: v128,
  gains: usize,
): void {
  let from = first;
  let to = end;
  if (counts != 0) {
    const least = <i32><i64>load<f64>(job, LevelSlot.minRowsLeaf);
    const most = <i32><i64>load<f64>(node, LevelNodeSlot.rows) - least;
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
  const isHeld =
    load<f64>(job, LevelSlot.l1) > 0 ||
    load<f64>(job, LevelSlot.lower) > -Infinity ||
    load<f64>(job, LevelSlot.upper) < Infinity;
  if (isHeld) addHeld(job, node, bins, from, to, left, gains);
  else addRun(job, node, bins, from, to, left, gains);
}

/** The cuts after the bins from `from` to `to`, before which `left` has added up. There is room for one gain more. */
export function addRun(job: usize, node: usize, bins: usize, from: u32, to: u32, left: v128, gains: usize): void {
  const allG = f64x2.splat(load<f64>(node, LevelNodeSlot.gradients));
  const allH = f64x2.splat(load<f64>(node, LevelNodeSlot.hessians));
  const l2 = f64x2.splat(load<f64>(job, LevelSlot.l2));
  const least = f64x2.splat(load<f64>(job, LevelSlot.minChildWeight));
  const nodeTerm = f64x2.splat(load<f64>(node, LevelNodeSlot.nodeTerm));
  const zero = f64x2.splat(0);
  const both = i64x2.splat(-1);
  const low = i64x2.replace_lane(both, 1, 0);
  const end = bins + (<usize>to << 4);
  let sum = gains + (<usize>from << 3);
  for (let at = bins + (<usize>from << 4); at < end; at += 32, sum += 16) {
    const one = f64x2.add(left, v128.load(at));
    // Behind the last cut stands the bin of missing values, or another: nothing is added for it.
    left = f64x2.add(left, f64x2.add(v128.load(at), v128.load(at, 16)));
    const gl = v128.shuffle<f64>(one, left, 0, 2);
    const hl = v128.shuffle<f64>(one, left, 1, 3);
    const gr = f64x2.sub(allG, gl);
    const hr = f64x2.sub(allH, hl);
    const a = f64x2.add(hl, l2);
    const b = f64x2.add(hr, l2);
    const scale = f64x2.mul(f64x2.mul(a, b), f64x2.add(a, b));
    const d = f64x2.sub(f64x2.mul(gl, b), f64x2.mul(gr, a));
    const gain = f64x2.max(zero, f64x2.sub(f64x2.div(f64x2.mul(d, d), scale), nodeTerm));
    const isHeavy = v128.and(f64x2.ge(hl, least), f64x2.ge(hr, least));
    const isGood = v128.and(v128.and(isHeavy, f64x2.gt(scale, zero)), at + 16 < end ? both : low);
    v128.store(sum, f64x2.add(v128.load(sum), v128.and(gain, isGood)));
  }
}

/** The same cuts, one by one. */
function addHeld(job: usize, node: usize, bins: usize, from: u32, to: u32, left: v128, gains: usize): void {
  const allG = load<f64>(node, LevelNodeSlot.gradients);
  const allH = load<f64>(node, LevelNodeSlot.hessians);
  const least = load<f64>(job, LevelSlot.minChildWeight);
  beginGains(
    allG, allH, load<f64>(job, LevelSlot.l1), load<f64>(job, LevelSlot.l2),
    load<f64>(job, LevelSlot.lower), load<f64>(job, LevelSlot.upper),
  );
  for (let bin = from; bin < to; bin++) {
    left = f64x2.add(left, v128.load(bins + (<usize>bin << 4)));
    const gl = f64x2.extract_lane(left, 0);
    const hl = f64x2.extract_lane(left, 1);
    const hr = allH - hl;
    if (!(hl >= least && hr >= least)) continue;
    const sum = gains + (<usize>bin << 3);
    store<f64>(sum, load<f64>(sum) + heldGain(gl, hl, allG - gl, hr, 0));
  }
}
