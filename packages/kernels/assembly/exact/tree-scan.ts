import { LEAST_PRODUCT, MISSING, Measure, NEW, SLACK, TreeSlot } from "../generated/tree-layout";
import { offsetOfGains } from "../generated/newton-gain";
import { consider, nodeTerm } from "./tree-gain";
import {
  classes, clearRecord, codeMask, codeShift, endOfChunk, endOfValue, entryAt, int, isHeld, leftRecord, measure, minRows,
  missingRecord, num, numberAt, pairs, parentRecord, put, rowMask, runOf, saveNumber, weightMask, weightShift, weights,
} from "./tree-job";

/** True where all entries of the feature's run have the same value, or none. */
export function isConstant(feature: u32): bool {
  const count = int(TreeSlot.count);
  return endOfValue(runOf(feature), 0, count) == count;
}

/** The class of an entry. */
@inline
export function codeOf(e: u32): usize { return <usize>((e >>> codeShift) & codeMask); }

/** The weight of an entry. */
@inline
export function weightOf(e: u32): f64 {
  return weights == 0 ? <f64>((e >>> weightShift) & weightMask) : load<f64>(weights + (<usize>(e & rowMask) << 3));
}

/** Gini's impurity of two classes, whole weights that stand in the entries, nothing missing. */
function scanTwoClasses(feature: u32, run: usize, from: u32, to: u32): void {
  const shift = weightShift;
  const mask = weightMask;
  const classShift = codeShift;
  const N = numberAt(parentRecord, 2);
  const n1 = numberAt(parentRecord, 1);
  let L = <u32>numberAt(leftRecord, 2);
  let l1 = <u32>numberAt(leftRecord, 1);
  let i = from;
  // Whole numbers, and all weight together is below 2^26: everything here but the last product is exact.
  for (const end = min(to, minRows); i < end; i++) {
    const e = entryAt(run, i);
    const weight = (e >>> shift) & mask;
    L += weight;
    l1 += weight & (0 - ((e >>> classShift) & 1));
  }
  let bar = num(TreeSlot.gain) * 0.5 * N * SLACK;
  for (const end = min(to, int(TreeSlot.count) - minRows + 1); i < end; i++) {
    const e = entryAt(run, i);
    if (e & NEW) {
      const wl = <f64>L;
      const d = <f64>l1 * N - n1 * wl;
      if (d * d >= bar * (wl * (N - wl))) {
        saveTwoClasses(L, l1);
        consider(feature, i, 0);
        bar = num(TreeSlot.gain) * 0.5 * N * SLACK;
      }
    }
    const weight = (e >>> shift) & mask;
    L += weight;
    l1 += weight & (0 - ((e >>> classShift) & 1));
  }
  saveTwoClasses(L, l1);
}

function saveTwoClasses(all: u32, second: u32): void {
  saveNumber(leftRecord, 0, <f64>(all - second));
  saveNumber(leftRecord, 1, <f64>second);
  saveNumber(leftRecord, 2, <f64>all);
}

/**
 * Gini's impurity of weights of any kind, nothing missing. A split is first judged by the sums of squares, which follow the split.
 * Each step may round them by a part of all the squares, however light the lighter side is: so the slack is the same for
 * all splits, written for what is compared, gain · L · R. Whatever comes near the best is looked at by the gain itself.
 */
function scanClasses(feature: u32, run: usize, from: u32, to: u32): void {
  const left = leftRecord;
  const parent = parentRecord;
  const count = int(TreeSlot.count);
  const high = count - minRows;
  const N = numberAt(parent, classes);
  let squares: f64 = 0;
  for (let code: usize = 0; code < classes; code++) squares += numberAt(parent, code) * numberAt(parent, code);
  let SL = num(TreeSlot.leftSquares);
  let SR = from == 0 ? squares : num(TreeSlot.rightSquares);
  let L = numberAt(left, classes);
  const floor = squares / N;
  const slack = 2 * f64.EPSILON * <f64>(count + classes + 8) * (N * N * N) + LEAST_PRODUCT;
  let bar = floor + num(TreeSlot.gain);
  for (let i = from; i < to; i++) {
    const e = entryAt(run, i);
    if (e & NEW && i >= minRows && i <= high) {
      const R = N - L;
      if (!(SL * R + SR * L + slack < bar * (L * R))) {
        saveNumber(left, classes, L);
        consider(feature, i, 0);
        bar = floor + num(TreeSlot.gain);
      }
    }
    const code = codeOf(e);
    const weight = weightOf(e);
    const l = numberAt(left, code);
    const r = numberAt(parent, code) - l;
    SL += weight * (2 * l + weight);
    SR -= weight * (2 * r - weight);
    saveNumber(left, code, l + weight);
    L += weight;
  }
  saveNumber(left, classes, L);
  put(TreeSlot.leftSquares, SL);
  put(TreeSlot.rightSquares, SR);
}

