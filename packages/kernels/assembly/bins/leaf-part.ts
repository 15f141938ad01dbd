import { LeafBounds, LeafColumn, LeafSlot, LeafWord, SHARED_ROWS, SplitPhase, SplitWord } from "../generated/leaf-layout";
import { BLOCK_ROWS, MOST_SUMMED, NodeWord, RoomWord } from "../generated/room-layout";
import { flushSums, sumRecords } from "./histogram";
import { addSearch, boundsOf } from "./leaf-search";
import { columnOf, countsOf, isLeftLighter, nodeAt, rowsOf } from "./leaf-tree";
import { settle, swapBlocks } from "./part-records";
import { childPath } from "../exact/tree-job";
import { unbundle } from "./unbundle";

// The rows of a node that is split, by all threads that take part, and what its children are before they are searched.

/** Writes the job that partitions the rows of a node. */
export function beginPart(job: usize, split: usize): void {
  const node = nodeAt(job, load<u32>(split, SplitWord.node));
  const left = nodeAt(job, load<u32>(split, SplitWord.firstChild));
  const right = left + LeafSlot.size;
  const parent = <usize>load<u32>(node, LeafSlot.sums);
  const column = columnOf(job, load<u32>(node, LeafSlot.feature));
  store<u32>(split, 0, SplitWord.scanCount);
  writeSides(job, split, node, column);
  const cut = beginJob(job, split, load<u32>(node, LeafSlot.from), load<u32>(node, LeafSlot.to));
  store<u32>(cut, load<u32>(column, LeafColumn.binAt), NodeWord.binAt);
  store<u32>(cut, load<u32>(split, SplitWord.sides), NodeWord.sides);
  store<u32>(cut, load<u32>(split, SplitWord.unsettled), NodeWord.unsettledList);
  if (parent == 0 || load<u32>(split, SplitWord.areLast) != 0) {
    store<u32>(cut, 2, NodeWord.summedSide);
    return;
  }
  const isLeft = isLeftLighter(node);
  setSums(job, cut, <usize>load<u32>(isLeft ? left : right, LeafSlot.sums));
  store<u32>(cut, isLeft ? 0 : 1, NodeWord.summedSide);
  store<u32>(cut, <u32>parent, NodeWord.parent);
  store<u32>(cut, <u32>countsOf(job, parent), NodeWord.parentCounts);
}

function beginJob(job: usize, split: usize, from: u32, to: u32): usize {
  const cut = <usize>load<u32>(split, SplitWord.cut);
  memory.fill(cut, 0, NodeWord.size);
  store<u32>(cut, load<u32>(job, LeafWord.room), NodeWord.room);
  store<u32>(cut, from, NodeWord.start);
  store<u32>(cut, to, NodeWord.end);
  store<u32>(split, load<u32>(job, LeafWord.isShared) != 0 && to - from >= SHARED_ROWS ? 1 : 0, SplitWord.isShared);
  return cut;
}

function setSums(job: usize, cut: usize, sums: usize): void {
  store<u32>(cut, <u32>sums, NodeWord.histogram);
  store<u32>(cut, <u32>countsOf(job, sums), NodeWord.counts);
}

/** Where each bin goes, or each code of a bundle. */
function writeSides(job: usize, split: usize, node: usize, column: usize): void {
  const codes = load<u32>(column, LeafColumn.codes);
  const bins = <usize>load<u32>(column, LeafColumn.bins);
  const binCount = load<u32>(column, LeafColumn.missing);
  const sides = <usize>load<u32>(split, SplitWord.sides);
  const missing = load<u32>(node, LeafSlot.missingChild);
  const bits = <usize>load<u32>(node, LeafSlot.bits);
  const last: u32 = load<u32>(node, LeafSlot.takesPresent) != 0 ? binCount - 1 : load<u32>(node, LeafSlot.bin);
  for (let code: u32 = 0; code < codes; code++) {
    const bin: u32 = bins == 0 ? code : load<u8>(bins + code);
    let side = u32(bin > last);
    if (bin == binCount) side = missing;
    else if (bits != 0) side = ~(load<u32>(bits + ((bin >> 5) << 2)) >>> (bin & 31)) & 1;
    store<u8>(sides + code, side);
  }
}

/** Writes the job that sums a node. */
export function sumInto(job: usize, split: usize, node: usize, sums: u32): void {
  setSums(job, beginJob(job, split, load<u32>(node, LeafSlot.from), load<u32>(node, LeafSlot.to)), sums);
}

