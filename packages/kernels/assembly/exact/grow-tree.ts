import {
  NEW, NO_RUN, NodeSlot, TOGETHER, TREE_CHUNK, TREE_STEP, TreeOutcome, TreePhase, TreeSlot,
} from "../generated/tree-layout";
import { scanCategories } from "./tree-categories";
import { cutByChance, hasOneValue } from "./tree-chance";
import { findRange } from "./tree-coarse";
import { bringNext, chooseFeatures, isAllowed, swapFeatures } from "./tree-features";
import { compare, factorOf, setAside } from "./tree-gain";
import { beginNode, boundChildren } from "./tree-held";
import {
  at, classes, copyWords, endOfValue, entryAt, featureAt, featureCount, int, isBestFirst, isByChance,
  isCategorical, minRows, movesRows, num, numberAt, parentRecord, partOfRun, placeOf, put, rowMask, rowOf, runNumberOf, runOf, runOfRows,
  saveNumber, useJob, width,
} from "./tree-job";
import { dequeue, enqueue, popOpen, pushChild } from "./tree-open";
import { loadRun, mark, partRun } from "./tree-part";
import { isConstant, scanFeature } from "./tree-scan";

/** The number of runs that have a turn: behind those of the features comes that of the rows, if there is one. */
@inline
function turns(): u32 { return featureCount + <u32>isByChance(); }

/** The number of the run whose turn it is, or NO_RUN. */
@inline
function runNumberAt(turn: u32): u32 {
  return turn < featureCount ? runNumberOf(featureAt(turn)) : int(TreeSlot.rowsRun);
}

/** Loads the bag's entries, one run after the other, and begins with the root. */
function load_(): u32 {
  const turn = int(TreeSlot.turn);
  put(TreeSlot.turn, turn + 1);
  if (turn == turns()) put(TreeSlot.phase, TreePhase.next);
  else if (runNumberAt(turn) != NO_RUN) loadRun(runNumberAt(turn));
  return TREE_STEP + int(TreeSlot.rowCount);
}

/** True where no cut can gain, or a rule forbids every cut; looks at numbers only. */
function isClosed(record: usize, count: u32, depth: u32): bool {
  if (<f64>depth >= num(TreeSlot.maxDepth) || <f64>count < num(TreeSlot.minRowsSplit)) return true;
  if (count < 2 * minRows) return true;
  if (classes == 0) return false;
  const total = numberAt(record, classes);
  let largest: f64 = 0;
  for (let code: u32 = 0; code < classes; code++) largest = max(largest, numberAt(record, code));
  return largest == total || (classes > 1 && largest / total >= num(TreeSlot.purity));
}

/** True where all rows of the node want the same. */
function isOneTarget(): bool {
  const targets = at(TreeSlot.targets);
  if (targets == 0) return false;
  // Bare rows, or entries of them.
  const rows = movesRows() ? at(TreeSlot.rows) + (at(TreeSlot.start) << 2) : runOfRows();
  const count = int(TreeSlot.count);
  const first = load<f64>(targets + (<usize>(load<u32>(rows) & rowMask) << 3));
  for (let i: u32 = 1; i < count; i++) {
    if (load<f64>(targets + (<usize>(entryAt(rows, i) & rowMask) << 3)) != first) return false;
  }
  return true;
}

/** Takes a node from the stack; one that can not be split is finished at once. */
function next_(): u32 {
  if (int(TreeSlot.open) == 0) {
    put(TreeSlot.phase, isBestFirst() ? TreePhase.take : TreePhase.done);
    return TREE_STEP;
  }
  popOpen();
  put(TreeSlot.gain, 0);
  const constants = int(TreeSlot.constants);
  if (
    constants == featureCount ||
    isFull() ||
    isClosed(parentRecord, int(TreeSlot.count), int(TreeSlot.depth)) ||
    isOneTarget()
  ) {
    finish(-1, 0);
    return TREE_STEP;
  }
  chooseFeatures();
  put(TreeSlot.turn, constants);
  put(TreeSlot.cursor, 0);
  put(TreeSlot.searched, 0);
  put(TreeSlot.blockEnd, 0);
  put(TreeSlot.phase, TreePhase.search);
  return TREE_STEP;
}

