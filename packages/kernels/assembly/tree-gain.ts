import { TreeSlot } from "./generated/tree-layout";
import {
  bestRecord, int, leftRecord, missingRecord, num, numberAt, parentRecord, put, saveNumber, winsTie,
} from "./tree-job";

/** True if a cut gains more than the best so far, or as much on a feature that wins the tie. */
@inline
export function isBetter(gain: f64, feature: u32): bool {
  const best = num(TreeSlot.gain);
  return gain > best || (gain == best && gain > 0 && winsTie(feature, <u32>num(TreeSlot.feature)));
}

@inline
export function keep(gain: f64, feature: u32, position: u32, missingLeft: bool, missingRows: u32): void {
  put(TreeSlot.gain, gain);
  put(TreeSlot.feature, feature);
  put(TreeSlot.position, position);
  put(TreeSlot.missingLeft, missingLeft ? 1 : 0);
  put(TreeSlot.missingRows, missingRows);
  put(TreeSlot.threshold, num(TreeSlot.drawn));
}

/** True where both sides of a cut have the rows that they must have, at least one. */
@inline
export function isWide(leftRows: u32): bool {
  const least = int(TreeSlot.minRowsLeaf);
  return leftRows >= least && int(TreeSlot.count) - leftRows >= least;
}

/** What goes left: a number of the record on the left, and that of the missing values where they do too. */
@inline
function leftOf(left: usize, missing: usize, slot: usize, missingLeft: bool): f64 {
  const amount = numberAt(left, slot);
  return missingLeft ? amount + numberAt(missing, slot) : amount;
}

/** Gini's gain with these weights on the left, `L` in all: `considerCut` of `scan-gini.ts`; 0 for no candidate. */
@inline
function giniGain(missingLeft: bool, L: f64): f64 {
  const classes = <usize>int(TreeSlot.classes);
  const parent = parentRecord();
  const left = leftRecord();
  const missing = missingRecord();
  const R = numberAt(parent, classes) - L;
  const least = num(TreeSlot.minChildWeight);
  const scale = L * R * (L + R);
  if (!(L >= least && R >= least && scale > 0)) return 0;
  let s: f64 = 0;
  for (let code: usize = 0; code < classes; code++) {
    const weight = leftOf(left, missing, code, missingLeft);
    const d = weight * R - (numberAt(parent, code) - weight) * L;
    s += d * d;
  }
  return s / scale;
}

export function considerGini(feature: u32, position: u32, missingLeft: bool, missingRows: u32, L: f64): void {
  const gain = giniGain(missingLeft, L);
  if (!isBetter(gain, feature)) return;
  keep(gain, feature, position, missingLeft, missingRows);
  const best = bestRecord();
  const left = leftRecord();
  const missing = missingRecord();
  const classes = <usize>int(TreeSlot.classes);
  for (let code: usize = 0; code < classes; code++) saveNumber(best, code, leftOf(left, missing, code, missingLeft));
  saveNumber(best, classes, L);
}

/** What `l2` takes from the gain of every cut of the node. */
@inline
export function nodeTerm(): f64 {
  const l2 = num(TreeSlot.l2);
  const G = numberAt(parentRecord(), 0);
  const H = numberAt(parentRecord(), 1);
  return l2 == 0 ? 0 : (G * G * l2) / ((H + l2) * (H + 2 * l2));
}

/** Newton's gain with these sums on the left: `considerCut` of `scan-newton.ts`; 0 for no candidate. */
@inline
function newtonGain(gl: f64, hl: f64): f64 {
  const l2 = num(TreeSlot.l2);
  const gr = numberAt(parentRecord(), 0) - gl;
  const hr = numberAt(parentRecord(), 1) - hl;
  const a = hl + l2;
  const b = hr + l2;
  const least = num(TreeSlot.minChildWeight);
  const scale = a * b * (a + b);
  if (!(hl >= least && hr >= least && a > 0 && b > 0 && scale > 0)) return 0;
  const d = gl * b - gr * a;
  return (d * d) / scale - nodeTerm();
}

export function considerNewton(feature: u32, position: u32, missingLeft: bool, missingRows: u32, gl: f64, hl: f64): void {
  const gain = newtonGain(gl, hl);
  if (!isBetter(gain, feature)) return;
  keep(gain, feature, position, missingLeft, missingRows);
  saveNumber(bestRecord(), 0, gl);
  saveNumber(bestRecord(), 1, hl);
}

/** A number of what goes left, when the left record is filled. */
@inline
function sumOnLeft(slot: usize, missingLeft: bool): f64 { return leftOf(leftRecord(), missingRecord(), slot, missingLeft); }

/** The gain of the cut whose left record is filled, with the missing values on this side. */
export function gainOfLeft(missingLeft: bool): f64 {
  const classes = <usize>int(TreeSlot.classes);
  if (classes > 0) return giniGain(missingLeft, sumOnLeft(classes, missingLeft));
  return newtonGain(sumOnLeft(0, missingLeft), sumOnLeft(1, missingLeft));
}

/** Looks at the cut whose left record is filled, with the missing values on either side. */
export function considerLeft(feature: u32, position: u32, missing: u32): void {
  if (missing > 0 && isWide(position + missing)) considerSide(feature, position, true, missing);
  if (isWide(position)) considerSide(feature, position, false, missing);
}

function considerSide(feature: u32, position: u32, missingLeft: bool, missing: u32): void {
  const classes = <usize>int(TreeSlot.classes);
  if (classes > 0) considerGini(feature, position, missingLeft, missing, sumOnLeft(classes, missingLeft));
  else considerNewton(feature, position, missingLeft, missing, sumOnLeft(0, missingLeft), sumOnLeft(1, missingLeft));
}
