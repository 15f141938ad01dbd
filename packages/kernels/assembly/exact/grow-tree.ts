import {
  NEW, NO_RUN, NodeSlot, TOGETHER, TREE_CHUNK, TREE_STEP, TreeOutcome, TreePhase, TreeSlot,
} from "../generated/tree-layout";
import { scanCategories } from "./tree-categories";
import { cutByChance, hasOneValue, isConstantByRow } from "./tree-chance";
import { areFew, beginBlock, findRangeOfFew, findRangeOfMany, loadBlock } from "./tree-coarse";
import { compare, factorOf, setAside } from "./tree-factor";
import { bringNext, chooseFeatures, isAllowed, swapFeatures } from "./tree-features";
import { boundChildren, holdFeature } from "./tree-held";
import {
  at, featureAt, int, isBestFirst, isByChance, isCategorical, movesRows, num, numberAt, parentRecord, partOfRun, put,
  rowMaskOf, rowOf, runNumberOf, runOf, runOfRows, saveNumber, useJob, widthOf,
} from "./tree-job";
import { dequeue, enqueue, popOpen, pushChild } from "./tree-open";
import { isConstant, scanFeature } from "./tree-scan";
import { loadEntries, mark, partRun } from "./tree-part";

/** The number of runs that have a turn: behind those of the features comes that of the rows, if there is one. */
@inline
function turns(): u32 {
  return int(TreeSlot.featureCount) + <u32>isByChance();
}

/** The number of the run whose turn it is, or NO_RUN. */
@inline
function runNumberAt(turn: u32): u32 {
  return turn < int(TreeSlot.featureCount) ? runNumberOf(featureAt(turn)) : int(TreeSlot.rowsRun);
}

/** Loads the bag's entries, one run after the other, and begins with the root. */
function load_(): u32 {
  const turn = int(TreeSlot.turn);
  const cursor = int(TreeSlot.cursor);
  if (turn == turns()) {
    put(TreeSlot.phase, TreePhase.next);
    return TREE_STEP;
  }
  const number = runNumberAt(turn);
  const done = number == NO_RUN ? int(TreeSlot.rowCount) : loadEntries(number, cursor);
  const isDone = done == int(TreeSlot.rowCount);
  put(TreeSlot.cursor, isDone ? 0 : done);
  if (isDone) put(TreeSlot.turn, turn + 1);
  return TREE_STEP + done - cursor;
}

