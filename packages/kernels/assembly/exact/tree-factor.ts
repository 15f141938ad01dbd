// Features whose gains are multiplied by a factor. On one feature splits are compared before that, and with those on others after.

import { LEAST_PRODUCT, SLACK, TreeSlot } from "../generated/tree-layout";
import { isBetter } from "./tree-gain";
import { at, bestRecord, num, otherRecord, put, saveNumber, numberAt, widthOf } from "./tree-job";

/** Of what is kept of a split: `gain` to `threshold`. */
const KEPT: usize = 6;

@inline
export function factorOf(feature: u32): f64 {
  const factors = at(TreeSlot.gainFactors);
  return factors == 0 ? 1 : load<f64>(factors + (<usize>feature << 3));
}

/** Sets the best split aside, and begins with a gain that a split on this feature must have to be the best, or a little less. */
export function setAside(factor: f64): void {
  copyKept(TreeSlot.gain, TreeSlot.otherGain);
  copyRecord(bestRecord(), otherRecord());
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
    copyKept(TreeSlot.otherGain, TreeSlot.gain);
    copyRecord(otherRecord(), bestRecord());
  }
}

function copyKept(from: TreeSlot, to: TreeSlot): void {
  for (let k: usize = 0; k < KEPT; k++) put(<TreeSlot>(to + 8 * k), num(<TreeSlot>(from + 8 * k)));
}

function copyRecord(from: usize, to: usize): void {
  for (let k: usize = 0, width = <usize>widthOf(); k < width; k++) saveNumber(to, k, numberAt(from, k));
}
