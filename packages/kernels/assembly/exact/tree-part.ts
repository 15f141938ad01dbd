import { IN_BAG, LACKING, MISSING, NEW, TreeSlot } from "../generated/tree-layout";
import { areFew, coarseColumnOf, coarseOf, columnOf, valueStride } from "./tree-coarse";
import {
  at, endOfValue, entryAt, int, isByChance, isCategorical, movesRows, num, pairs, rowMask, runOf,
  runOfRows, wayToChildren,
} from "./tree-job";

/**
 * Loads the entries of a run from those of all rows: the rows of the bag, each with its payload. An entry whose forerunners were left
 * out takes over what they say of its value: it differs from the last one that stayed.
 */
export function loadRun(number: u32): void {
  const offset = <usize>number * at(TreeSlot.stride);
  const payload = at(TreeSlot.payload);
  const mask = rowMask;
  const kept: u32 = movesRows() ? NEW | MISSING : <u32>-1;
  let waiting: u32 = 0;
  let from = at(TreeSlot.base) + offset;
  let to = at(TreeSlot.runs) + offset;
  for (const end = from + (at(TreeSlot.rowCount) << 2); from < end; from += 4) {
    const e = load<u32>(from);
    const p = load<u32>(payload + (<usize>(e & mask) << 2));
    const stays = p >>> 31;
    waiting |= e & NEW;
    store<u32>(to, (e & kept) | waiting | (p & ~IN_BAG));
    to += <usize>stays << 2;
    waiting &= stays - 1;
  }
}

/** Parts the entries of a run, in their order: those that go left move up within the run, the others wait in `scratch`, and follow. */
export function partRun(run: usize, scratch: usize): void {
  const end = run + (at(TreeSlot.count) << 2);
  if (movesRows()) partPlaces(run, end, scratch, wayToChildren(), at(TreeSlot.places), int(TreeSlot.middle) - 1);
  else partRows(run, end, scratch, at(TreeSlot.side), rowMask);
}

// Both loops write every entry to both sides, and then move on on one: nobody can foretell which. They keep their numbers few, so
// that all have a register, and take what is fixed as arguments. `right` counts the bytes that went right, and NEW waits for the next
// entry of a side.

/** By the places that they move to. A place is what is left of an entry when its flags are shifted out. */
export function partPlaces(from: usize, end: usize, scratch: usize, out: usize, places: usize, before: u32): void {
  let right: usize = 0;
  let waitsLeft: u32 = 0;
  let waitsRight: u32 = 0;
  for (; from < end; from += 4) {
    const e = load<u32>(from);
    const place = load<u32>(places + <usize>(e << 2));
    // NEW where it goes right: a sign, and no comparison, of which the compiler would make a branch.
    const goesRight = (before - place) & NEW;
    const left = (e & (NEW | MISSING)) | waitsLeft;
    const other = (e & (NEW | MISSING)) | waitsRight;
    store<u32>(from + out - right, place | left);
    store<u32>(scratch + right, place | other);
    right += <usize>(goesRight >>> 29);
    waitsLeft = left & goesRight;
    waitsRight = other & (goesRight ^ NEW);
  }
  memory.copy(end + out - right, scratch, right);
}

/** By the sides of their rows. */
export function partRows(from: usize, end: usize, scratch: usize, side: usize, mask: u32): void {
  let right: usize = 0;
  let waitsLeft: u32 = 0;
  let waitsRight: u32 = 0;
  for (; from < end; from += 4) {
    const e = load<u32>(from);
    const goesRight = <u32>load<u8>(side + <usize>(e & mask)) << 31;
    const left = e | waitsLeft;
    const other = e | waitsRight;
    store<u32>(from - right, left);
    store<u32>(scratch + right, other);
    right += <usize>(goesRight >>> 29);
    waitsLeft = left & goesRight;
    waitsRight = other & (goesRight ^ NEW);
  }
  memory.copy(end - right, scratch, right);
}

