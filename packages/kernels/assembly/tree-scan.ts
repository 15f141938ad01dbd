import { considerGini, considerNewton, nodeTerm } from "./tree-gain";
import {
  CHUNK, MISSING, NEW, Slot, at, int, leftRecord, missingRecord, num, numberAt, parentRecord, put, runOf, saveNumber,
  widthOf,
} from "./tree-job";

/**
 * What a cut must reach, before it is worth its division: the division rounds by less. Cuts that pass are compared by
 * the very gain that the criterion tells.
 */
const SLACK: f64 = 1 - 1 / (<f64>(1 << 30) * 1024);

/** Products beneath this may have lost digits, so no cut is left out by them. */
const LEAST_PRODUCT: f64 = 1e-300;

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
  const rowBits = int(Slot.rowBits);
  const weightShift = rowBits + int(Slot.codeBits);
  const weightMask: u32 = (1 << int(Slot.weightBits)) - 1;
  const N = numberAt(parentRecord(), 2);
  const n1 = numberAt(parentRecord(), 1);
  let L = int(Slot.left);
  let l1 = int(Slot.leftSignal);
  let i = from;
  // Whole numbers, and all weight together is below 2^26: everything here but the last product is exact.
  for (const end = min(to, low); i < end; i++) {
    const e = load<u32>(run + (<usize>i << 2));
    const weight = (e >>> weightShift) & weightMask;
    L += weight;
    l1 += weight & (0 - ((e >>> rowBits) & 1));
  }
  let bar = num(Slot.gain) * 0.5 * N * SLACK;
  for (const end = min(to, high + 1); i < end; i++) {
    const e = load<u32>(run + (<usize>i << 2));
    if (e & NEW) {
      const wl = <f64>L;
      const d = <f64>l1 * N - n1 * wl;
      if (d * d >= bar * (wl * (N - wl))) {
        saveNumber(leftRecord(), 0, <f64>(L - l1));
        saveNumber(leftRecord(), 1, <f64>l1);
        considerGini(feature, i, false, 0, wl);
        bar = num(Slot.gain) * 0.5 * N * SLACK;
      }
    }
    const weight = (e >>> weightShift) & weightMask;
    L += weight;
    l1 += weight & (0 - ((e >>> rowBits) & 1));
  }
  put(Slot.left, L);
  put(Slot.leftSignal, l1);
}

/** The weight of an entry. */
@inline
function weightOf(e: u32, weights: usize, rowMask: u32, weightShift: u32, weightMask: u32): f64 {
  return weights == 0 ? <f64>((e >>> weightShift) & weightMask) : load<f64>(weights + (<usize>(e & rowMask) << 3));
}

/**
 * Class weights of any kind. Without missing values a cut is first judged by the sums of squares, which follow the cut.
 * Each step may round them by a part of all the squares, however light the lighter side is: so the slack is the same for
 * all cuts, written for what is compared, gain · L · R. Whatever comes near the best is looked at by the gain itself.
 */
