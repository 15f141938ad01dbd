import { IN_BAG, LACKING, MISSING, NEW, TREE_CHUNK, TreeSlot } from "../generated/tree-layout";
import { areFew, coarseColumnOf, coarseOf, columnOf, valueStride } from "./tree-coarse";
import {
  at, int, isByChance, isCategorical, movesRows, num, put, rowMaskOf, runOf, runOfRows, wayToChildren,
} from "./tree-job";

/**
 * Loads the next entries of a run from those of all rows: the rows of the bag, each with its payload. An entry
 * whose forerunners were left out takes over what they say of its value: it differs from the last one that stayed.
 */
export function loadEntries(number: u32, cursor: u32): u32 {
  const offset = <usize>number * at(TreeSlot.stride);
  const from = at(TreeSlot.base) + offset;
  const payload = at(TreeSlot.payload);
  const rowMask = rowMaskOf();
  const kept: u32 = movesRows() ? NEW | MISSING : <u32>-1;
  const rowCount = int(TreeSlot.rowCount);
  const to = rowCount - cursor > TREE_CHUNK ? cursor + TREE_CHUNK : rowCount;
  let waiting: u32 = cursor == 0 ? 0 : int(TreeSlot.waiting);
  let put_ = at(TreeSlot.runs) + offset + (cursor == 0 ? 0 : at(TreeSlot.put) << 2);
  for (let i = cursor; i < to; i++) {
    const e = load<u32>(from + (<usize>i << 2));
    const p = load<u32>(payload + (<usize>(e & rowMask) << 2));
    const stays = p >>> 31;
    waiting |= e & NEW;
    store<u32>(put_, (e & kept) | waiting | (p & ~IN_BAG));
    put_ += <usize>stays << 2;
    waiting &= stays - 1;
  }
  put(TreeSlot.waiting, waiting);
  put(TreeSlot.put, <f64>((put_ - at(TreeSlot.runs) - offset) >>> 2));
  return to;
}

/** Of the run that is being parted: bytes of the entries that went right, and NEW where it waits for the next of a side. */
let moved: usize = 0;
let waitingLeft: u32 = 0;
let waitingRight: u32 = 0;

/**
 * Parts the entries of a run from `cursor` to `to`, in their order: those that go left move up within the run, the others wait
 * in `scratch`, and follow at the end.
 */
export function partRun(run: usize, count: u32, cursor: u32, to: u32, scratch: usize): void {
  moved = cursor == 0 ? 0 : at(TreeSlot.moved) << 2;
  waitingLeft = cursor == 0 ? 0 : int(TreeSlot.waiting);
  waitingRight = cursor == 0 ? 0 : int(TreeSlot.waitingRight);
  const from = run + (<usize>cursor << 2);
  const end = run + (<usize>to << 2);
  if (movesRows()) partPlaces(from, end, scratch, wayToChildren(), at(TreeSlot.places), int(TreeSlot.middle) - 1);
  else partRows(from, end, scratch, at(TreeSlot.side), rowMaskOf());
  if (to == count) {
    memory.copy(end + wayToChildren() - moved, scratch, moved);
  } else {
    put(TreeSlot.moved, <f64>(moved >>> 2));
    put(TreeSlot.waiting, waitingLeft);
    put(TreeSlot.waitingRight, waitingRight);
  }
}

// Both loops write every entry to both sides, and then move on on one: nobody can foretell which. They keep their numbers few, so
// that all have a register, and take what is fixed as arguments: what they read themselves, the engine converts in every turn.

/** By the places that they move to. A place is what is left of an entry when its flags are shifted out. */
export function partPlaces(from: usize, end: usize, scratch: usize, out: usize, places: usize, before: u32): void {
  let right = moved;
  let waitsLeft = waitingLeft;
  let waitsRight = waitingRight;
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
  moved = right;
  waitingLeft = waitsLeft;
  waitingRight = waitsRight;
}

/** By the sides of their rows. */
export function partRows(from: usize, end: usize, scratch: usize, side: usize, rowMask: u32): void {
  let right = moved;
  let waitsLeft = waitingLeft;
  let waitsRight = waitingRight;
  for (; from < end; from += 4) {
    const e = load<u32>(from);
    const goesRight = <u32>load<u8>(side + <usize>(e & rowMask)) << 31;
    const left = e | waitsLeft;
    const other = e | waitsRight;
    store<u32>(from - right, left);
    store<u32>(scratch + right, other);
    right += <usize>(goesRight >>> 29);
    waitsLeft = left & goesRight;
    waitsRight = other & (goesRight ^ NEW);
  }
  moved = right;
  waitingLeft = waitsLeft;
  waitingRight = waitsRight & NEW;
}

