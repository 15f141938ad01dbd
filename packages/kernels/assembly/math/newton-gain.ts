// Gains of the cuts of a node, with leaves that are held back by l1, by bounds, or by an order between the children. It
// takes two to five divisions a cut where `scan-bins.ts` takes half of one, and serves only the features that need it.
// `src/newton-gain.ts` is the same, to the bit, and says what is computed.

let l1: f64 = 0;
let l2: f64 = 0;
let lower: f64 = 0;
let upper: f64 = 0;
let isBounded: bool = false;
// Of the node: the gradients drawn to 0, H + l2, H + 2·l2, what it saves as a leaf, and whether a bound holds it back.
let t: f64 = 0;
let k: f64 = 0;
let c: f64 = 0;
let savedByNode: f64 = 0;
let isHeld: bool = false;

export function beginGains(gradients: f64, hessians: f64, drawn: f64, added: f64, least: f64, most: f64): void {
  l1 = drawn;
  l2 = added;
  lower = least;
  upper = most;
  isBounded = least > -Infinity || most < Infinity;
  t = drawnToZero(gradients);
  k = hessians + l2;
  c = hessians + 2 * l2;
  const free = -t / k;
  const w = min(max(free, lower), upper);
  isHeld = w != free;
  savedByNode = saved(gradients, k, w);
}

export function heldGain(leftG: f64, leftH: f64, rightG: f64, rightH: f64, direction: f64): f64 {
  const a = leftH + l2;
  const b = rightH + l2;
  const scale = a * b * (a + b);
  if (!(a > 0 && b > 0 && scale > 0)) return 0;
  const tl = drawnToZero(leftG);
  const tr = drawnToZero(rightG);
  if (direction != 0 || isBounded) {
    const freeLeft = -tl / a;
    const freeRight = -tr / b;
    const left = min(max(freeLeft, lower), upper);
    const right = min(max(freeRight, lower), upper);
    if (left == right || direction * (right - left) < 0) return 0;
    if (isHeld || left != freeLeft || right != freeRight) {
      return max(0, saved(leftG, a, left) + saved(rightG, b, right) - savedByNode);
    }
  }
  const d = tl * b - tr * a;
  const s = tl + tr;
  const rest = (s - t) * (s + t) * c - s * s * l2;
  return max(0, (d * d) / scale + rest / (k * c));
}

/**
 * At least so much is a gain, as `heldGain` has it, less than that of the same split if nothing held its leaves back, before `l2` takes
 * its part: a number that may be negative. The last term is more than what rounding does to the others.
 */
export function offsetOfGains(gradients: f64): f64 {
  const free = (gradients * gradients) / k;
  const term = (gradients * gradients * l2) / (k * c);
  return term + savedByNode - free - (free + abs(savedByNode)) * LARGEST_ERROR;
}

/** As a share of what a node saves. */
const LARGEST_ERROR: f64 = 1.0 / 68719476736.0;

/** A Newton step, before any bounds. */
export function stepOf(gradients: f64, hessians: f64, drawn: f64, added: f64): f64 {
  l1 = drawn;
  const denominator = hessians + added;
  return denominator > 0 ? -drawnToZero(gradients) / denominator : 0;
}

@inline
function saved(sum: f64, weight: f64, w: f64): f64 {
  return -w * (2 * sum + weight * w) - 2 * l1 * abs(w);
}

@inline
function drawnToZero(gradients: f64): f64 {
  return gradients > l1 ? gradients - l1 : gradients < -l1 ? gradients + l1 : 0;
}
