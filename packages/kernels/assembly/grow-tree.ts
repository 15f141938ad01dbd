import { scanCategories } from "./tree-categories";
import { cutByChance, findRange, hasOneValue } from "./tree-chance";
import {
  CHUNK, NEW, NO_RUN, Outcome, Phase, Slot, at, bestRecord, childPath, featureAt, int, isByChance, isCategorical, moreBits,
  movesRows, num, numberAt, parentRecord, partOfRun, put, rowMaskOf, rowOf, runNumberOf, runOf, runOfRows, saveFeature,
  saveNumber, useJob, widthOf,
} from "./tree-job";
import { isConstant, scanFeature } from "./tree-scan";
import { loadEntries, mark, partRun } from "./tree-part";

/** An open node on the stack: these numbers, then its record. */
const enum Open { id, start, count, depth, path, constants, end }

/**
 * A finished node: these numbers, then its record, then a number for each of its categories: a row that has it, or
 * -1 - row where it goes right. `rowBelow` and `rowAbove` are beside the threshold; -1 is none.
 */
const enum Node {
  id, feature, gain, rowBelow, rowAbove, missingLeft, missingRows, rows, firstChild, threshold, start, categories, end,
}

/** What every step costs besides its entries. */
const STEP: u32 = 8;

/** The number of runs that have a turn: behind those of the features comes that of the rows, if there is one. */
@inline
function turns(): u32 {
  return int(Slot.featureCount) + <u32>isByChance();
}

/** The number of the run whose turn it is, or NO_RUN. */
@inline
function runNumberAt(turn: u32): u32 {
  return turn < int(Slot.featureCount) ? runNumberOf(featureAt(turn)) : int(Slot.rowsRun);
}

/** Loads the bag's entries, one run after the other, and begins with the root. */
function load_(): u32 {
  const turn = int(Slot.turn);
  const cursor = int(Slot.cursor);
  if (turn == turns()) {
    put(Slot.phase, Phase.next);
    return STEP;
  }
  const number = runNumberAt(turn);
  const done = number == NO_RUN ? int(Slot.rowCount) : loadEntries(number, cursor);
  const isDone = done == int(Slot.rowCount);
  put(Slot.cursor, isDone ? 0 : done);
  if (isDone) put(Slot.turn, turn + 1);
  return STEP + done - cursor;
}

/** True where no cut can gain, or a rule forbids every cut; looks at numbers only. */
function isClosed(record: usize, count: u32, depth: u32): bool {
  if (<f64>depth >= num(Slot.maxDepth) || <f64>count < num(Slot.minRowsSplit)) return true;
  if (count < 2 * int(Slot.minRowsLeaf)) return true;
  const classes = int(Slot.classes);
  if (classes == 0) return false;
  const total = numberAt(record, classes);
  let largest: f64 = 0;
  for (let code: u32 = 0; code < classes; code++) largest = max(largest, numberAt(record, code));
  return largest == total || (classes > 1 && largest / total >= num(Slot.purity));
}

/** True where all rows of the node want the same. */
function isOneTarget(): bool {
  const targets = at(Slot.targets);
  if (targets == 0) return false;
  // Bare rows, or entries of them.
  const rows = movesRows() ? at(Slot.rows) + (at(Slot.start) << 2) : runOfRows();
  const count = int(Slot.count);
  const rowMask = rowMaskOf();
  const first = load<f64>(targets + (<usize>(load<u32>(rows) & rowMask) << 3));
  for (let i: u32 = 1; i < count; i++) {
    if (load<f64>(targets + (<usize>(load<u32>(rows + (<usize>i << 2)) & rowMask) << 3)) != first) return false;
  }
  return true;
}

/** Random bits for every feature that is not yet known to be constant. */
function drawFeatures(): void {
  const state = moreBits(int(Slot.drawKey), int(Slot.path));
  const draws = at(Slot.draws);
  for (let place = int(Slot.constants), end = int(Slot.featureCount); place < end; place++) {
    const feature = featureAt(place);
    store<u32>(draws + (<usize>feature << 2), moreBits(state, feature));
  }
}

