import {
  NEW, NO_RUN, NodeSlot, OpenSlot, TREE_CHUNK, TREE_STEP, TreeOutcome, TreePhase, TreeSlot,
} from "./generated/tree-layout";
import { scanCategories } from "./tree-categories";
import { cutByChance, findRange, hasOneValue } from "./tree-chance";
import {
  at, bestRecord, childPath, featureAt, int, isByChance, isCategorical, moreBits, movesRows, num, numberAt,
  parentRecord, partOfRun, put, rowMaskOf, rowOf, runNumberOf, runOf, runOfRows, saveFeature, saveNumber, useJob,
  widthOf,
} from "./tree-job";
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

/** Random bits for every feature that is not yet known to be constant; for the constant ones too, where they count as drawn. */
function drawFeatures(): void {
  const state = moreBits(int(TreeSlot.drawKey), int(TreeSlot.path));
  const draws = at(TreeSlot.draws);
  const first: u32 = drawsConstants() ? 0 : int(TreeSlot.constants);
  for (let place = first, end = int(TreeSlot.featureCount); place < end; place++) {
    const feature = featureAt(place);
    store<u32>(draws + (<usize>feature << 2), moreBits(state, feature));
  }
}

/** Brings the feature with the least bits to this place, of equals the lowest. */
function bringNext(place: u32): void {
  const draws = at(TreeSlot.draws);
  const features = at(TreeSlot.features);
  let chosen = place;
  let feature = featureAt(place);
  let least = load<u32>(draws + (<usize>feature << 2));
  for (let other = place + 1, end = int(TreeSlot.featureCount); other < end; other++) {
    const rival = load<u32>(features + (<usize>other << 2));
    const bits = load<u32>(draws + (<usize>rival << 2));
    if (bits > least || (bits == least && rival > feature)) continue;
    chosen = other;
    feature = rival;
    least = bits;
  }
  swap(place, chosen);
}

@inline
function drawsConstants(): bool { return int(TreeSlot.drawsConstants) == 1; }

/** True if the constant features that were drawn before this one leave no draw for it. */
function comesTooLate(feature: u32): bool {
  if (!drawsConstants()) return false;
  const draws = at(TreeSlot.draws);
  const own = load<u32>(draws + (<usize>feature << 2));
  let drawn = int(TreeSlot.searched);
  for (let place: u32 = 0, end = int(TreeSlot.constants); place < end; place++) {
    const rival = featureAt(place);
    const bits = load<u32>(draws + (<usize>rival << 2));
    drawn += <u32>(bits < own || (bits == own && rival < feature));
  }
  return drawn >= int(TreeSlot.featuresPerNode);
}

@inline
function swap(a: u32, b: u32): void {
  const feature = featureAt(a);
  saveFeature(a, featureAt(b));
  saveFeature(b, feature);
}

/** Takes a node from the stack; one that can not be cut is finished at once. */
function next_(): u32 {
  const open = int(TreeSlot.open);
  if (open == 0) {
    put(TreeSlot.phase, TreePhase.done);
    return TREE_STEP;
  }
  put(TreeSlot.open, open - 1);
  const width = <usize>widthOf();
  const entry = at(TreeSlot.stack) + <usize>(open - 1) * (8 * width + OpenSlot.size);
  put(TreeSlot.id, load<f64>(entry, OpenSlot.id));
  put(TreeSlot.start, load<f64>(entry, OpenSlot.start));
  put(TreeSlot.count, load<f64>(entry, OpenSlot.count));
  put(TreeSlot.depth, load<f64>(entry, OpenSlot.depth));
  put(TreeSlot.path, load<f64>(entry, OpenSlot.path));
  put(TreeSlot.constants, load<f64>(entry, OpenSlot.constants));
  memory.copy(parentRecord(), entry + OpenSlot.size, 8 * width);
  put(
    TreeSlot.source,
    <f64>(int(TreeSlot.depth) == 0 && int(TreeSlot.isWhole) == 1 ? at(TreeSlot.base) : at(TreeSlot.runs)),
  );
  put(TreeSlot.gain, 0);
  const constants = int(TreeSlot.constants);
  if (
    constants == int(TreeSlot.featureCount) ||
    isClosed(parentRecord(), int(TreeSlot.count), int(TreeSlot.depth)) ||
    isOneTarget()
  ) {
    finish(-1, 0);
    return TREE_STEP;
  }
  if (int(TreeSlot.featuresPerNode) < int(TreeSlot.featureCount)) drawFeatures();
  put(TreeSlot.turn, constants);
  put(TreeSlot.cursor, 0);
  put(TreeSlot.searched, 0);
  put(TreeSlot.phase, TreePhase.search);
  return TREE_STEP;
}