/** True where the tree has the leaves that it may have. */
function isFull(): bool { return isBestFirst() && num(TreeSlot.splitsLeft) == 0; }

/** Searches the next feature, or a part of it. */
function search_(): u32 {
  const turn = int(TreeSlot.turn);
  if (turn == int(TreeSlot.candidates) || int(TreeSlot.searched) == int(TreeSlot.featuresPerNode)) {
    put(TreeSlot.phase, TreePhase.cut);
    return 0;
  }
  const isBegun = int(TreeSlot.cursor) > 0 || turn < int(TreeSlot.blockEnd);
  if (!isBegun && num(TreeSlot.drawsInOrder) == 1) bringNext(turn);
  return searchAt(turn);
}

/** A feature that is kept from the node counts as searched, unless it has one value in it. */
function searchAt(turn: u32): u32 {
  const feature = featureAt(turn);
  const count = int(TreeSlot.count);
  const cursor = int(TreeSlot.cursor);
  const hasCategories = isCategorical(feature);
  const isDrawn = isByChance() && !hasCategories;
  if (cursor == 0) {
    const loaded = isDrawn ? findRange(feature, turn) : 0;
    if (loaded > 0) return TREE_STEP + TOGETHER * loaded;
    const isLeftOut = isDrawn ? hasOneValue() : isConstant(feature);
    if (isLeftOut) leaveOut(turn);
    else if (!isAllowed(feature)) advance(turn, count, count);
    if (int(TreeSlot.turn) > turn) return TREE_STEP + count;
  }
  beginNode();
  // The search for categories multiplies by itself.
  const factor = hasCategories ? 1 : factorOf(feature);
  if (factor != 1 && cursor == 0) setAside(factor);
  let done: u32 = 0;
  if (hasCategories) done = scanCategories(feature, cursor);
  else done = isDrawn ? cutByChance(feature, cursor) : scanFeature(feature, cursor);
  if (factor != 1 && done == count) compare(feature, factor);
  advance(turn, done, count);
  return TREE_STEP + done - cursor;
}

/** The feature has one value in the node: it moves to the others of the kind. */
function leaveOut(turn: u32): void {
  const constants = int(TreeSlot.constants);
  swapFeatures(turn, constants);
  put(TreeSlot.constants, constants + 1);
  put(TreeSlot.turn, turn + 1);
  put(TreeSlot.cursor, 0);
}

/** Notes that so many of the entries whose turn it is are done. */
@inline
function advance(turn: u32, done: u32, count: u32): void {
  if (done == count) {
    put(TreeSlot.turn, turn + 1);
    put(TreeSlot.searched, int(TreeSlot.searched) + 1);
  }
  put(TreeSlot.cursor, done == count ? 0 : done);
}

/** Writes the node down. */
function finish(feature: i32, firstChild: u32): void {
  const written = int(TreeSlot.written);
  const node = at(TreeSlot.nodes) + 8 * <usize>written;
  let numbers = (NodeSlot.size >> 3) + <u32>width;
  store<f64>(node, num(TreeSlot.id), NodeSlot.id);
  store<f64>(node, feature, NodeSlot.feature);
  store<f64>(node, num(TreeSlot.count), NodeSlot.rows);
  store<f64>(node, firstChild, NodeSlot.firstChild);
  store<f64>(node, num(TreeSlot.start), NodeSlot.start);
  store<f64>(node, 0, NodeSlot.categories);
  copyWords(parentRecord, node + NodeSlot.size, width);
  if (feature >= 0) {
    store<f64>(node, num(TreeSlot.gain) / num(TreeSlot.gainUnit), NodeSlot.gain);
    // And the missing rows, and the threshold.
    copyWords(placeOf(TreeSlot.missingLeft), node + NodeSlot.missingLeft, 3);
    if (isCategorical(feature)) numbers += writeCategories(node, feature);
    else if (!isByChance()) writeRowsBeside(node, feature);
  }
  put(TreeSlot.written, written + numbers);
}

