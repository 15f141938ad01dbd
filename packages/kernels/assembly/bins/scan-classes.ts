// Looks for the cut of a node that gains most by the Gini impurity of its classes, feature by feature, in its histogram.
//
// Classes stand in pairs, as gradients and hessians do: a slot is the weights of two classes (f64x2), and the slots of the next
// two stand a histogram of pairs behind. What is summed is then summed by the same loops, and two classes cost what a gradient
// costs. A row adds to one pair only, however many classes there are. Bins without weight, most of them in small nodes, cost a load
// for each pair; the terms of two classes share their operations, and a cut has one division.

import { BinSlot, FoundSlot } from "../generated/bins-layout";

/**
 * The best split on a feature: the one that gains most; a tie goes to the lowest, then the one with missing values on the left. The next two
 * classes of a bin are `stride` bytes behind. `found` has zeroes, and `left` is room for the weights of all classes.
 */
export function scanClassesOf(
  job: usize, bins: usize, binCount: u32, stride: usize, counts: usize, found: usize, left: usize,
): void {
  const pairs = <usize><i64>load<f64>(job, BinSlot.pairs);
  const node = <usize><i64>load<f64>(job, BinSlot.weights);
  const all = load<f64>(node + (pairs << 4));
  const missing = bins + (<usize>binCount << 4);
  const M = weightAt(missing, pairs, stride);
  const rowsMissing = counts == 0 ? 0 : load<u32>(counts + (<usize>binCount << 2));
  const lacks = M != 0 || rowsMissing > 0;
  const rowsPresent: u32 = counts == 0 ? 0 : <u32><i64>load<f64>(job, BinSlot.rows) - rowsMissing;
  memory.fill(left, 0, pairs << 4);
  let L: f64 = 0;
  let rows: u32 = 0;
  for (let bin: u32 = 0; bin < binCount; bin++) {
    const at = bins + (<usize>bin << 4);
    const own = counts == 0 ? 0 : load<u32>(counts + (<usize>bin << 2));
    // Most are empty in small nodes, and most nodes have two classes.
    if (!v128.any_true(v128.load(at)) && own == 0 && (pairs == 1 || isEmpty(at, pairs, stride))) continue;
    const weight = weightAt(at, pairs, stride);
    for (let pair: usize = 0; pair < pairs; pair++) {
      const to = left + (pair << 4);
      v128.store(to, f64x2.add(v128.load(to), v128.load(at + pair * stride)));
    }
    L += weight;
    rows += own;
    const isLast = L + M == all && rows == rowsPresent;
    if (lacks && !isLast) consider(job, node, left, pairs, stride, counts, bin, L + M, rows + rowsMissing, missing, found);
    if (lacks || !isLast) consider(job, node, left, pairs, stride, counts, bin, L, rows, 0, found);
    if (isLast) return;
  }
}

/** The cut after a bin, with weight `L` on its left: what stands there so far, and the slots `also` where that is not 0. */
function consider(
  job: usize,
  node: usize,
  left: usize,
  pairs: usize,
  stride: usize,
  counts: usize,
  bin: u32,
  L: f64,
  rows: u32,
  also: usize,
  found: usize,
): void {
  if (counts != 0) {
    const minRows = load<f64>(job, BinSlot.minRowsLeaf);
    if (<f64>rows < minRows || load<f64>(job, BinSlot.rows) - <f64>rows < minRows) return;
  }
  const R = load<f64>(node + (pairs << 4)) - L;
  const least = load<f64>(job, BinSlot.minChildWeight);
  const scale = L * R * (L + R);
  if (!(L >= least && R >= least && scale > 0)) return;
  const onLeft = f64x2.splat(L);
  const onRight = f64x2.splat(R);
  let s: f64 = 0;
  for (let pair: usize = 0; pair < pairs; pair++) {
    let weight = v128.load(left + (pair << 4));
    if (also != 0) weight = f64x2.add(weight, v128.load(also + pair * stride));
    const rest = f64x2.sub(v128.load(node + (pair << 4)), weight);
    const d = f64x2.sub(f64x2.mul(weight, onRight), f64x2.mul(rest, onLeft));
    const squares = f64x2.mul(d, d);
    s += f64x2.extract_lane(squares, 0);
    s += f64x2.extract_lane(squares, 1);
  }
  const gain = s / scale;
  if (!(gain > load<f64>(found, FoundSlot.gain))) return;
  store<f64>(found, gain, FoundSlot.gain);
  store<f64>(found, <f64>bin, FoundSlot.bin);
  store<f64>(found, also == 0 ? 0 : 1, FoundSlot.missingLeft);
}

@inline
function isEmpty(slot: usize, pairs: usize, stride: usize): bool {
  for (let at = slot, end = slot + pairs * stride; at < end; at += stride) if (v128.any_true(v128.load(at))) return false;
  return true;
}

/** What all classes weigh together in a slot. */
@inline
function weightAt(slot: usize, pairs: usize, stride: usize): f64 {
  let weight: f64 = 0;
  for (let at = slot, end = slot + pairs * stride; at < end; at += stride) {
    const both = v128.load(at);
    weight += f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1);
  }
  return weight;
}