/** Sums a child, for which there is no histogram of its parent. */
export function beginSum(job: usize, split: usize, side: u32): void {
  const child = nodeAt(job, load<u32>(split, SplitWord.firstChild) + side);
  sumInto(job, split, child, load<u32>(child, LeafSlot.sums));
}

/** Does up to so many blocks of the rows of a split, on top of rows that are summed and not flushed. Gives how many those are then. */
export function partShares(split: usize, thread: u32, blocks: u32, unflushed: u32): u32 {
  const cut = <usize>load<u32>(split, SplitWord.cut);
  if (load<u32>(split, SplitWord.phase) == SplitPhase.part) return swapBlocks(cut, thread, blocks, unflushed);
  const room = <usize>load<u32>(cut, NodeWord.room);
  const start = load<u32>(cut, NodeWord.start);
  const end = load<u32>(cut, NodeWord.end);
  for (; blocks > 0; blocks--) {
    if (unflushed + BLOCK_ROWS > MOST_SUMMED) {
      if (!flushSums(cut, thread)) return unflushed;
      unflushed = 0;
    }
    const first = start + atomic.add<u32>(cut + NodeWord.claimed, 1) * BLOCK_ROWS;
    if (first >= end) return unflushed;
    const count = min(BLOCK_ROWS, end - first);
    const records = <usize>load<u32>(room, RoomWord.records) + <usize>first * load<u32>(room, RoomWord.stride);
    sumRecords(room, thread, records, <usize>load<u32>(room, RoomWord.rows) + (<usize>first << 2), count);
    unflushed += count;
  }
  return unflushed;
}

/** Whether there is no block left that nobody has taken. */
export function areParted(split: usize): bool {
  const cut = <usize>load<u32>(split, SplitWord.cut);
  const rows = load<u32>(cut, NodeWord.end) - load<u32>(cut, NodeWord.start);
  const blocks = load<u32>(split, SplitWord.phase) == SplitPhase.part ? rows / BLOCK_ROWS : (rows + BLOCK_ROWS - 1) / BLOCK_ROWS;
  return atomic.load<u32>(cut + NodeWord.claimed) >= blocks;
}

/** Flushes what a thread has summed; false where it can not yet. */
export function flushShares(split: usize, thread: u32): bool {
  return flushSums(<usize>load<u32>(split, SplitWord.cut), thread);
}

/** What the last of the threads does with the rows of a split. */
export function endPart(job: usize, split: usize, thread: u32, unflushed: u32): void {
  const cut = <usize>load<u32>(split, SplitWord.cut);
  if (load<u32>(split, SplitWord.phase) != SplitPhase.part) {
    if (unflushed != 0) flushSums(cut, thread);
    unbundle(<usize>load<u32>(cut, NodeWord.room), <usize>load<u32>(cut, NodeWord.histogram), <usize>load<u32>(cut, NodeWord.counts));
    return;
  }
  settle(cut, thread, unflushed);
  makeChildren(job, split, load<u32>(cut, NodeWord.start) + load<u32>(cut, NodeWord.placedLeft));
}

function makeChildren(job: usize, split: usize, middle: u32): void {
  const number = load<u32>(split, SplitWord.node);
  const node = nodeAt(job, number);
  const child = load<u32>(split, SplitWord.firstChild);
  store<u32>(node, child, LeafSlot.firstChild);
  const g = load<f64>(node, LeafSlot.leftGradients);
  const h = load<f64>(node, LeafSlot.leftHessians);
  makeChild(job, number, child, 0, load<u32>(node, LeafSlot.from), middle, g, h);
  const right = load<f64>(node, LeafSlot.gradients) - g;
  makeChild(job, number, child + 1, 1, middle, load<u32>(node, LeafSlot.to), right, load<f64>(node, LeafSlot.hessians) - h);
  if (boundsOf(job, number) != 0) boundChildren(job, number, child);
  if (load<u32>(split, SplitWord.areLast) != 0 || load<u32>(job, LeafWord.levels) != 0) return;
  addSearch(job, split, child);
  addSearch(job, split, child + 1);
}

