// What a split gains, and whether it is the best split of the node so far.

import { entropyBound, entropyOfTerms, entropyTerm, entropyTermBound, poissonBound, poissonGain } from "../generated/surprise";
import { LEAST_PRODUCT, Measure, SLACK, TreeSlot } from "../generated/tree-layout";
import { heldGain } from "../generated/newton-gain";
import { directionOf } from "./tree-held";
import {
  addRecords, bestRecord, bothRecord, classes, copyWords, gainFactors, int, isHeld, leftRecord, measure, minRows,
  missingRecord, num, numberAt, otherRecord, parentRecord, placeOf, put, width, winsTieOf,
} from "./tree-job";

/** True if a split gains more than the best so far, or as much on a feature that wins the tie. */
@inline
export function isBetter(gain: f64, feature: u32): bool {
  const best = num(TreeSlot.gain);
  return gain > best || (gain == best && gain > 0 && winsTie(feature, <u32>num(TreeSlot.feature)));
}

function winsTie(feature: u32, rival: u32): bool {
  return winsTieOf(num(TreeSlot.tieKey), int(TreeSlot.path), feature, rival);
}

/** Keeps the split with this record on the left as the best one. */
export function keep(gain: f64, feature: u32, position: u32, missingLeft: bool, missingRows: u32, left: usize): void {
  put(TreeSlot.gain, gain);
  put(TreeSlot.feature, feature);
  put(TreeSlot.position, position);
  put(TreeSlot.missingLeft, missingLeft ? 1 : 0);
  put(TreeSlot.missingRows, missingRows);
  put(TreeSlot.threshold, num(TreeSlot.drawn));
  copyWords(left, bestRecord, width);
}

/** True where both sides of a split have the rows that they must have, at least one. */
@inline
export function isWide(leftRows: u32): bool {
  return leftRows >= minRows && int(TreeSlot.count) - leftRows >= minRows;
}

/** The record of what goes left, when the left record is filled. */
export function leftWith(missingLeft: bool): usize {
  if (!missingLeft) return leftRecord;
  addRecords(bothRecord, leftRecord, missingRecord, 1);
  return bothRecord;
}

/** Looks at the split whose left record is filled, with the missing values on either side. */
export function consider(feature: u32, position: u32, missing: u32): void {
  if (missing > 0 && isWide(position + missing)) considerSide(feature, position, true, missing);
  if (isWide(position)) considerSide(feature, position, false, missing);
}

function considerSide(feature: u32, position: u32, missingLeft: bool, missing: u32): void {
  const left = leftWith(missingLeft);
  if (isBelowBest(left)) return;
  const isOrdered = missingLeft || position + missing < int(TreeSlot.count);
  const gain = gainOf(left, isOrdered ? directionOf(feature) : 0);
  if (isBetter(gain, feature)) keep(gain, feature, position, missingLeft, missing, left);
}

/** True if a bound of the gain, which takes no logarithm, is below the best gain. */
function isBelowBest(left: usize): bool {
  if (measure == Measure.entropy) return entropyGain(left, true) < num(TreeSlot.gain);
  if (measure != Measure.poisson) return false;
  const gl = numberAt(left, 0);
  const hl = numberAt(left, 1);
  return poissonBound(-gl, hl, gl - numberAt(parentRecord, 0), numberAt(parentRecord, 1) - hl) < num(TreeSlot.gain);
}

/** What a split gains with this record on the left; 0 for no candidate. Leaf values ascend or descend by the direction, if it is not 0. */
export function gainOf(left: usize, direction: f64): f64 {
  const last = width - 1;
  const weight = numberAt(left, last);
  const least = num(TreeSlot.minChildWeight);
  if (!(weight >= least && numberAt(parentRecord, last) - weight >= least)) return 0;
  if (measure == Measure.gini) return giniGain(left);
  if (measure == Measure.entropy) return entropyGain(left, false);
  return measure == Measure.misclassification ? errorGain(left) : gradientGain(left, direction);
}

/** The gain in entropy, or an upper bound of it. */
function entropyGain(left: usize, isBound: bool): f64 {
  const L = numberAt(left, classes);
  const R = numberAt(parentRecord, classes) - L;
  if (!(L > 0 && R > 0)) return 0;
  let sum: f64 = 0;
  for (let code: usize = 0; code < classes; code++) {
    const l = numberAt(left, code);
    const r = numberAt(parentRecord, code) - l;
    sum += isBound ? entropyTermBound(l, r, L, R) : entropyTerm(l, r, L, R);
  }
  return isBound ? entropyBound(sum, L + R) : entropyOfTerms(sum, L + R);
}

