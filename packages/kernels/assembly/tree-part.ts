import { columnOf } from "./tree-chance";
import {
  CHUNK, IN_BAG, NEW, Slot, at, int, isByChance, isCategorical, num, put, rowMaskOf, runOf, runOfRows,
} from "./tree-job";

/**
 * Loads the next entries of a run from those of all rows: the rows of the bag, each with its payload. An entry
 * whose forerunners were left out takes over what they say of its value: it differs from the last one that stayed.
 */
export function loadEntries(number: u32, cursor: u32): u32 {
  const offset = <usize>number * at(Slot.stride);
  const from = at(Slot.base) + offset;
  const payload = at(Slot.payload);
  const rowMask: u32 = (1 << int(Slot.rowBits)) - 1;
  const rowCount = int(Slot.rowCount);
  const to = rowCount - cursor > CHUNK ? cursor + CHUNK : rowCount;
  let waiting: u32 = cursor == 0 ? 0 : int(Slot.waiting);
  let put_ = at(Slot.runs) + offset + (cursor == 0 ? 0 : at(Slot.put) << 2);
  for (let i = cursor; i < to; i++) {
    const e = load<u32>(from + (<usize>i << 2));
    const p = load<u32>(payload + (<usize>(e & rowMask) << 2));
    const stays = p >>> 31;
    waiting |= e & NEW;
    store<u32>(put_, e | waiting | (p & ~IN_BAG));
    put_ += <usize>stays << 2;
    waiting &= stays - 1;
  }
  put(Slot.waiting, waiting);
  put(Slot.put, <f64>((put_ - at(Slot.runs) - offset) >>> 2));
  return to;
}

/**
 * Parts the next entries of a run by the side of their rows, in their order: those that go left move up within the run,
 * the others wait in `scratch`, and follow at the end.
 */
export function partRun(run: usize, count: u32, cursor: u32): u32 {
  const side = at(Slot.side);
  const scratch = at(Slot.scratch);
  const rowMask: u32 = (1 << int(Slot.rowBits)) - 1;
  const to = count - cursor > CHUNK ? cursor + CHUNK : count;
  let left = run + (cursor == 0 ? 0 : at(Slot.put) << 2);
  let right = scratch + (cursor == 0 ? 0 : at(Slot.moved) << 2);
  let waitingLeft: u32 = cursor == 0 ? 0 : int(Slot.waiting);
  let waitingRight: u32 = cursor == 0 ? 0 : int(Slot.waitingRight);
  const end = run + (<usize>to << 2);
  for (let from = run + (<usize>cursor << 2); from < end; from += 4) {
    const e = load<u32>(from);
    const goesRight = <u32>load<u8>(side + <usize>(e & rowMask));
    const isNew = e & NEW;
    waitingLeft |= isNew;
    waitingRight |= isNew;
    store<u32>(left, e | waitingLeft);
    store<u32>(right, e | waitingRight);
    right += <usize>goesRight << 2;
    left += <usize>(1 - goesRight) << 2;
    waitingLeft &= 0 - goesRight;
    waitingRight &= goesRight - 1;
  }
  if (to == count) {
    memory.copy(left, scratch, right - scratch);
  } else {
    put(Slot.put, <f64>((left - run) >>> 2));
    put(Slot.moved, <f64>((right - scratch) >>> 2));
    put(Slot.waiting, waitingLeft);
    put(Slot.waitingRight, waitingRight);
  }
  return to;
}

/** Notes for every row of the node the child that it goes to. */
export function mark(feature: u32, position: u32, present: u32, missingLeft: bool): void {
  if (isCategorical(feature)) markCategories(feature, present, missingLeft);
  else if (isByChance()) markByThreshold(feature, missingLeft);
  else markByPosition(feature, position, present, missingLeft);
}

function markByPosition(feature: u32, position: u32, present: u32, missingLeft: bool): void {
  const run = runOf(feature);
  const side = at(Slot.side);
  const count = int(Slot.count);
  const rowMask = rowMaskOf();
  for (let i: u32 = 0; i < count; i++) {
    const goesRight = i < present ? i >= position : !missingLeft;
    store<u8>(side + <usize>(load<u32>(run + (<usize>i << 2)) & rowMask), goesRight ? 1 : 0);
  }
}

function markByThreshold(feature: u32, missingLeft: bool): void {
  const run = runOfRows();
  const column = columnOf(feature);
  const rowStride = at(Slot.rowStride);
  const threshold = num(Slot.threshold);
  const side = at(Slot.side);
  const count = int(Slot.count);
  const rowMask = rowMaskOf();
  for (let i: u32 = 0; i < count; i++) {
    const row = <usize>(load<u32>(run + (<usize>i << 2)) & rowMask);
    const value = load<f64>(column + row * rowStride);
    store<u8>(side + row, missingLeft ? <u8>(value > threshold) : <u8>!(value <= threshold));
  }
}

function markCategories(feature: u32, present: u32, missingLeft: bool): void {
  const run = runOf(feature);
  const side = at(Slot.side);
  const sides = at(Slot.bestSides);
  const count = int(Slot.count);
  const rowMask = rowMaskOf();
  let category: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const e = load<u32>(run + (<usize>i << 2));
    if (i > 0 && i < present && e & NEW) category++;
    const goesLeft = i < present ? load<u8>(sides + category) == 1 : missingLeft;
    store<u8>(side + <usize>(e & rowMask), goesLeft ? 0 : 1);
  }
}