/** True where no cut can gain, or a rule forbids every cut; looks at numbers only. */
function isClosed(record: usize, count: u32, depth: u32): bool {
  if (<f64>depth >= num(TreeSlot.maxDepth) || <f64>count < num(TreeSlot.minRowsSplit)) return true;
  if (count < 2 * int(TreeSlot.minRowsLeaf)) return true;
  const classes = int(TreeSlot.classes);
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
  const rowMask = rowMaskOf();
  const first = load<f64>(targets + (<usize>(load<u32>(rows) & rowMask) << 3));
  for (let i: u32 = 1; i < count; i++) {
    if (load<f64>(targets + (<usize>(load<u32>(rows + (<usize>i << 2)) & rowMask) << 3)) != first) return false;
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
    constants == int(TreeSlot.featureCount) ||
    isFull() ||
    isClosed(parentRecord(), int(TreeSlot.count), int(TreeSlot.depth)) ||
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
  const cursor = int(TreeSlot.cursor);
  if (turn == int(TreeSlot.candidates) || int(TreeSlot.searched) == int(TreeSlot.featuresPerNode)) {
    put(TreeSlot.phase, TreePhase.cut);
    return 0;
  }
  if (cursor == 0 && num(TreeSlot.drawsInOrder) == 1 && turn >= int(TreeSlot.blockEnd)) bringNext(turn);
  const feature = featureAt(turn);
  return num(TreeSlot.hasRules) == 0 ? searchFeature(feature, turn, cursor) : searchByRules(feature, turn, cursor);
}

@inline
function searchFeature(feature: u32, turn: u32, cursor: u32): u32 {
  const isDrawn = isByChance() && !isCategorical(feature);
  return isDrawn ? searchByChance(feature, turn, cursor) : searchAll(feature, turn, cursor);
}

/** A feature that may be kept from the node, or whose splits are held back, or gain by another measure. */
function searchByRules(feature: u32, turn: u32, cursor: u32): u32 {
  if (!isAllowed(feature)) return passOver(feature, turn);
  holdFeature(feature);
  const factor = factorOf(feature);
  // The search for categories multiplies by itself.
  const isFree = factor == 1 || isCategorical(feature);
  if (!isFree && cursor == 0) setAside(factor);
  const spent = searchFeature(feature, turn, cursor);
  if (!isFree && num(TreeSlot.cursor) == 0) compare(feature, factor);
  return spent;
}

/** A feature that is kept from the node counts as drawn, unless it has one value in it. */
function passOver(feature: u32, turn: u32): u32 {
  const count = int(TreeSlot.count);
  const isDrawn = isByChance() && !isCategorical(feature);
  if (isDrawn ? isConstantByRow(feature) : isConstant(runOf(feature), count)) leaveOut(turn);
  else advance(turn, count, count);
  return TREE_STEP + count;
}

function searchAll(feature: u32, turn: u32, cursor: u32): u32 {
  const count = int(TreeSlot.count);
  if (cursor == 0 && isConstant(runOf(feature), count)) {
    leaveOut(turn);
    return TREE_STEP + count;
  }
  const done = isCategorical(feature) ? scanCategories(feature, cursor) : scanFeature(feature, cursor);
  advance(turn, done, count);
  return TREE_STEP + done - cursor;
}

/** Goes over the rows of the node twice: for the range of the values, and for what stands left of a threshold in it. */
function searchByChance(feature: u32, turn: u32, cursor: u32): u32 {
  const count = int(TreeSlot.count);
  if (cursor == 0) {
    if (areFew()) {
      findRangeOfFew(feature);
    } else {
      if (turn >= int(TreeSlot.blockEnd)) beginBlock(turn);
      if (int(TreeSlot.loaded) < count) return TREE_STEP + TOGETHER * loadBlock();
      findRangeOfMany(feature, turn);
    }
    if (hasOneValue()) {
      leaveOut(turn);
      return TREE_STEP + count;
    }
  }
  const done = cutByChance(feature, cursor);
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
  const width = <usize>widthOf();
  const written = int(TreeSlot.written);
  const node = at(TreeSlot.nodes) + 8 * <usize>written;
  let numbers = (NodeSlot.size >> 3) + <u32>width;
  store<f64>(node, num(TreeSlot.id), NodeSlot.id);
  store<f64>(node, feature, NodeSlot.feature);
  store<f64>(node, num(TreeSlot.count), NodeSlot.rows);
  store<f64>(node, firstChild, NodeSlot.firstChild);
  store<f64>(node, num(TreeSlot.start), NodeSlot.start);
  store<f64>(node, 0, NodeSlot.categories);
  memory.copy(node + NodeSlot.size, parentRecord(), 8 * width);
  if (feature >= 0) {
    store<f64>(node, num(TreeSlot.gain) / num(TreeSlot.gainUnit), NodeSlot.gain);
    store<f64>(node, num(TreeSlot.missingLeft), NodeSlot.missingLeft);
    store<f64>(node, num(TreeSlot.missingRows), NodeSlot.missingRows);
    store<f64>(node, num(TreeSlot.threshold), NodeSlot.threshold);
    if (isCategorical(feature)) numbers += writeCategories(node, feature);
    else if (!isByChance()) writeRowsBeside(node, feature);
  }
  put(TreeSlot.written, written + numbers);
}

/** The rows on both sides of the cut. */
function writeRowsBeside(node: usize, feature: u32): void {
  const position = int(TreeSlot.position);
  const below = runOf(feature) + (<usize>(position - 1) << 2);
  const hasAbove = position + int(TreeSlot.missingRows) < int(TreeSlot.count);
  store<f64>(node, <f64>rowOf(load<u32>(below)), NodeSlot.rowBelow);
  store<f64>(node, hasAbove ? <f64>rowOf(load<u32>(below + 4)) : -1, NodeSlot.rowAbove);
}

/** A row of each category, and where it goes; returns how many there are. */
function writeCategories(node: usize, feature: u32): u32 {
  const run = runOf(feature);
  const present = int(TreeSlot.count) - int(TreeSlot.missingRows);
  const sides = at(TreeSlot.bestSides);
  const numbers = node + NodeSlot.size + 8 * <usize>widthOf();
  let categories: u32 = 0;
  for (let i: u32 = 0; i < present; i++) {
    const e = load<u32>(run + (<usize>i << 2));
    if (i > 0 && !(e & NEW)) continue;
    const row = <f64>rowOf(e);
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
  holdFeature(feature);
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
  put(TreeSlot.cursor, 0);
  put(TreeSlot.phase, TreePhase.part);
  return TREE_STEP + count;
}

/** The run that the cut stands in is parted already where its values ascend, and its end does not go to its front. */
function partedRun(): u32 {
  const feature = <u32>num(TreeSlot.feature);
  return movesRows() || num(TreeSlot.missingLeft) == 1 || isCategorical(feature) ? NO_RUN : runNumberOf(feature);
}

/** Parts the next runs, or a part of one: in a small node many at once. */
function part_(): u32 {
  const count = int(TreeSlot.count);
  const features = at(TreeSlot.features);
  const numbers = at(TreeSlot.runNumbers);
  const featureCount = int(TreeSlot.featureCount);
  const end = turns();
  const parted = partedRun();
  const first = partOfRun(0);
  const stride = at(TreeSlot.stride);
  let turn = int(TreeSlot.turn);
  let done = int(TreeSlot.cursor);
  let spent: u32 = TREE_STEP;
  for (; turn < end && spent < TREE_CHUNK; turn++) {
    let number = int(TreeSlot.rowsRun);
    if (turn < featureCount) number = load<u32>(numbers + (<usize>load<u32>(features + (<usize>turn << 2)) << 2));
    if (number == NO_RUN || number == parted) continue;
    const cursor = done;
    done = count - cursor > TREE_CHUNK ? cursor + TREE_CHUNK : count;
    partRun(first + <usize>number * stride, count, cursor, done, at(TreeSlot.scratch));
    spent += TREE_STEP + done - cursor;
    if (done < count) break;
    done = 0;
  }
  if (turn == end) put(TreeSlot.phase, TreePhase.next);
  put(TreeSlot.turn, turn);
  put(TreeSlot.cursor, done);
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