function scanClasses(feature: u32, run: usize, from: u32, to: u32, low: u32, high: u32, missing: u32): void {
  const rowBits = int(Slot.rowBits);
  const rowMask: u32 = (1 << rowBits) - 1;
  const codeMask: u32 = (1 << int(Slot.codeBits)) - 1;
  const weightShift = rowBits + int(Slot.codeBits);
  const weightMask: u32 = (1 << int(Slot.weightBits)) - 1;
  const weights = at(Slot.weights);
  const classes = <usize>int(Slot.classes);
  const count = int(Slot.count);
  const minRows = int(Slot.minRowsLeaf);
  const parent = parentRecord();
  const left = leftRecord();
  const N = numberAt(parent, classes);
  const M = numberAt(missingRecord(), classes);
  const present = count - missing;
  let squares: f64 = 0;
  for (let code: usize = 0; code < classes; code++) squares += numberAt(parent, code) * numberAt(parent, code);
  let SL = num(Slot.leftSquares);
  let SR = from == 0 ? squares : num(Slot.rightSquares);
  let L = num(Slot.left);
  const floor = squares / N;
  const slack = 2 * f64.EPSILON * <f64>(count + <u32>classes + 8) * (N * N * N) + LEAST_PRODUCT;
  let bar = floor + num(Slot.gain);
  for (let i = from; i < to; i++) {
    const e = load<u32>(run + (<usize>i << 2));
    if (i > 0 && e & NEW) {
      if (missing == 0) {
        const R = N - L;
        if (i >= low && i <= high && !(SL * R + SR * L + slack < bar * (L * R))) {
          considerGini(feature, i, false, 0, L);
          bar = floor + num(Slot.gain);
        }
      } else {
        if (i + missing >= minRows && present - i >= minRows) considerGini(feature, i, true, missing, L + M);
        if (i >= minRows && count - i >= minRows) considerGini(feature, i, false, missing, L);
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
  put(Slot.left, L);
  put(Slot.leftSquares, SL);
  put(Slot.rightSquares, SR);
  if (to == present && missing >= minRows && present >= minRows && missing > 0) {
    considerGini(feature, present, false, missing, L);
  }
}

@inline
function hessianOf(weights: usize, row: usize): f64 {
  return weights == 0 ? 1 : load<f64>(weights + (row << 3));
}

/** Gradients without missing values. */
@inline
function scanGradientsWith(weights: usize, feature: u32, run: usize, from: u32, to: u32, low: u32, high: u32): void {
  const rowMask: u32 = (1 << int(Slot.rowBits)) - 1;
  const gradients = at(Slot.signal);
  const l2 = num(Slot.l2);
  const G = numberAt(parentRecord(), 0);
  const H = numberAt(parentRecord(), 1);
  const term = nodeTerm();
  let gl = num(Slot.leftSignal);
  let hl = num(Slot.left);
  let i = from;
  for (const end = min(to, low); i < end; i++) {
    const row = <usize>(load<u32>(run + (<usize>i << 2)) & rowMask);
    gl += load<f64>(gradients + (row << 3));
    hl += hessianOf(weights, row);
  }
  let bar = (num(Slot.gain) + term) * SLACK - LEAST_PRODUCT;
  for (const end = min(to, high + 1); i < end; i++) {
    const e = load<u32>(run + (<usize>i << 2));
    if (e & NEW) {
      const a = hl + l2;
      const b = H - hl + l2;
      const d = gl * b - (G - gl) * a;
      if (d * d >= bar * (a * b * (a + b))) {
        considerNewton(feature, i, false, 0, gl, hl);
        bar = (num(Slot.gain) + term) * SLACK - LEAST_PRODUCT;
      }
    }
    const row = <usize>(e & rowMask);
    gl += load<f64>(gradients + (row << 3));
    hl += hessianOf(weights, row);
  }
  put(Slot.leftSignal, gl);
  put(Slot.left, hl);
}

/** Gradients with missing values: every cut is tried with them on either side. */
function scanGradientsMissing(feature: u32, run: usize, from: u32, to: u32, missing: u32): void {
  const rowMask: u32 = (1 << int(Slot.rowBits)) - 1;
  const gradients = at(Slot.signal);
  const weights = at(Slot.weights);
  const count = int(Slot.count);
  const minRows = int(Slot.minRowsLeaf);
  const present = count - missing;
  const gm = numberAt(missingRecord(), 0);
  const hm = numberAt(missingRecord(), 1);
  let gl = num(Slot.leftSignal);
  let hl = num(Slot.left);
  for (let i = from; i < to; i++) {
    const e = load<u32>(run + (<usize>i << 2));
    if (i > 0 && e & NEW) {
      if (i + missing >= minRows && present - i >= minRows) considerNewton(feature, i, true, missing, gl + gm, hl + hm);
      if (i >= minRows && count - i >= minRows) considerNewton(feature, i, false, missing, gl, hl);
    }
    const row = <usize>(e & rowMask);
    gl += load<f64>(gradients + (row << 3));
    hl += hessianOf(weights, row);
  }
  put(Slot.leftSignal, gl);
  put(Slot.left, hl);
  if (to == present && missing >= minRows && present >= minRows) {
    considerNewton(feature, present, false, missing, gl, hl);
  }
}

/** Adds the rows of the entries from `from` to `to` up. */
export function addEntries(record: usize, run: usize, from: u32, to: u32): void {
  const rowBits = int(Slot.rowBits);
  const rowMask: u32 = (1 << rowBits) - 1;
  const codeMask: u32 = (1 << int(Slot.codeBits)) - 1;
  const weightShift = rowBits + int(Slot.codeBits);
  const weightMask: u32 = (1 << int(Slot.weightBits)) - 1;
  const classes = <usize>int(Slot.classes);
  const weights = at(Slot.weights);
  const gradients = at(Slot.signal);
  for (let i = from; i < to; i++) {
    const e = load<u32>(run + (<usize>i << 2));
    if (classes == 0) {
      const row = <usize>(e & rowMask);
      saveNumber(record, 0, numberAt(record, 0) + load<f64>(gradients + (row << 3)));
      saveNumber(record, 1, numberAt(record, 1) + hessianOf(weights, row));
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
  put(Slot.present, present);
  put(Slot.left, 0);
  put(Slot.leftSignal, 0);
  put(Slot.leftSquares, 0);
  memory.fill(leftRecord(), 0, 8 * <usize>widthOf());
  memory.fill(missingRecord(), 0, 8 * <usize>widthOf());
  addEntries(missingRecord(), run, present, count);
}

/** Looks at the next cuts of the feature in the node, from `cursor` on; returns where it stands then. */
export function scanFeature(feature: u32, cursor: u32): u32 {
  const run = runOf(feature);
  const count = int(Slot.count);
  if (cursor == 0) beginScan(run, count);
  const present = int(Slot.present);
  const missing = count - present;
  const to = present - cursor > CHUNK ? cursor + CHUNK : present;
  const minRows = int(Slot.minRowsLeaf);
  const high = count - minRows;
  const classes = int(Slot.classes);
  if (classes == 2 && missing == 0 && int(Slot.weightBits) > 0) {
    scanTwoClasses(feature, run, cursor, to, minRows, high);
  } else if (classes > 0) {
    scanClasses(feature, run, cursor, to, minRows, high, missing);
  } else if (missing > 0) {
    scanGradientsMissing(feature, run, cursor, to, missing);
  } else if (at(Slot.weights) == 0) {
    scanGradientsWith(0, feature, run, cursor, to, minRows, high);
  } else {
    scanGradientsWith(at(Slot.weights), feature, run, cursor, to, minRows, high);
  }
  return to == present ? count : to;
}
