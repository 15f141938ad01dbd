// Of the measure `heldNewton`: leaf values that are drawn to 0, have bounds, or an order along a feature.

import { TreeSlot } from "../generated/tree-layout";
import { beginGains, stepOf } from "../generated/newton-gain";
import { at, bestRecord, isHeld, num, numberAt, parentRecord } from "./tree-job";

/** Which of the children's values is the larger one: 1, -1, or 0 if it does not matter. */
@inline
export function directionOf(feature: u32): f64 {
  return at(TreeSlot.monotone) == 0 ? 0 : <f64>load<i8>(at(TreeSlot.monotone) + feature);
}

/** To be called before each piece of work on a node: other trees may have their turn in between. */
@inline
export function beginNode(): void {
  if (!isHeld) return;
  beginGains(
    numberAt(parentRecord, 0),
    numberAt(parentRecord, 1),
    num(TreeSlot.l1),
    num(TreeSlot.l2),
    max(num(TreeSlot.lowest), num(TreeSlot.lower)),
    min(num(TreeSlot.highest), num(TreeSlot.upper)),
  );
}

// Bounds of the children of the last split that was made.
let lowerLeft: f64 = 0;
let upperLeft: f64 = 0;
let lowerRight: f64 = 0;
let upperRight: f64 = 0;

@inline export function lowerOf(side: u32): f64 { return side == 0 ? lowerLeft : lowerRight; }
@inline export function upperOf(side: u32): f64 { return side == 0 ? upperLeft : upperRight; }

/** The bounds of the children of the best split, as core's `childBounds`. `isOrdered` is false where one child lacks the feature. */
export function boundChildren(feature: u32, isOrdered: bool): void {
  lowerLeft = lowerRight = num(TreeSlot.lower);
  upperLeft = upperRight = num(TreeSlot.upper);
  const order = isOrdered ? directionOf(feature) : 0;
  if (order == 0) return;
  const gl = numberAt(bestRecord, 0);
  const hl = numberAt(bestRecord, 1);
  const left = valueOf(gl, hl);
  const right = valueOf(numberAt(parentRecord, 0) - gl, numberAt(parentRecord, 1) - hl);
  const least = min(left, right);
  const greatest = max(left, right);
  const halfway = least / 2 + greatest / 2;
  const middle = halfway >= least && halfway < greatest ? halfway : least;
  if (order > 0) upperLeft = lowerRight = middle;
  else lowerLeft = upperRight = middle;
}

/** The value of a leaf with these sums, within the bounds of the node. */
function valueOf(gradients: f64, hessians: f64): f64 {
  const step = stepOf(gradients, hessians, num(TreeSlot.l1), num(TreeSlot.l2));
  const value = min(max(step, num(TreeSlot.lowest)), num(TreeSlot.highest)) + 0;
  return min(max(value, num(TreeSlot.lower)), num(TreeSlot.upper));
}
