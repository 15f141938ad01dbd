import { sortByKeys } from "../bins/sort-categories";
import { POWER_ROUNDS, TreeSlot } from "../generated/tree-layout";
import { at, classes, numberAt, saveNumber, width } from "./tree-job";

/** The record of a category of the node. */
@inline
export function recordOf(category: u32): usize {
  return at(TreeSlot.tally) + 8 * <usize>category * width;
}

@inline
export function orderAt(place: u32): u32 { return load<u32>(at(TreeSlot.order) + (<usize>place << 2)); }
@inline
export function saveKey(category: u32, key: f64): void { store<f64>(at(TreeSlot.keys) + (<usize>category << 3), key); }

/** Sorts the categories by their keys, ties by number. */
export function sortCategories(count: u32): void {
  const order = at(TreeSlot.order);
  for (let place: u32 = 0; place < count; place++) store<u32>(order + (<usize>place << 2), place);
  sortByKeys(order, at(TreeSlot.keys), count);
}

// The mean share of each class, the axis, and the axis as it is turned.
let mean: usize = 0;
let axis: usize = 0;
let turned: usize = 0;
let total: f64 = 0;

function findMean(count: u32): void {
  memory.fill(mean, 0, 8 * classes);
  total = 0;
  for (let category: u32 = 0; category < count; category++) {
    const record = recordOf(category);
    for (let k: usize = 0; k < classes; k++) saveNumber(mean, k, numberAt(mean, k) + numberAt(record, k));
    total += numberAt(record, classes);
  }
  for (let k: usize = 0; k < classes; k++) saveNumber(mean, k, numberAt(mean, k) / total);
}

/** 0 for a category without weight: it may go anywhere. */
@inline
function differenceOf(record: usize, k: usize): f64 {
  const weight = numberAt(record, classes);
  return weight > 0 ? numberAt(record, k) / weight - numberAt(mean, k) : 0;
}

/** Where a category stands on the axis. */
function placeOf(record: usize): f64 {
  let place: f64 = 0;
  for (let k: usize = 0; k < classes; k++) {
    place += differenceOf(record, k) * numberAt(axis, k);
  }
  return place;
}

/** Begins with the class whose share varies most. */
function beginAxis(count: u32): void {
  let most: f64 = 0;
  let widest: usize = 0;
  for (let k: usize = 0; k < classes; k++) {
    let variance: f64 = 0;
    for (let category: u32 = 0; category < count; category++) {
      const record = recordOf(category);
      const d = differenceOf(record, k);
      variance += numberAt(record, classes) / total * (d * d);
    }
    saveNumber(axis, k, 0);
    if (!(variance > most)) continue;
    most = variance;
    widest = k;
  }
  saveNumber(axis, widest, 1);
}

/** Applies the covariance of the shares to the axis, and makes it as long as 1. */
function turnAxis(count: u32): void {
  memory.fill(turned, 0, 8 * classes);
  for (let category: u32 = 0; category < count; category++) {
    const record = recordOf(category);
    const along = numberAt(record, classes) / total * placeOf(record);
    for (let k: usize = 0; k < classes; k++) {
      saveNumber(turned, k, numberAt(turned, k) + along * differenceOf(record, k));
    }
  }
  let squares: f64 = 0;
  for (let k: usize = 0; k < classes; k++) squares += numberAt(turned, k) * numberAt(turned, k);
  const length = Math.sqrt(squares);
  if (!(length > 0)) return;
  for (let k: usize = 0; k < classes; k++) saveNumber(axis, k, numberAt(turned, k) / length);
}

/** Sorts the categories by their place on the first principal axis of their class shares: `principalOrder` of core. */
export function principalOrder(count: u32): void {
  mean = at(TreeSlot.axes);
  axis = mean + 8 * classes;
  turned = axis + 8 * classes;
  findMean(count);
  beginAxis(count);
  for (let round: u32 = 0; round < POWER_ROUNDS; round++) turnAxis(count);
  for (let category: u32 = 0; category < count; category++) saveKey(category, placeOf(recordOf(category)));
  sortCategories(count);
}