// The places that the next rows of both children move to.
let leftPlace: u32 = 0;
let rightPlace: u32 = 0;

/**
 * Notes for every row of the node the child that it goes to. Where rows move, those of a child stand side by side then, with their
 * pairs, in the order of the run that is split: what is read of a small node is in the nearest cache.
 */
export function mark(feature: u32, position: u32, present: u32, missingLeft: bool): void {
  if (isByChance() && !isCategorical(feature)) return markByThreshold(feature, missingLeft);
  const run = runOf(feature);
  const start = int(TreeSlot.start);
  const count = int(TreeSlot.count);
  leftPlace = start;
  rightPlace = int(TreeSlot.middle);
  if (isCategorical(feature)) {
    const sides = at(TreeSlot.bestSides);
    let category: u32 = 0;
    for (let from: u32 = 0, end: u32 = 0; from < present; from = end, category++) {
      end = endOfValue(run, from, present);
      send(run, from, end, load<u8>(sides + category) == 1);
    }
  } else {
    send(run, 0, position, true);
    send(run, position, present, false);
  }
  send(run, present, count, missingLeft);
  if (!movesRows()) return;
  memory.copy(at(TreeSlot.rows) + (<usize>start << 2), at(TreeSlot.spareRows) + (<usize>start << 2), <usize>count << 2);
  memory.copy(pairs + (<usize>start << 4), at(TreeSlot.sparePairs) + (<usize>start << 4), <usize>count << 4);
}

/** Sends the rows of the entries from `from` to `to` to one child. */
function send(run: usize, from: u32, to: u32, goesLeft: bool): void {
  if (!movesRows()) {
    const side = at(TreeSlot.side);
    const mask = rowMask;
    for (let i = from; i < to; i++) store<u8>(side + <usize>(entryAt(run, i) & mask), goesLeft ? 0 : 1);
    return;
  }
  const place = goesLeft ? leftPlace : rightPlace;
  moveRows(run + (<usize>from << 2), run + (<usize>to << 2), place);
  if (goesLeft) leftPlace = place + to - from;
  else rightPlace = place + to - from;
}

/** Moves rows, and their pairs, to the places from this one on. */
function moveRows(from: usize, end: usize, place: u32): void {
  const mask = rowMask;
  const ofPairs = pairs;
  const rows = at(TreeSlot.rows);
  const places = at(TreeSlot.places);
  const spareRows = at(TreeSlot.spareRows);
  const sparePairs = at(TreeSlot.sparePairs);
  for (; from < end; from += 4, place++) {
    const row = <usize>(load<u32>(from) & mask);
    store<u32>(places + (row << 2), place);
    store<u32>(spareRows + (<usize>place << 2), load<u32>(rows + (row << 2)));
    v128.store(sparePairs + (<usize>place << 4), v128.load(ofPairs + (row << 4)));
  }
}

function markByThreshold(feature: u32, missingLeft: bool): void {
  const run = runOfRows();
  const column = columnOf(feature);
  const stride = valueStride();
  const threshold = num(TreeSlot.threshold);
  const side = at(TreeSlot.side);
  const count = int(TreeSlot.count);
  const mask = rowMask;
  if (areFew()) {
    for (let i: u32 = 0; i < count; i++) {
      const row = <usize>(entryAt(run, i) & mask);
      const value = load<f64>(column + row * stride);
      store<u8>(side + row, missingLeft ? <u8>(value > threshold) : <u8>!(value <= threshold));
    }
    return;
  }
  const coarse = coarseColumnOf(feature);
  const rowStride = at(TreeSlot.rowStride);
  const own = coarseOf(feature, threshold);
  for (let i: u32 = 0; i < count; i++) {
    const row = <usize>(entryAt(run, i) & mask);
    const steps = load<u16>(coarse + row * rowStride);
    let goesRight = steps == LACKING ? !missingLeft : steps > own;
    if (steps == own) goesRight = load<f64>(column + row * stride) > threshold;
    store<u8>(side + row, <u8>goesRight);
  }
}