/** The weight that the children predict right, less what the node does. */
function errorGain(left: usize): f64 {
  const L = numberAt(left, classes);
  if (!(L > 0 && numberAt(parentRecord, classes) - L > 0)) return 0;
  let inLeft: f64 = 0;
  let inRight: f64 = 0;
  let inNode: f64 = 0;
  for (let code: usize = 0; code < classes; code++) {
    const l = numberAt(left, code);
    const all = numberAt(parentRecord, code);
    inLeft = max<f64>(inLeft, l);
    inRight = max<f64>(inRight, all - l);
    inNode = max<f64>(inNode, all);
  }
  return max<f64>(0, inLeft + inRight - inNode);
}

/** The gain in Gini's impurity: the reference is core's `gini.ts`. */
function giniGain(left: usize): f64 {
  const L = numberAt(left, classes);
  const R = numberAt(parentRecord, classes) - L;
  const scale = L * R * (L + R);
  if (!(L > 0 && R > 0 && scale > 0)) return 0;
  let s: f64 = 0;
  for (let code: usize = 0; code < classes; code++) {
    const weight = numberAt(left, code);
    const d = weight * R - (numberAt(parentRecord, code) - weight) * L;
    s += d * d;
  }
  return s / scale;
}

/** What gradients gain. Those of Poisson's deviance are the targets with the other sign. */
function gradientGain(left: usize, direction: f64): f64 {
  const l2 = num(TreeSlot.l2);
  const gl = numberAt(left, 0);
  const hl = numberAt(left, 1);
  const gr = numberAt(parentRecord, 0) - gl;
  const hr = numberAt(parentRecord, 1) - hl;
  if (measure == Measure.poisson) return poissonGain(-gl, hl, -gr, hr);
  if (isHeld) return heldGain(gl, hl, gr, hr, direction);
  const a = hl + l2;
  const b = hr + l2;
  const scale = a * b * (a + b);
  if (!(a > 0 && b > 0 && scale > 0)) return 0;
  const d = gl * b - gr * a;
  return (d * d) / scale - nodeTerm();
}

/** What `l2` takes from the gain of every split of the node. */
@inline
export function nodeTerm(): f64 {
  const l2 = num(TreeSlot.l2);
  const G = numberAt(parentRecord, 0);
  const H = numberAt(parentRecord, 1);
  return l2 == 0 ? 0 : (G * G * l2) / ((H + l2) * (H + 2 * l2));
}

// Features whose gains are multiplied by a factor. On one feature splits are compared before that, and with those on others after.

/** Of what is kept of a split: `gain` to `threshold`. */
const KEPT: usize = 6;

@inline
export function factorOf(feature: u32): f64 {
  return gainFactors == 0 ? 1 : load<f64>(gainFactors + (<usize>feature << 3));
}

/** Sets the best split aside, and begins with a gain that a split on this feature must have to be the best, or a little less. */
export function setAside(factor: f64): void {
  copyWords(placeOf(TreeSlot.gain), placeOf(TreeSlot.otherGain), KEPT);
  copyWords(bestRecord, otherRecord, width);
  const least = (num(TreeSlot.gain) / factor) * SLACK;
  put(TreeSlot.gain, least > LEAST_PRODUCT ? least : 0);
  put(TreeSlot.position, 0);
}

/** Compares what was found with what was set aside. */
export function compare(feature: u32, factor: f64): void {
  const gain = num(TreeSlot.position) > 0 ? num(TreeSlot.gain) * factor : 0;
  put(TreeSlot.gain, num(TreeSlot.otherGain));
  const found = num(TreeSlot.feature);
  put(TreeSlot.feature, num(TreeSlot.otherFeature));
  if (isBetter(gain, feature)) {
    put(TreeSlot.gain, gain);
    put(TreeSlot.feature, found);
  } else {
    copyWords(placeOf(TreeSlot.otherGain), placeOf(TreeSlot.gain), KEPT);
    copyWords(otherRecord, bestRecord, width);
  }
}
