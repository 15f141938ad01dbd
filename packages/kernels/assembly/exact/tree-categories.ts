import { NEW, PARTITION_SWEEPS, TreeSlot } from "../generated/tree-layout";
import { orderAt, principalOrder, recordOf, saveKey, sortCategories } from "./tree-category-order";
import { factorOf, gainOf, isBetter, isWide, keep, leftWith } from "./tree-gain";
import {
  addRecords, at, classes, clearRecord, endOfChunk, endOfValue, entryAt, int, leftRecord, num, numberAt, parentRecord, put,
  runOf, width,
} from "./tree-job";
import { addEntries, beginScan } from "./tree-scan";

// The categories of a node are numbered in the order of their codes. The best cut on the feature so far:
let gain: f64 = 0;
let chosen: u32 = 0; // what it was offered with
let chosenRows: u32 = 0;
let chosenMissingLeft: bool = false;
// The rows of those that stand on the left now.
let leftRows: u32 = 0;

@inline
function placeOfRows(category: u32): usize { return at(TreeSlot.tallyRows) + (<usize>category << 2); }
@inline
function isLeft(category: u32): bool { return load<u8>(at(TreeSlot.sides) + category) == 1; }
@inline
function saveSide(category: u32, goesLeft: bool): void { store<u8>(at(TreeSlot.sides) + category, goesLeft ? 1 : 0); }

function addCategory(category: u32): void {
  addRecords(leftRecord, leftRecord, recordOf(category), 1);
  leftRows += load<u32>(placeOfRows(category));
}

function removeCategory(category: u32): void {
  addRecords(leftRecord, leftRecord, recordOf(category), -1);
  leftRows -= load<u32>(placeOfRows(category));
}

function clearLeft(): void {
  clearRecord(leftRecord);
  leftRows = 0;
}

/** Puts those on the left whose side is noted. */
function putBack(count: u32): void {
  clearLeft();
  for (let category: u32 = 0; category < count; category++) if (isLeft(category)) addCategory(category);
}

/** Tries what stands on the left, with the missing values on either side; returns whether it is the best so far. */
function offer(missing: u32, position: u32): bool {
  const before = gain;
  if (missing > 0) offerSide(leftRows + missing, true, position);
  offerSide(leftRows, false, position);
  return gain > before;
}

function offerSide(rows: u32, missingLeft: bool, position: u32): void {
  if (!isWide(rows)) return;
  const found = gainOf(leftWith(missingLeft), 0);
  if (!(found > gain)) return;
  gain = found;
  chosen = position;
  chosenRows = leftRows;
  chosenMissingLeft = missingLeft;
}

/** The runs of the sorted categories from the lowest on, with at most so many categories on one of the two sides. */
function tryRuns(count: u32, missing: u32, most: f64): void {
  for (let place: u32 = 0; place < count; place++) {
    addCategory(orderAt(place));
    if (<f64>place < most || <f64>(count - 1 - place) <= most) offer(missing, place);
  }
  for (let place: u32 = 0; place < count; place++) saveSide(orderAt(place), place <= chosen);
}

/** All that are present, against the missing values. */
function tryAll(count: u32, missing: u32, position: u32): void {
  clearLeft();
  for (let category: u32 = 0; category < count; category++) addCategory(category);
  offer(missing, position);
}

/** Each category against all others. */
function tryEach(count: u32, missing: u32): void {
  for (let category: u32 = 0; category < count; category++) {
    clearLeft();
    addCategory(category);
    offer(missing, category);
  }
  tryAll(count, missing, count);
  for (let category: u32 = 0; category < count; category++) saveSide(category, chosen == count || chosen == category);
}

/** Every partition, as the bits of a number that counts up; the last category is always on the right. */
function tryEveryPartition(count: u32, missing: u32): void {
  const all: u32 = (1 << count) - 1;
  for (let bits: u32 = 1; bits <= all >>> 1; bits++) {
    let place: u32 = 0;
    for (; ((bits >>> place) & 1) == 0; place++) removeCategory(place);
    addCategory(place);
    offer(missing, bits);
  }
  tryAll(count, missing, all);
  for (let category: u32 = 0; category < count; category++) saveSide(category, ((chosen >>> category) & 1) == 1);
}