/** Notes for every row of the node the child that it goes to. */
export function mark(feature: u32, position: u32, present: u32, missingLeft: bool): void {
  if (movesRows()) moveRows(feature, position, present, missingLeft);
  else if (isCategorical(feature)) markCategories(feature, present, missingLeft);
  else if (isByChance()) markByThreshold(feature, missingLeft);
  else markByPosition(feature, position, present, missingLeft);
}

/**
 * Moves the rows of the node, and their pairs, to those of their child, in the order of the run that the cut stands in. So what
 * is read of a node stands side by side, and that of a small one in the nearest cache.
 */
function moveRows(feature: u32, position: u32, present: u32, missingLeft: bool): void {
  const run = runOf(feature);
  const sides = at(TreeSlot.bestSides);
  const isOfCategories = isCategorical(feature);
  const count = int(TreeSlot.count);
  const start = int(TreeSlot.start);
  const rowMask = rowMaskOf();
  const rows = at(TreeSlot.rows);
  const pairs = at(TreeSlot.pairs);
  const places = at(TreeSlot.places);
  const spareRows = at(TreeSlot.spareRows);
  const sparePairs = at(TreeSlot.sparePairs);
  let leftPlace = start;
  let rightPlace = int(TreeSlot.middle);
  let category: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const e = load<u32>(run + (<usize>i << 2));
    let goesLeft = missingLeft;
    if (i < present) {
      if (i > 0 && e & NEW) category++;
      goesLeft = isOfCategories ? load<u8>(sides + category) == 1 : i < position;
    }
    const place = goesLeft ? leftPlace : rightPlace;
    leftPlace += <u32>goesLeft;
    rightPlace += 1 - <u32>goesLeft;
    const from = <usize>(e & rowMask);
    store<u32>(places + (from << 2), place);
    store<u32>(spareRows + (<usize>place << 2), load<u32>(rows + (from << 2)));
    v128.store(sparePairs + (<usize>place << 4), v128.load(pairs + (from << 4)));
  }
  memory.copy(rows + (<usize>start << 2), spareRows + (<usize>start << 2), <usize>count << 2);
  memory.copy(pairs + (<usize>start << 4), sparePairs + (<usize>start << 4), <usize>count << 4);
}

function markByPosition(feature: u32, position: u32, present: u32, missingLeft: bool): void {
  const run = runOf(feature);
  const side = at(TreeSlot.side);
  const count = int(TreeSlot.count);
  const rowMask = rowMaskOf();
  for (let i: u32 = 0; i < count; i++) {
    const goesRight = i < present ? i >= position : !missingLeft;
    store<u8>(side + <usize>(load<u32>(run + (<usize>i << 2)) & rowMask), goesRight ? 1 : 0);
  }
}

function markByThreshold(feature: u32, missingLeft: bool): void {
  const run = runOfRows();
  const column = columnOf(feature);
  const stride = valueStride();
  const threshold = num(TreeSlot.threshold);
  const side = at(TreeSlot.side);
  const count = int(TreeSlot.count);
  const rowMask = rowMaskOf();
  if (areFew()) {
    for (let i: u32 = 0; i < count; i++) {
      const row = <usize>(load<u32>(run + (<usize>i << 2)) & rowMask);
      const value = load<f64>(column + row * stride);
      store<u8>(side + row, missingLeft ? <u8>(value > threshold) : <u8>!(value <= threshold));
    }
    return;
  }
  const coarse = coarseColumnOf(feature);
  const rowStride = at(TreeSlot.rowStride);
  const own = coarseOf(feature, threshold);
  for (let i: u32 = 0; i < count; i++) {
    const row = <usize>(load<u32>(run + (<usize>i << 2)) & rowMask);
    const steps = load<u16>(coarse + row * rowStride);
    let goesRight = steps == LACKING ? !missingLeft : steps > own;
    if (steps == own) goesRight = load<f64>(column + row * stride) > threshold;
    store<u8>(side + row, <u8>goesRight);
  }
}

function markCategories(feature: u32, present: u32, missingLeft: bool): void {
  const run = runOf(feature);
  const side = at(TreeSlot.side);
  const sides = at(TreeSlot.bestSides);
  const count = int(TreeSlot.count);
  const rowMask = rowMaskOf();
  let category: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const e = load<u32>(run + (<usize>i << 2));
    if (i > 0 && i < present && e & NEW) category++;
    const goesLeft = i < present ? load<u8>(sides + category) == 1 : missingLeft;
    store<u8>(side + <usize>(e & rowMask), goesLeft ? 0 : 1);
  }
}