/** The rows on both sides of the cut. */
function writeRowsBeside(node: usize, feature: u32): void {
  const position = int(TreeSlot.position);
  const run = runOf(feature);
  const hasAbove = position + int(TreeSlot.missingRows) < int(TreeSlot.count);
  store<f64>(node, <f64>rowOf(entryAt(run, position - 1)), NodeSlot.rowBelow);
  store<f64>(node, hasAbove ? <f64>rowOf(entryAt(run, position)) : -1, NodeSlot.rowAbove);
}

/** A row of each category, and where it goes; returns how many there are. */
function writeCategories(node: usize, feature: u32): u32 {
  const run = runOf(feature);
  const present = int(TreeSlot.count) - int(TreeSlot.missingRows);
  const sides = at(TreeSlot.bestSides);
  const numbers = node + NodeSlot.size + 8 * width;
  let categories: u32 = 0;
  for (let place: u32 = 0; place < present; place = endOfValue(run, place, present)) {
    const row = <f64>rowOf(entryAt(run, place));
    saveNumber(numbers, categories, load<u8>(sides + categories) == 1 ? row : -1 - row);
    categories++;
  }
  store<f64>(node, categories, NodeSlot.categories);
  return categories;
}

/** Splits the node by the best split, if there is one that the rules allow; best first it waits until it is the best of all. */
function tryCut_(): u32 {
  const gain = num(TreeSlot.gain);
  if (!(gain > 0 && gain / num(TreeSlot.gainUnit) >= num(TreeSlot.minGain))) {
    finish(-1, 0);
    put(TreeSlot.phase, TreePhase.next);
  } else if (isBestFirst()) {
    enqueue();
    put(TreeSlot.phase, TreePhase.next);
  } else {
    return cut_();
  }
  return TREE_STEP;
}

/** Splits the best node of the queue. When the tree has all its leaves, those that wait are leaves too. */
function take_(): u32 {
  if (int(TreeSlot.queued) == 0) {
    put(TreeSlot.phase, TreePhase.done);
    return 0;
  }
  dequeue();
  if (isFull()) {
    finish(-1, 0);
    return TREE_STEP;
  }
  put(TreeSlot.splitsLeft, num(TreeSlot.splitsLeft) - 1);
  const feature = int(TreeSlot.feature);
  if (!isCategorical(feature)) return cut_();
  // The queue has no room for the sides of categories: they are found again.
  const count = int(TreeSlot.count);
  put(TreeSlot.gain, 0);
  beginNode();
  for (let done: u32 = 0; done < count; ) done = scanCategories(feature, done);
  return count + cut_();
}

/** Makes the best split of the node. */
function cut_(): u32 {
  put(TreeSlot.phase, TreePhase.next);
  const feature = int(TreeSlot.feature);
  const position = int(TreeSlot.position);
  const start = int(TreeSlot.start);
  const count = int(TreeSlot.count);
  const present = count - int(TreeSlot.missingRows);
  const missingLeft = num(TreeSlot.missingLeft) == 1;
  const made = int(TreeSlot.made);
  const leftCount = missingLeft ? position + count - present : position;
  put(TreeSlot.middle, start + leftCount);
  put(TreeSlot.made, made + 2);
  finish(<i32>feature, made);
  boundChildren(feature, position < present);
  const depth = int(TreeSlot.depth) + 1;
  let left: usize;
  let right: usize;
  // The smaller child comes first, so that no stack is deeper than the binary digits of the rows.
  if (leftCount <= count - leftCount) {
    right = pushChild(1, made + 1, start + leftCount, count - leftCount);
    left = pushChild(0, made, start, leftCount);
  } else {
    left = pushChild(0, made, start, leftCount);
    right = pushChild(1, made + 1, start + leftCount, count - leftCount);
  }
  const areLeaves = isFull() || (isClosed(left, leftCount, depth) && isClosed(right, count - leftCount, depth));
  if (areLeaves && int(TreeSlot.settlesRows) == 0) return TREE_STEP;
  mark(feature, position, present, missingLeft);
  if (areLeaves) return TREE_STEP + count;
  put(TreeSlot.turn, isBestFirst() ? 0 : num(TreeSlot.constants));
  put(TreeSlot.phase, TreePhase.part);
  return TREE_STEP + count;
}