/** Searches the next feature, or a part of it. */
function search_(): u32 {
  const turn = int(TreeSlot.turn);
  const cursor = int(TreeSlot.cursor);
  const perNode = int(TreeSlot.featuresPerNode);
  if (turn == int(TreeSlot.featureCount) || int(TreeSlot.searched) == perNode) {
    put(TreeSlot.phase, TreePhase.cut);
    return 0;
  }
  const isFirst = cursor == 0 && perNode < int(TreeSlot.featureCount);
  if (isFirst) bringNext(turn);
  const feature = featureAt(turn);
  if (isFirst && comesTooLate(feature)) {
    put(TreeSlot.phase, TreePhase.cut);
    return 0;
  }
  const isDrawn = isByChance() && !isCategorical(feature);
  return isDrawn ? searchByChance(feature, turn, cursor) : searchAll(feature, turn, cursor);
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
  if (cursor >= count) {
    const done = count + cutByChance(feature, cursor - count);
    advance(turn, done, 2 * count);
    return TREE_STEP + done - cursor;
  }
  const done = findRange(feature, cursor);
  put(TreeSlot.cursor, done);
  if (done < count) return TREE_STEP + done - cursor;
  if (hasOneValue()) {
    leaveOut(turn);
    return TREE_STEP + done - cursor;
  }
  const cut = count + cutByChance(feature, 0);
  advance(turn, cut, 2 * count);
  return TREE_STEP + cut - cursor;
}

/** The feature has one value in the node: it moves to the others of the kind. */
function leaveOut(turn: u32): void {
  const constants = int(TreeSlot.constants);
  swap(turn, constants);
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

/** Puts a child on the stack, whose record follows from the best cut; returns whether it is a leaf without more ado. */
function pushChild(side: u32, id: u32, start: u32, count: u32): bool {
  const width = <usize>widthOf();
  const open = int(TreeSlot.open);
  const entry = at(TreeSlot.stack) + <usize>open * (8 * width + OpenSlot.size);
  put(TreeSlot.open, open + 1);
  const depth = int(TreeSlot.depth) + 1;
  store<f64>(entry, id, OpenSlot.id);
  store<f64>(entry, start, OpenSlot.start);
  store<f64>(entry, count, OpenSlot.count);
  store<f64>(entry, depth, OpenSlot.depth);
  store<f64>(entry, childPath(int(TreeSlot.path), side), OpenSlot.path);
  store<f64>(entry, num(TreeSlot.constants), OpenSlot.constants);
  const record = entry + OpenSlot.size;
  for (let k: usize = 0; k < width; k++) {
    const left = numberAt(bestRecord(), k);
    saveNumber(record, k, side == 0 ? left : numberAt(parentRecord(), k) - left);
  }
  return isClosed(record, count, depth);
}

/** Cuts the node by the best cut, if there is one that the rules allow. */
function cut_(): u32 {
  put(TreeSlot.phase, TreePhase.next);
  if (!(num(TreeSlot.gain) > 0 && num(TreeSlot.gain) / num(TreeSlot.gainUnit) >= num(TreeSlot.minGain))) {
    finish(-1, 0);
    return TREE_STEP;
  }
  const feature = <u32>num(TreeSlot.feature);
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
  // The smaller child comes first, so that no stack is deeper than the binary digits of the rows.
  let closed: bool;
  if (leftCount <= count - leftCount) {
    closed = pushChild(1, made + 1, start + leftCount, count - leftCount);
    closed = pushChild(0, made, start, leftCount) && closed;
  } else {
    closed = pushChild(0, made, start, leftCount);
    closed = pushChild(1, made + 1, start + leftCount, count - leftCount) && closed;
  }
  if (closed && int(TreeSlot.settlesRows) == 0) return TREE_STEP;
  mark(feature, position, present, missingLeft);
  if (closed) return TREE_STEP + count;
  put(TreeSlot.turn, num(TreeSlot.constants));
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
 * Grows the tree for about `budget` entries, depth first, so that small nodes stay in the processor's caches. Returns
 * whether it is done, or `nodes` is to be emptied first. `src/grow-tree.ts` is the same, equal to the bit.
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
    else if (phase == TreePhase.cut) spent += cut_();
    else spent += load_();
  }
  return int(TreeSlot.phase) == TreePhase.done ? TreeOutcome.done : TreeOutcome.more;
}
