// Gains of the splits of a node with leaves that are held back by l1, by bounds, or by an order between the children.
//
// A leaf of sums G and H that says w saves -(2·G·w + (H+l2)·w² + 2·l1·|w|); a split gains what its children save beyond their
// parent. Where no value is held back by a bound that is TL²/(HL+l2) + TR²/(HR+l2) - T²/(H+l2), T being G drawn to 0 by l1:
// written as the square of a difference, as without l1, and a rest for what TL + TR is off T. So bounds that hold nothing back
// change no bit. It takes two to five divisions a split, where the gain of leaves that nothing holds back takes half of one.

let drawnBy = 0;
let added = 0;
let lowest = 0;
let highest = 0;
let isBounded = false;
// Of the node: the gradients drawn to 0, H + l2, H + 2·l2, what it saves as a leaf, and whether a bound holds it back.
let t = 0;
let k = 0;
let c = 0;
let savedByNode = 0;
let isHeld = false;

/** Begins with a node. Whoever asks for gains begins before, in the same turn: others may have begun with other nodes since. */
export function beginGains(
  gradients: number,
  hessians: number,
  l1: number,
  l2: number,
  lower: number,
  upper: number,
): void {
  drawnBy = l1;
  added = l2;
  lowest = lower;
  highest = upper;
  isBounded = lower > Number.NEGATIVE_INFINITY || upper < Number.POSITIVE_INFINITY;
  t = drawnToZero(gradients, l1);
  k = hessians + l2;
  c = hessians + 2 * l2;
  const free = -t / k;
  const w = Math.min(Math.max(free, lower), upper);
  isHeld = w !== free;
  savedByNode = savedBy(gradients, k, l1, w);
}

/** 0 for what is no candidate; so are children that do not ascend where `direction` is 1, or descend where it is -1. */
export function heldGain(leftG: number, leftH: number, rightG: number, rightH: number, direction: number): number {
  const a = leftH + added;
  const b = rightH + added;
  const scale = a * b * (a + b);
  if (!(a > 0 && b > 0 && scale > 0)) return 0;
  const tl = drawnToZero(leftG, drawnBy);
  const tr = drawnToZero(rightG, drawnBy);
  if (direction !== 0 || isBounded) {
    const freeLeft = -tl / a;
    const freeRight = -tr / b;
    const left = Math.min(Math.max(freeLeft, lowest), highest);
    const right = Math.min(Math.max(freeRight, lowest), highest);
    // Leaves that say the same save nothing beyond their parent.
    if (left === right || direction * (right - left) < 0) return 0;
    if (isHeld || left !== freeLeft || right !== freeRight) {
      return Math.max(0, savedBy(leftG, a, drawnBy, left) + savedBy(rightG, b, drawnBy, right) - savedByNode);
    }
  }
  const d = tl * b - tr * a;
  const s = tl + tr;
  const rest = (s - t) * (s + t) * c - s * s * added;
  return Math.max(0, (d * d) / scale + rest / (k * c));
}

/** As a share of what a node saves. */
const LARGEST_ERROR = 1 / 68719476736;

/**
 * At least so much is a gain, as `heldGain` has it, less than that of the same split if nothing held its leaves back, before `l2` takes
 * its part: a number that may be negative. The last term is more than what rounding does to the others.
 */
export function offsetOfGains(gradients: number): number {
  const free = (gradients * gradients) / k;
  const term = (gradients * gradients * added) / (k * c);
  return term + savedByNode - free - (free + Math.abs(savedByNode)) * LARGEST_ERROR;
}

/** A Newton step, before any bounds. */
export function stepOf(gradients: number, hessians: number, l1: number, l2: number): number {
  const denominator = hessians + l2;
  return denominator > 0 ? -drawnToZero(gradients, l1) / denominator : 0;
}

/** What a leaf saves that says `w`, twice the paper's figure; `weight` is H + l2. */
export function savedBy(gradients: number, weight: number, l1: number, w: number): number {
  return -w * (2 * gradients + weight * w) - 2 * l1 * Math.abs(w);
}

/** Soft thresholding. */
function drawnToZero(gradients: number, l1: number): number {
  if (gradients > l1) return gradients - l1;
  return gradients < -l1 ? gradients + l1 : 0;
}
