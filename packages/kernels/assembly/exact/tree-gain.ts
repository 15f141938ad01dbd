import { entropyBound, entropyOfTerms, entropyTerm, entropyTermBound, poissonBound, poissonGain } from "../generated/surprise";
import { Measure, TreeSlot } from "../generated/tree-layout";
import { gainOfHeld, heldTerm, isHeld } from "./tree-held";
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

/** What classes gain with these weights on the left, `L` in all; 0 for no candidate. */
function classGain(missingLeft: bool, L: f64): f64 {
  const measure = int(TreeSlot.measure);
  const R = numberAt(parentRecord(), <usize>int(TreeSlot.classes)) - L;
  const least = num(TreeSlot.minChildWeight);
  if (!(L >= least && R >= least && L > 0 && R > 0)) return 0;
  if (measure == Measure.entropy) return entropyGain(missingLeft, L, R);
  return measure == Measure.misclassification ? errorGain(missingLeft) : giniGain(missingLeft, L, R);
}

function entropyGain(missingLeft: bool, L: f64, R: f64): f64 {
  const classes = <usize>int(TreeSlot.classes);
  const parent = parentRecord();
  const left = leftRecord();
  const missing = missingRecord();
  let sum: f64 = 0;
  for (let code: usize = 0; code < classes; code++) {
    const l = leftOf(left, missing, code, missingLeft);
    sum += entropyTerm(l, numberAt(parent, code) - l, L, R);
  }
  return entropyOfTerms(sum, L + R);
}

/** True if a bound of the gain in entropy, which takes no logarithm, is below the best gain. */
function isBelowBest(missingLeft: bool, L: f64): bool {
  const classes = <usize>int(TreeSlot.classes);
  const parent = parentRecord();
  const left = leftRecord();
  const missing = missingRecord();
  const R = numberAt(parent, classes) - L;
  if (!(L > 0 && R > 0)) return true;
  let bound: f64 = 0;
  for (let code: usize = 0; code < classes; code++) {
    const l = leftOf(left, missing, code, missingLeft);
    bound += entropyTermBound(l, numberAt(parent, code) - l, L, R);
  }
  return entropyBound(bound, L + R) < num(TreeSlot.gain);
}

/** The weight that the children predict right, less what the node does. */
function errorGain(missingLeft: bool): f64 {
  const classes = <usize>int(TreeSlot.classes);
  const parent = parentRecord();
  const left = leftRecord();
  const missing = missingRecord();
  let inLeft: f64 = 0;
  let inRight: f64 = 0;
  let inNode: f64 = 0;
  for (let code: usize = 0; code < classes; code++) {
    const l = leftOf(left, missing, code, missingLeft);
    const all = numberAt(parent, code);
    inLeft = max<f64>(inLeft, l);
    inRight = max<f64>(inRight, all - l);
    inNode = max<f64>(inNode, all);
  }
  return max<f64>(0, inLeft + inRight - inNode);
}

/** The gain in Gini's impurity: `considerCut` of `scan-gini.ts`. */
@inline
function giniGain(missingLeft: bool, L: f64, R: f64): f64 {
  const classes = <usize>int(TreeSlot.classes);
  const parent = parentRecord();
  const left = leftRecord();
  const missing = missingRecord();
  const scale = L * R * (L + R);
  if (!(scale > 0)) return 0;
  let s: f64 = 0;
  for (let code: usize = 0; code < classes; code++) {
    const weight = leftOf(left, missing, code, missingLeft);
    const d = weight * R - (numberAt(parent, code) - weight) * L;
    s += d * d;
  }
  return s / scale;
}

export function considerClasses(feature: u32, position: u32, missingLeft: bool, missingRows: u32, L: f64): void {
  if (int(TreeSlot.measure) == Measure.entropy && isBelowBest(missingLeft, L)) return;
  const gain = classGain(missingLeft, L);
  if (!isBetter(gain, feature)) return;
  keep(gain, feature, position, missingLeft, missingRows);
  const best = bestRecord();
  const left = leftRecord();
  const missing = missingRecord();
  const classes = <usize>int(TreeSlot.classes);
  for (let code: usize = 0; code < classes; code++) saveNumber(best, code, leftOf(left, missing, code, missingLeft));
  saveNumber(best, classes, L);
}

/** What the quotient by which splits are compared first is above their gain, at the least. */
@inline
export function leastTerm(): f64 { return isHeld() ? heldTerm() : nodeTerm(); }

/** What `l2` takes from the gain of every cut of the node. */
@inline
function nodeTerm(): f64 {
  const l2 = num(TreeSlot.l2);
  const G = numberAt(parentRecord(), 0);
  const H = numberAt(parentRecord(), 1);
  return l2 == 0 ? 0 : (G * G * l2) / ((H + l2) * (H + 2 * l2));
}

/**
 * What gradients gain with these sums on the left: for Newton `considerCut` of `scan-newton.ts`; 0 for no candidate. `isOrdered` is true
 * where all values on the left are below those on the right.
 */
function gradientGain(gl: f64, hl: f64, isOrdered: bool): f64 {
  const measure = int(TreeSlot.measure);
  const l2 = num(TreeSlot.l2);
  const gr = numberAt(parentRecord(), 0) - gl;
  const hr = numberAt(parentRecord(), 1) - hl;
  const least = num(TreeSlot.minChildWeight);
  if (!(hl >= least && hr >= least)) return 0;
  if (measure == Measure.poisson) return poissonGain(-gl, hl, -gr, hr);
  if (measure == Measure.heldNewton) return gainOfHeld(gl, hl, gr, hr, isOrdered);
  const a = hl + l2;
  const b = hr + l2;
  const scale = a * b * (a + b);
  if (!(a > 0 && b > 0 && scale > 0)) return 0;
  const d = gl * b - gr * a;
  return (d * d) / scale - nodeTerm();
}

/** True for Poisson's deviance: gradients are then the targets, with the other sign. */
@inline export function isPoisson(): bool { return int(TreeSlot.measure) == Measure.poisson; }

export function considerGradients(feature: u32, position: u32, missingLeft: bool, missingRows: u32, gl: f64, hl: f64): void {
  if (isPoisson()) {
    const parent = parentRecord();
    const bound = poissonBound(-gl, hl, gl - numberAt(parent, 0), numberAt(parent, 1) - hl);
    if (bound < num(TreeSlot.gain)) return;
  }
  const gain = gradientGain(gl, hl, missingLeft || position + missingRows < int(TreeSlot.count));
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
  if (classes > 0) return classGain(missingLeft, sumOnLeft(classes, missingLeft));
  return gradientGain(sumOnLeft(0, missingLeft), sumOnLeft(1, missingLeft), false);
}

/** Looks at the cut whose left record is filled, with the missing values on either side. */
export function considerLeft(feature: u32, position: u32, missing: u32): void {
  if (missing > 0 && isWide(position + missing)) considerSide(feature, position, true, missing);
  if (isWide(position)) considerSide(feature, position, false, missing);
}

function considerSide(feature: u32, position: u32, missingLeft: bool, missing: u32): void {
  const classes = <usize>int(TreeSlot.classes);
  if (classes > 0) considerClasses(feature, position, missingLeft, missing, sumOnLeft(classes, missingLeft));
  else considerGradients(feature, position, missingLeft, missing, sumOnLeft(0, missingLeft), sumOnLeft(1, missingLeft));
}
