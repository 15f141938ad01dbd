import { LEAST_PRODUCT, MISSING, Measure, NEW, SLACK, TREE_CHUNK, TreeSlot } from "../generated/tree-layout";
import { considerClasses, considerGradients, isPoisson, leastTerm } from "./tree-gain";
import {
  at, int, leftRecord, missingRecord, num, numberAt, parentRecord, put, rowMaskOf, runOf, saveNumber, widthOf,
} from "./tree-job";

/** True where all entries of the run have the same value, or none. */
export function isConstant(run: usize, count: u32): bool {
  for (let i: u32 = 1; i < count; i++) if (load<u32>(run + (<usize>i << 2)) & NEW) return false;
  return true;
}

/** How many entries of the run have a value: the missing ones stand last. */
@inline
function presentOf(run: usize, count: u32): u32 {
  if (!(load<u32>(run + (<usize>(count - 1) << 2)) & MISSING)) return count;
  let low: u32 = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (load<u32>(run + (<usize>middle << 2)) & MISSING) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Class weights: two classes, whole weights that stand in the entries, nothing missing. */
function scanTwoClasses(feature: u32, run: usize, from: u32, to: u32, low: u32, high: u32): void {
  const rowBits = int(TreeSlot.rowBits);
  const weightShift = rowBits + int(TreeSlot.codeBits);
  const weightMask: u32 = (1 << int(TreeSlot.weightBits)) - 1;
  const N = numberAt(parentRecord(), 2);
  const n1 = numberAt(parentRecord(), 1);
  let L = int(TreeSlot.left);
  let l1 = int(TreeSlot.leftSignal);
  let i = from;
  // Whole numbers, and all weight together is below 2^26: everything here but the last product is exact.
  for (const end = min(to, low); i < end; i++) {
    const e = load<u32>(run + (<usize>i << 2));
    const weight = (e >>> weightShift) & weightMask;
    L += weight;
    l1 += weight & (0 - ((e >>> rowBits) & 1));
  }
  let bar = num(TreeSlot.gain) * 0.5 * N * SLACK;
  for (const end = min(to, high + 1); i < end; i++) {
    const e = load<u32>(run + (<usize>i << 2));
    if (e & NEW) {
      const wl = <f64>L;
      const d = <f64>l1 * N - n1 * wl;
      if (d * d >= bar * (wl * (N - wl))) {
        saveNumber(leftRecord(), 0, <f64>(L - l1));
        saveNumber(leftRecord(), 1, <f64>l1);
        considerClasses(feature, i, false, 0, wl);
        bar = num(TreeSlot.gain) * 0.5 * N * SLACK;
      }
    }
    const weight = (e >>> weightShift) & weightMask;
    L += weight;
    l1 += weight & (0 - ((e >>> rowBits) & 1));
  }
  put(TreeSlot.left, L);
  put(TreeSlot.leftSignal, l1);
}

/** The weight of an entry. */
@inline
export function weightOf(e: u32, weights: usize, rowMask: u32, weightShift: u32, weightMask: u32): f64 {
  return weights == 0 ? <f64>((e >>> weightShift) & weightMask) : load<f64>(weights + (<usize>(e & rowMask) << 3));
}

/**
 * Class weights of any kind. Without missing values a cut is first judged by the sums of squares, which follow the cut.
 * Each step may round them by a part of all the squares, however light the lighter side is: so the slack is the same for
 * all cuts, written for what is compared, gain · L · R. Whatever comes near the best is looked at by the gain itself.
 */
function scanClasses(feature: u32, run: usize, from: u32, to: u32, low: u32, high: u32, missing: u32): void {
  const rowBits = int(TreeSlot.rowBits);
  const rowMask: u32 = (1 << rowBits) - 1;
  const codeMask: u32 = (1 << int(TreeSlot.codeBits)) - 1;
  const weightShift = rowBits + int(TreeSlot.codeBits);
  const weightMask: u32 = (1 << int(TreeSlot.weightBits)) - 1;
  const weights = at(TreeSlot.weights);
  const classes = <usize>int(TreeSlot.classes);
  const count = int(TreeSlot.count);
  const minRows = int(TreeSlot.minRowsLeaf);
  const parent = parentRecord();
  const left = leftRecord();
  const N = numberAt(parent, classes);
  const M = numberAt(missingRecord(), classes);
  const present = count - missing;
  let squares: f64 = 0;
  for (let code: usize = 0; code < classes; code++) squares += numberAt(parent, code) * numberAt(parent, code);
  let SL = num(TreeSlot.leftSquares);
  let SR = from == 0 ? squares : num(TreeSlot.rightSquares);
  let L = num(TreeSlot.left);
  const isGini = int(TreeSlot.measure) == Measure.gini;
  const floor = squares / N;
  const slack = 2 * f64.EPSILON * <f64>(count + <u32>classes + 8) * (N * N * N) + LEAST_PRODUCT;
  let bar = floor + num(TreeSlot.gain);
  for (let i = from; i < to; i++) {
    const e = load<u32>(run + (<usize>i << 2));
    if (i > 0 && e & NEW) {
      if (missing == 0) {
        const R = N - L;
        if (i >= low && i <= high && !(isGini && SL * R + SR * L + slack < bar * (L * R))) {
          considerClasses(feature, i, false, 0, L);
          bar = floor + num(TreeSlot.gain);
        }
      } else {
        if (i + missing >= minRows && present - i >= minRows) considerClasses(feature, i, true, missing, L + M);
        if (i >= minRows && count - i >= minRows) considerClasses(feature, i, false, missing, L);
      }
    }
    const code = <usize>((e >>> rowBits) & codeMask);
    const weight = weightOf(e, weights, rowMask, weightShift, weightMask);
    const l = numberAt(left, code);
    const r = numberAt(parent, code) - l;
    SL += weight * (2 * l + weight);
    SR -= weight * (2 * r - weight);
    saveNumber(left, code, l + weight);
    L += weight;
  }
  put(TreeSlot.left, L);
  put(TreeSlot.leftSquares, SL);
  put(TreeSlot.rightSquares, SR);
  if (to == present && missing >= minRows && present >= minRows && missing > 0) {
    considerClasses(feature, present, false, missing, L);
  }
}

/** Gradient and hessian of an entry: its flags are shifted out, and no memory has room for so many places that they would be too. */
@inline
function pairOf(pairs: usize, e: u32): v128 { return v128.load(pairs + <usize>(e << 4)); }

/**
 * Gradients without missing values. Two cuts at a time are judged, as vectors, as if there were a cut before every entry:
 * the few that may be the best are then looked at one by one. Both numbers of a row are one load, and one addition. `pairs` is an
 * argument because the engine would convert what is read here in every turn.
 */
export function scanPairs(feature: u32, run: usize, from: u32, to: u32, low: u32, high: u32, pairs: usize): void {
  const l2 = f64x2.splat(num(TreeSlot.l2));
  const G = f64x2.splat(numberAt(parentRecord(), 0));
  const H = f64x2.splat(numberAt(parentRecord(), 1));
  const term = leastTerm();
  let sum = f64x2.replace_lane(f64x2.splat(num(TreeSlot.left)), 0, num(TreeSlot.leftSignal));
  let i = from;
  for (const end = min(to, low); i < end; i++) {
    sum = f64x2.add(sum, pairOf(pairs, load<u32>(run + (<usize>i << 2))));
  }
  let bar = f64x2.splat((num(TreeSlot.gain) + term) * SLACK - LEAST_PRODUCT);
  for (const end = min(to, high + 1); i < end; i += 2) {
    const e = load<u32>(run + (<usize>i << 2));
    const next = f64x2.add(sum, pairOf(pairs, e));
    const gl = v128.shuffle<f64>(sum, next, 0, 2);
    const hl = v128.shuffle<f64>(sum, next, 1, 3);
    const a = f64x2.add(hl, l2);
    const b = f64x2.add(f64x2.sub(H, hl), l2);
    const d = f64x2.sub(f64x2.mul(gl, b), f64x2.mul(f64x2.sub(G, gl), a));
    const least = f64x2.mul(bar, f64x2.mul(f64x2.mul(a, b), f64x2.add(a, b)));
    const hasSecond = i + 1 < end;
    const second = hasSecond ? load<u32>(run + (<usize>i << 2), 4) : 0;
    if (v128.any_true(f64x2.ge(f64x2.mul(d, d), least))) {
      considerPair(feature, i, e, sum);
      considerPair(feature, i + 1, second, next);
      bar = f64x2.splat((num(TreeSlot.gain) + term) * SLACK - LEAST_PRODUCT);
    }
    sum = hasSecond ? f64x2.add(next, pairOf(pairs, second)) : next;
  }
  put(TreeSlot.leftSignal, f64x2.extract_lane(sum, 0));
  put(TreeSlot.left, f64x2.extract_lane(sum, 1));
}

/** Looks at the cut before an entry, if there is one. */
function considerPair(feature: u32, position: u32, e: u32, sum: v128): void {
  if (e & NEW) considerGradients(feature, position, false, 0, f64x2.extract_lane(sum, 0), f64x2.extract_lane(sum, 1));
}

/** Gradients of any measure. Where values are missing, every split is tried with them on either side. */
function scanGradients(feature: u32, run: usize, from: u32, to: u32, missing: u32): void {
  const rowMask = rowMaskOf();
  const pairs = at(TreeSlot.pairs);
  const count = int(TreeSlot.count);
  const minRows = int(TreeSlot.minRowsLeaf);
  const present = count - missing;
  const gm = numberAt(missingRecord(), 0);
  const hm = numberAt(missingRecord(), 1);
  let gl = num(TreeSlot.leftSignal);
  let hl = num(TreeSlot.left);
  for (let i = from; i < to; i++) {
    const e = load<u32>(run + (<usize>i << 2));
    if (i > 0 && e & NEW) {
      if (missing > 0 && i + missing >= minRows && present - i >= minRows) {
        considerGradients(feature, i, true, missing, gl + gm, hl + hm);
      }
      if (i >= minRows && count - i >= minRows) considerGradients(feature, i, false, missing, gl, hl);
    }
    const pair = pairs + (<usize>(e & rowMask) << 4);
    gl += load<f64>(pair);
    hl += load<f64>(pair, 8);
  }
  put(TreeSlot.leftSignal, gl);
  put(TreeSlot.left, hl);
  if (to == present && missing > 0 && missing >= minRows && present >= minRows) {
    considerGradients(feature, present, false, missing, gl, hl);
  }
}

/** Adds the rows of the entries from `from` to `to` up. */
export function addEntries(record: usize, run: usize, from: u32, to: u32): void {
  const rowBits = int(TreeSlot.rowBits);
  const rowMask: u32 = (1 << rowBits) - 1;
  const codeMask: u32 = (1 << int(TreeSlot.codeBits)) - 1;
  const weightShift = rowBits + int(TreeSlot.codeBits);
  const weightMask: u32 = (1 << int(TreeSlot.weightBits)) - 1;
  const classes = <usize>int(TreeSlot.classes);
  const weights = at(TreeSlot.weights);
  const pairs = at(TreeSlot.pairs);
  for (let i = from; i < to; i++) {
    const e = load<u32>(run + (<usize>i << 2));
    if (classes == 0) {
      const pair = pairs + (<usize>(e & rowMask) << 4);
      saveNumber(record, 0, numberAt(record, 0) + load<f64>(pair));
      saveNumber(record, 1, numberAt(record, 1) + load<f64>(pair, 8));
    } else {
      const code = <usize>((e >>> rowBits) & codeMask);
      const weight = weightOf(e, weights, rowMask, weightShift, weightMask);
      saveNumber(record, code, numberAt(record, code) + weight);
      saveNumber(record, classes, numberAt(record, classes) + weight);
    }
  }
}

/** Begins with a feature that is not constant in the node. */
export function beginScan(run: usize, count: u32): void {
  const present = presentOf(run, count);
  put(TreeSlot.present, present);
  put(TreeSlot.left, 0);
  put(TreeSlot.leftSignal, 0);
  put(TreeSlot.leftSquares, 0);
  memory.fill(leftRecord(), 0, 8 * <usize>widthOf());
  memory.fill(missingRecord(), 0, 8 * <usize>widthOf());
  addEntries(missingRecord(), run, present, count);
}

/** Looks at the next cuts of the feature in the node, from `cursor` on; returns where it stands then. */
export function scanFeature(feature: u32, cursor: u32): u32 {
  const run = runOf(feature);
  const count = int(TreeSlot.count);
  if (cursor == 0) beginScan(run, count);
  const present = int(TreeSlot.present);
  const missing = count - present;
  const to = present - cursor > TREE_CHUNK ? cursor + TREE_CHUNK : present;
  const minRows = int(TreeSlot.minRowsLeaf);
  const high = count - minRows;
  const classes = int(TreeSlot.classes);
  const isGini = int(TreeSlot.measure) == Measure.gini;
  if (isGini && classes == 2 && missing == 0 && int(TreeSlot.weightBits) > 0) {
    scanTwoClasses(feature, run, cursor, to, minRows, high);
  } else if (classes > 0) {
    scanClasses(feature, run, cursor, to, minRows, high, missing);
  } else if (missing > 0 || isPoisson()) {
    scanGradients(feature, run, cursor, to, missing);
  } else {
    scanPairs(feature, run, cursor, to, minRows, high, at(TreeSlot.pairs));
  }
  return to == present ? count : to;
}