/** The run that the cut stands in is parted already where its values ascend, and its end does not go to its front. */
function partedRun(): u32 {
  const feature = <u32>num(TreeSlot.feature);
  return movesRows() || num(TreeSlot.missingLeft) == 1 || isCategorical(feature) ? NO_RUN : runNumberOf(feature);
}

/** Parts the next runs: in a small node many at once. */
function part_(): u32 {
  const end = turns();
  const parted = partedRun();
  const first = partOfRun(0);
  const stride = at(TreeSlot.stride);
  const scratch = at(TreeSlot.scratch);
  const each = TREE_STEP + int(TreeSlot.count);
  let turn = int(TreeSlot.turn);
  let spent: u32 = TREE_STEP;
  for (; turn < end && spent < TREE_CHUNK; turn++) {
    const number = runNumberAt(turn);
    if (number == NO_RUN || number == parted) continue;
    partRun(first + <usize>number * stride, scratch);
    spent += each;
  }
  if (turn == end) put(TreeSlot.phase, TreePhase.next);
  put(TreeSlot.turn, turn);
  return spent;
}

/**
 * Grows the tree for about `budget` entries. Where the order does not matter it goes into the depth, so that small nodes stay in the
 * processor's caches. Returns whether the tree is done, or `nodes` is to be emptied first.
 */
export function growTree(job: usize, budget: u32): u32 {
  useJob(job);
  let spent: u32 = 0;
  while (spent < budget) {
    const phase = int(TreeSlot.phase);
    if (phase == TreePhase.done) return TreeOutcome.done;
    if (int(TreeSlot.written) > int(TreeSlot.nodeCapacity)) return TreeOutcome.full;
    if (phase == TreePhase.part) spent += part_();
    else if (phase == TreePhase.search) spent += search_();
    else if (phase == TreePhase.next) spent += next_();
    else if (phase == TreePhase.cut) spent += tryCut_();
    else if (phase == TreePhase.take) spent += take_();
    else spent += load_();
  }
  return int(TreeSlot.phase) == TreePhase.done ? TreeOutcome.done : TreeOutcome.more;
}

// Shares of the work on one node, for threads that share a tree: each does some of the features, from a place in the list of them to
// another.

/** Loads the bag's entries of these features. */
export function loadShare(job: usize, from: u32, to: u32): void {
  useJob(job);
  for (let place = from; place < to; place++) loadRun(runNumberAt(place));
}

/** Searches these features, and leaves the best split on them in the job. */
export function searchShare(job: usize, from: u32, to: u32): void {
  useJob(job);
  put(TreeSlot.turn, from);
  while (int(TreeSlot.turn) < to) searchAt(int(TreeSlot.turn));
}

/** Parts the runs of these features. Several threads read the job here, so nothing is written to it. */
export function partShare(job: usize, from: u32, to: u32, scratch: usize): void {
  useJob(job);
  for (let place = from; place < to; place++) partRun(partOfRun(runNumberAt(place)), scratch);
}

/** The room of a thread behind that of the first. */
export function scratchOf(job: usize, first: usize, thread: u32): usize {
  useJob(job);
  return first + <usize>thread * at(TreeSlot.stride);
}