/** Brings the feature with the least bits to this place, of equals the lowest. */
function bringNext(place: u32): void {
  const draws = at(Slot.draws);
  const features = at(Slot.features);
  let chosen = place;
  let feature = featureAt(place);
  let least = load<u32>(draws + (<usize>feature << 2));
  for (let other = place + 1, end = int(Slot.featureCount); other < end; other++) {
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
function swap(a: u32, b: u32): void {
  const feature = featureAt(a);
  saveFeature(a, featureAt(b));
  saveFeature(b, feature);
}

/** Takes a node from the stack; one that can not be cut is finished at once. */
function next_(): u32 {
  const open = int(Slot.open);
  if (open == 0) {
    put(Slot.phase, Phase.done);
    return STEP;
  }
  put(Slot.open, open - 1);
  const width = <usize>widthOf();
  const entry = at(Slot.stack) + <usize>(open - 1) * 8 * (<usize>Open.end + width);
  put(Slot.id, numberAt(entry, Open.id));
  put(Slot.start, numberAt(entry, Open.start));
  put(Slot.count, numberAt(entry, Open.count));
  put(Slot.depth, numberAt(entry, Open.depth));
  put(Slot.path, numberAt(entry, Open.path));
  put(Slot.constants, numberAt(entry, Open.constants));
  memory.copy(parentRecord(), entry + 8 * Open.end, 8 * width);
  put(Slot.source, <f64>(int(Slot.depth) == 0 && int(Slot.isWhole) == 1 ? at(Slot.base) : at(Slot.runs)));
  put(Slot.gain, 0);
  const constants = int(Slot.constants);
  if (
    constants == int(Slot.featureCount) ||
    isClosed(parentRecord(), int(Slot.count), int(Slot.depth)) ||
    isOneTarget()
  ) {
    finish(-1, 0);
    return STEP;
  }
  if (int(Slot.featuresPerNode) < int(Slot.featureCount)) drawFeatures();
  put(Slot.turn, constants);
  put(Slot.cursor, 0);
  put(Slot.searched, 0);
  put(Slot.phase, Phase.search);
  return STEP;
}

/** Searches the next feature, or a part of it. */
function search_(): u32 {
  const turn = int(Slot.turn);
  const cursor = int(Slot.cursor);
  const perNode = int(Slot.featuresPerNode);
  if (turn == int(Slot.featureCount) || int(Slot.searched) == perNode) {
    put(Slot.phase, Phase.cut);
    return 0;
  }
  if (cursor == 0 && perNode < int(Slot.featureCount)) bringNext(turn);
  const feature = featureAt(turn);
  const isDrawn = isByChance() && !isCategorical(feature);
  return isDrawn ? searchByChance(feature, turn, cursor) : searchAll(feature, turn, cursor);
}

function searchAll(feature: u32, turn: u32, cursor: u32): u32 {
  const count = int(Slot.count);
  if (cursor == 0 && isConstant(runOf(feature), count)) {
    leaveOut(turn);
    return STEP + count;
  }
  const done = isCategorical(feature) ? scanCategories(feature, cursor) : scanFeature(feature, cursor);
  advance(turn, done, count);
  return STEP + done - cursor;
}

/** Goes over the rows of the node twice: for the range of the values, and for what stands left of a threshold in it. */
function searchByChance(feature: u32, turn: u32, cursor: u32): u32 {
  const count = int(Slot.count);
  if (cursor >= count) {
    const done = count + cutByChance(feature, cursor - count);
    advance(turn, done, 2 * count);
    return STEP + done - cursor;
  }
  const done = findRange(feature, cursor);
  put(Slot.cursor, done);
  if (done < count) return STEP + done - cursor;
  if (hasOneValue()) {
    leaveOut(turn);
    return STEP + done - cursor;
  }
  const cut = count + cutByChance(feature, 0);
  advance(turn, cut, 2 * count);
  return STEP + cut - cursor;
}

/** The feature has one value in the node: it moves to the others of the kind. */
function leaveOut(turn: u32): void {
  const constants = int(Slot.constants);
  swap(turn, constants);
  put(Slot.constants, constants + 1);
  put(Slot.turn, turn + 1);
  put(Slot.cursor, 0);
}

@inline
function advance(turn: u32, done: u32, count: u32): void {
  if (done == count) {
    put(Slot.turn, turn + 1);
    put(Slot.searched, int(Slot.searched) + 1);
  }
  put(Slot.cursor, done == count ? 0 : done);
}

/** Writes the node down. */
function finish(feature: i32, firstChild: u32): void {
  const width = <usize>widthOf();
  const written = int(Slot.written);
  const node = at(Slot.nodes) + 8 * <usize>written;
  let numbers = Node.end + <u32>width;
  saveNumber(node, Node.id, num(Slot.id));
  saveNumber(node, Node.feature, feature);
  saveNumber(node, Node.rows, num(Slot.count));
  saveNumber(node, Node.firstChild, firstChild);
  saveNumber(node, Node.start, num(Slot.start));
  saveNumber(node, Node.categories, 0);
  memory.copy(node + 8 * Node.end, parentRecord(), 8 * width);
  if (feature >= 0) {
    saveNumber(node, Node.gain, num(Slot.gain) / num(Slot.gainUnit));
    saveNumber(node, Node.missingLeft, num(Slot.missingLeft));
    saveNumber(node, Node.missingRows, num(Slot.missingRows));
    saveNumber(node, Node.threshold, num(Slot.threshold));
    if (isCategorical(feature)) numbers += writeCategories(node, feature);
    else if (!isByChance()) writeRowsBeside(node, feature);
  }
  put(Slot.written, written + numbers);
}

/** The rows on both sides of the cut. */
function writeRowsBeside(node: usize, feature: u32): void {
  const position = int(Slot.position);
  const below = runOf(feature) + (<usize>(position - 1) << 2);
  const hasAbove = position + int(Slot.missingRows) < int(Slot.count);
  saveNumber(node, Node.rowBelow, <f64>rowOf(load<u32>(below)));
  saveNumber(node, Node.rowAbove, hasAbove ? <f64>rowOf(load<u32>(below + 4)) : -1);
}

/** A row of each category, and where it goes; returns how many there are. */
function writeCategories(node: usize, feature: u32): u32 {
  const run = runOf(feature);
  const present = int(Slot.count) - int(Slot.missingRows);
  const sides = at(Slot.bestSides);
  const numbers = node + 8 * (<usize>Node.end + <usize>widthOf());
  let categories: u32 = 0;
  for (let i: u32 = 0; i < present; i++) {
    const e = load<u32>(run + (<usize>i << 2));
    if (i > 0 && !(e & NEW)) continue;
    const row = <f64>rowOf(e);
    saveNumber(numbers, categories, load<u8>(sides + categories) == 1 ? row : -1 - row);
    categories++;
  }
  saveNumber(node, Node.categories, categories);
  return categories;
}

/** Puts a child on the stack, whose record follows from the best cut; returns whether it is a leaf without more ado. */
function pushChild(side: u32, id: u32, start: u32, count: u32): bool {
  const width = <usize>widthOf();
  const open = int(Slot.open);
  const entry = at(Slot.stack) + <usize>open * 8 * (<usize>Open.end + width);
  put(Slot.open, open + 1);
  const depth = int(Slot.depth) + 1;
  saveNumber(entry, Open.id, id);
  saveNumber(entry, Open.start, start);
  saveNumber(entry, Open.count, count);
  saveNumber(entry, Open.depth, depth);
  saveNumber(entry, Open.path, childPath(int(Slot.path), side));
  saveNumber(entry, Open.constants, num(Slot.constants));
  const record = entry + 8 * Open.end;
  for (let k: usize = 0; k < width; k++) {
    const left = numberAt(bestRecord(), k);
    saveNumber(record, k, side == 0 ? left : numberAt(parentRecord(), k) - left);
  }
  return isClosed(record, count, depth);
}

/** Cuts the node by the best cut, if there is one that the rules allow. */
function cut_(): u32 {
  put(Slot.phase, Phase.next);
  if (!(num(Slot.gain) > 0 && num(Slot.gain) / num(Slot.gainUnit) >= num(Slot.minGain))) {
    finish(-1, 0);
    return STEP;
  }
  const feature = <u32>num(Slot.feature);
  const position = int(Slot.position);
  const start = int(Slot.start);
  const count = int(Slot.count);
  const present = count - int(Slot.missingRows);
  const missingLeft = num(Slot.missingLeft) == 1;
  const made = int(Slot.made);
  const leftCount = missingLeft ? position + count - present : position;
  put(Slot.middle, start + leftCount);
  put(Slot.made, made + 2);
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
  if (closed && int(Slot.settlesRows) == 0) return STEP;
  mark(feature, position, present, missingLeft);
  if (closed) return STEP + count;
  put(Slot.turn, num(Slot.constants));
  put(Slot.cursor, 0);
  put(Slot.phase, Phase.part);
  return STEP + count;
}

/** The run that the cut stands in is parted already where its values ascend, and its end does not go to its front. */
function partedRun(): u32 {
  const feature = <u32>num(Slot.feature);
  return movesRows() || num(Slot.missingLeft) == 1 || isCategorical(feature) ? NO_RUN : runNumberOf(feature);
}

/** Parts the next runs, or a part of one: in a small node many at once. */
function part_(): u32 {
  const count = int(Slot.count);
  const features = at(Slot.features);
  const numbers = at(Slot.runNumbers);
  const featureCount = int(Slot.featureCount);
  const end = turns();
  const parted = partedRun();
  const first = partOfRun(0);
  const stride = at(Slot.stride);
  let turn = int(Slot.turn);
  let done = int(Slot.cursor);
  let spent: u32 = STEP;
  for (; turn < end && spent < CHUNK; turn++) {
    let number = int(Slot.rowsRun);
    if (turn < featureCount) number = load<u32>(numbers + (<usize>load<u32>(features + (<usize>turn << 2)) << 2));
    if (number == NO_RUN || number == parted) continue;
    const cursor = done;
    done = count - cursor > CHUNK ? cursor + CHUNK : count;
    partRun(first + <usize>number * stride, count, cursor, done, at(Slot.scratch));
    spent += STEP + done - cursor;
    if (done < count) break;
    done = 0;
  }
  if (turn == end) put(Slot.phase, Phase.next);
  put(Slot.turn, turn);
  put(Slot.cursor, done);
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
    const phase = int(Slot.phase);
    if (phase == Phase.done) return Outcome.done;
    if (int(Slot.written) > int(Slot.nodeCapacity)) return Outcome.full;
    if (phase == Phase.part) spent += part_();
    else if (phase == Phase.search) spent += search_();
    else if (phase == Phase.next) spent += next_();
    else if (phase == Phase.cut) spent += cut_();
    else spent += load_();
  }
  return int(Slot.phase) == Phase.done ? Outcome.done : Outcome.more;
}