function makeChild(job: usize, parent: u32, number: u32, side: u32, from: u32, to: u32, g: f64, h: f64): void {
  const above = nodeAt(job, parent);
  const node = nodeAt(job, number);
  store<u32>(node, from, LeafSlot.from);
  store<u32>(node, to, LeafSlot.to);
  store<u32>(node, load<u32>(above, LeafSlot.depth) + 1, LeafSlot.depth);
  store<u32>(node, parent, LeafSlot.parent);
  store<u32>(node, childPath(load<u32>(above, LeafSlot.path), side), LeafSlot.path);
  store<u32>(node, 0, LeafSlot.firstChild);
  store<u32>(node, 0, LeafSlot.bits);
  store<u32>(node, 0, LeafSlot.stage);
  store<f64>(node, 0, LeafSlot.gain);
  store<f64>(node, g, LeafSlot.gradients);
  store<f64>(node, h, LeafSlot.hessians);
}

/** Core's `childBounds`: on a monotone feature the bounds meet halfway between the values of the children. */
function boundChildren(job: usize, number: u32, child: u32): void {
  const node = nodeAt(job, number);
  const bounds = boundsOf(job, number);
  const left = boundsOf(job, child);
  const right = left + LeafBounds.size;
  sumFinely(job, node, nodeAt(job, child), left);
  const g = load<f64>(bounds, LeafBounds.gradients) - load<f64>(left, LeafBounds.gradients);
  const h = load<f64>(bounds, LeafBounds.hessians) - load<f64>(left, LeafBounds.hessians);
  store<f64>(right, g, LeafBounds.gradients);
  store<f64>(right, h, LeafBounds.hessians);
  const lower = load<f64>(bounds, LeafBounds.lower);
  const upper = load<f64>(bounds, LeafBounds.upper);
  let leftUpper = upper;
  let rightLower = lower;
  let leftLower = lower;
  let rightUpper = upper;
  const direction = load<i8>(<usize>load<u32>(job, LeafWord.monotone) + load<u32>(node, LeafSlot.feature));
  if (direction != 0 && load<u32>(node, LeafSlot.takesPresent) == 0) {
    const a = boundedValue(job, left, lower, upper);
    const b = boundedValue(job, right, lower, upper);
    const middle = midpoint(min(a, b), max(a, b));
    if (direction > 0) leftUpper = rightLower = middle;
    else leftLower = rightUpper = middle;
  }
  store<f64>(left, leftLower, LeafBounds.lower);
  store<f64>(left, leftUpper, LeafBounds.upper);
  store<f64>(right, rightLower, LeafBounds.lower);
  store<f64>(right, rightUpper, LeafBounds.upper);
}

/** The sums of the left child on the grid of the tree: splits are chosen by coarser ones where records have narrow pairs. */
function sumFinely(job: usize, node: usize, child: usize, to: usize): void {
  const room = <usize>load<u32>(job, LeafWord.room);
  if (load<u32>(room, RoomWord.isNarrow) == 0) {
    store<f64>(to, load<f64>(child, LeafSlot.gradients), LeafBounds.gradients);
    store<f64>(to, load<f64>(child, LeafSlot.hessians), LeafBounds.hessians);
    return;
  }
  const pairs = <usize>load<u32>(room, RoomWord.pairs);
  let row = <usize>load<u32>(room, RoomWord.rows) + (<usize>load<u32>(child, LeafSlot.from) << 2);
  const end = row + (<usize>rowsOf(child) << 2);
  let sum = f64x2.splat(0);
  for (; row < end; row += 4) sum = f64x2.add(sum, v128.load(pairs + (<usize>load<u32>(row) << 4)));
  store<f64>(to, f64x2.extract_lane(sum, 0), LeafBounds.gradients);
  store<f64>(to, f64x2.extract_lane(sum, 1), LeafBounds.hessians);
}

/** Core's function of this name, for Newton steps. */
function boundedValue(job: usize, sums: usize, lower: f64, upper: f64): f64 {
  const g = load<f64>(sums, LeafBounds.gradients);
  const l1 = load<f64>(job, LeafWord.l1);
  const weight = load<f64>(sums, LeafBounds.hessians) + load<f64>(job, LeafWord.l2);
  const drawn = g > l1 ? g - l1 : g < -l1 ? g + l1 : 0;
  const step: f64 = weight > 0 ? -drawn / weight : 0;
  const value = min(max(step, load<f64>(job, LeafWord.lower)), load<f64>(job, LeafWord.upper)) + 0;
  return min(max(value, lower), upper);
}

/** Core's function of this name. */
function midpoint(below: f64, above: f64): f64 {
  const middle = below / 2 + above / 2;
  return middle >= below && middle < above ? middle : below;
}