/** Gradient and hessian of an entry: its flags are shifted out, and no memory has room for so many places that they would be too. */
@inline
function pairOf(places: usize, e: u32): v128 { return v128.load(places + <usize>(e << 4)); }

/**
 * Newton's gain without missing values. Two splits at a time are judged, as vectors, as if there were a split before every entry:
 * the few that may be the best are then looked at one by one. Both numbers of a row are one load, and one addition.
 */
export function scanPairs(feature: u32, run: usize, from: u32, to: u32, places: usize): void {
  const l2 = f64x2.splat(num(TreeSlot.l2));
  const G = f64x2.splat(numberAt(parentRecord, 0));
  const H = f64x2.splat(numberAt(parentRecord, 1));
  // What the quotient by which splits are compared first is above their gain, at the least.
  const term = isHeld ? offsetOfGains(numberAt(parentRecord, 0)) : nodeTerm();
  let sum = v128.load(leftRecord);
  let i = from;
  for (const end = min(to, minRows); i < end; i++) sum = f64x2.add(sum, pairOf(places, entryAt(run, i)));
  let bar = f64x2.splat((num(TreeSlot.gain) + term) * SLACK - LEAST_PRODUCT);
  for (const end = min(to, int(TreeSlot.count) - minRows + 1); i < end; i += 2) {
    const e = entryAt(run, i);
    const next = f64x2.add(sum, pairOf(places, e));
    const gl = v128.shuffle<f64>(sum, next, 0, 2);
    const hl = v128.shuffle<f64>(sum, next, 1, 3);
    const a = f64x2.add(hl, l2);
    const b = f64x2.add(f64x2.sub(H, hl), l2);
    const d = f64x2.sub(f64x2.mul(gl, b), f64x2.mul(f64x2.sub(G, gl), a));
    const least = f64x2.mul(bar, f64x2.mul(f64x2.mul(a, b), f64x2.add(a, b)));
    const hasSecond = i + 1 < end;
    const second = hasSecond ? entryAt(run, i + 1) : 0;
    if (v128.any_true(f64x2.ge(f64x2.mul(d, d), least))) {
      considerPair(feature, i, e, sum);
      considerPair(feature, i + 1, second, next);
      bar = f64x2.splat((num(TreeSlot.gain) + term) * SLACK - LEAST_PRODUCT);
    }
    sum = hasSecond ? f64x2.add(next, pairOf(places, second)) : next;
  }
  v128.store(leftRecord, sum);
}

/** Looks at the split before an entry, if there is one. */
function considerPair(feature: u32, position: u32, e: u32, sum: v128): void {
  if (!(e & NEW)) return;
  v128.store(leftRecord, sum);
  consider(feature, position, 0);
}

/** Any measure, with missing values or without. */
function scanValues(feature: u32, run: usize, from: u32, to: u32, missing: u32): void {
  for (let end = from; from < to; from = end) {
    if (from > 0 && entryAt(run, from) & NEW) consider(feature, from, missing);
    end = endOfValue(run, from, to);
    addEntries(leftRecord, run, from, end);
  }
}

/** Adds the rows of the entries from `from` to `to` up. */
export function addEntries(record: usize, run: usize, from: u32, to: u32): void {
  for (let i = from; i < to; i++) {
    const e = entryAt(run, i);
    if (classes == 0) {
      v128.store(record, f64x2.add(v128.load(record), pairOf(pairs, e)));
    } else {
      const code = codeOf(e);
      const weight = weightOf(e);
      saveNumber(record, code, numberAt(record, code) + weight);
      saveNumber(record, classes, numberAt(record, classes) + weight);
    }
  }
}

/** Begins with a feature that is not constant in the node: its missing values stand last. */
export function beginScan(run: usize, count: u32): void {
  let present = count;
  while (present > 0 && entryAt(run, present - 1) & MISSING) present--;
  put(TreeSlot.present, present);
  put(TreeSlot.leftSquares, 0);
  clearRecord(leftRecord);
  clearRecord(missingRecord);
  addEntries(missingRecord, run, present, count);
}

/** Looks at the next splits of the feature in the node, from `cursor` on; returns where it stands then. */
export function scanFeature(feature: u32, cursor: u32): u32 {
  const run = runOf(feature);
  const count = int(TreeSlot.count);
  if (cursor == 0) beginScan(run, count);
  const present = int(TreeSlot.present);
  const to = endOfChunk(cursor, present);
  const isWhole = present == count;
  if (isWhole && measure == Measure.gini) {
    if (classes == 2 && weightMask > 0) scanTwoClasses(feature, run, cursor, to);
    else scanClasses(feature, run, cursor, to);
  } else if (isWhole && (isHeld || measure == Measure.newton)) {
    scanPairs(feature, run, cursor, to, pairs);
  } else {
    scanValues(feature, run, cursor, to, count - present);
    // All that are present against the missing ones.
    if (to == present) consider(feature, present, count - present);
  }
  return to == present ? count : to;
}