function toggle(category: u32): void {
  if (isLeft(category)) removeCategory(category);
  else addCategory(category);
  saveSide(category, !isLeft(category));
}

/** The runs along the axis by which the shares of the classes differ most, then one category after the other moved. */
function tryAlongAxis(count: u32, missing: u32): void {
  principalOrder(count);
  tryRuns(count, missing, Infinity);
  if (gain == 0) return;
  putBack(count);
  let hasMoved = true;
  for (let sweep: u32 = 0; hasMoved && sweep < PARTITION_SWEEPS; sweep++) {
    hasMoved = false;
    for (let category: u32 = 0; category < count; category++) {
      toggle(category);
      if (offer(missing, category)) hasMoved = true;
      else toggle(category);
    }
  }
}

/** Sorts the categories by what they would say alone: -G/H, or the share of a class. */
function sortByMean(count: u32, slot: usize, sign: f64): void {
  const last = width - 1;
  for (let category: u32 = 0; category < count; category++) {
    const record = recordOf(category);
    const weight = numberAt(record, last);
    saveKey(category, weight == 0 ? 0 : sign * numberAt(record, slot) / (weight + num(TreeSlot.smoothing)));
  }
  sortCategories(count);
}

/** Tries the splits of a feature whose categories are tallied: `CategorySearch` of core. */
function trySplits(count: u32, missing: u32): void {
  if (int(TreeSlot.oneVsRest) == 1) return tryEach(count, missing);
  let weighty: u32 = 0;
  let last: usize = 0;
  for (let code: u32 = 0; code < classes; code++) {
    if (!(numberAt(parentRecord, code) > 0)) continue;
    weighty++;
    last = code;
  }
  if (weighty <= 2) {
    sortByMean(count, last, classes == 0 ? -1 : 1);
    tryRuns(count, missing, classes == 0 ? num(TreeSlot.mostCategories) : Infinity);
  } else if (count <= int(TreeSlot.mostTried)) tryEveryPartition(count, missing);
  else tryAlongAxis(count, missing);
}

/** Keeps the best split of the feature if it is that of the node. */
function keepBest(feature: u32, count: u32, missing: u32): void {
  gain *= factorOf(feature);
  if (!isBetter(gain, feature)) return;
  putBack(count);
  keep(gain, feature, chosenRows, chosenMissingLeft, missing, leftWith(chosenMissingLeft));
  memory.copy(at(TreeSlot.bestSides), at(TreeSlot.sides), count);
}

/** Tallies the next rows of the feature in the node, and tries the splits when all are; returns where it stands then. */
export function scanCategories(feature: u32, cursor: u32): u32 {
  const run = runOf(feature);
  const count = int(TreeSlot.count);
  if (cursor == 0) {
    beginScan(run, count);
    put(TreeSlot.categories, 0);
  }
  const present = int(TreeSlot.present);
  const to = endOfChunk(cursor, present);
  tally(run, cursor, to);
  if (to < present) return to;
  const categories = int(TreeSlot.categories);
  gain = 0;
  chosen = 0;
  clearLeft();
  trySplits(categories, count - present);
  keepBest(feature, categories, count - present);
  return count;
}

/** Adds up stretches of one category each; the first may go on with the one before. */
function tally(run: usize, from: u32, to: u32): void {
  let categories = int(TreeSlot.categories);
  for (let end = from; from < to; from = end) {
    if (from == 0 || entryAt(run, from) & NEW) {
      clearRecord(recordOf(categories));
      store<u32>(placeOfRows(categories), 0);
      categories++;
    }
    end = endOfValue(run, from, to);
    addEntries(recordOf(categories - 1), run, from, end);
    const rows = placeOfRows(categories - 1);
    store<u32>(rows, load<u32>(rows) + end - from);
  }
  put(TreeSlot.categories, categories);
}
