import {
  NEW,
  NO_RUN,
  NodeSlot,
  OpenSlot,
  TREE_CHUNK,
  TREE_STEP,
  TreeOutcome,
  TreePhase,
  TreeSlot,
} from "./generated/tree-layout.ts";
import type { Heap } from "./heap.ts";
import { scanCategories } from "./tree-categories.ts";
import { cutByChance, findRange, hasOneValue } from "./tree-chance.ts";
import { childPath, moreBits, TreeJob } from "./tree-job.ts";
import { loadEntries, mark, partRun } from "./tree-part.ts";
import { isConstant, scanFeature } from "./tree-scan.ts";

/** The first turn from this one on whose feature has a run: behind the features comes that of the rows, if there is one. */
function turnWithRun(job: TreeJob, from: number): number {
  const features = job.get(TreeSlot.featureCount);
  let turn = from;
  while (turn < features && job.runNumberOf(job.featureAt(turn)) === NO_RUN) turn++;
  return turn;
}

/** Whether all runs have had their turn. */
function isOver(job: TreeJob, turn: number): boolean {
  return turn >= job.get(TreeSlot.featureCount) + (job.isByChance ? 1 : 0);
}

function runNumberAt(job: TreeJob, turn: number): number {
  return turn < job.get(TreeSlot.featureCount) ? job.runNumberOf(job.featureAt(turn)) : job.get(TreeSlot.rowsRun);
}

/** Loads the bag's entries, one run after the other, and begins with the root. */
function load(job: TreeJob): number {
  const turn = turnWithRun(job, job.get(TreeSlot.turn));
  const cursor = job.get(TreeSlot.cursor);
  if (isOver(job, turn)) {
    job.put(TreeSlot.phase, TreePhase.next);
    return TREE_STEP;
  }
  job.put(TreeSlot.turn, turn);
  const done = loadEntries(job, runNumberAt(job, turn), cursor);
  const isDone = done === job.get(TreeSlot.rowCount);
  job.put(TreeSlot.cursor, isDone ? 0 : done);
  if (isDone) job.put(TreeSlot.turn, turn + 1);
  return TREE_STEP + done - cursor;
}

/** True where no cut can gain, or a rule forbids every cut; looks at numbers only. */
function isClosed(job: TreeJob, record: number, count: number, depth: number): boolean {
  const { f64 } = job.heap;
  if (depth >= job.get(TreeSlot.maxDepth) || count < job.get(TreeSlot.minRowsSplit)) return true;
  if (count < 2 * job.get(TreeSlot.minRowsLeaf)) return true;
  const classes = job.get(TreeSlot.classes);
  if (classes === 0) return false;
  const total = f64[record + classes];
  let largest = 0;
  for (let code = 0; code < classes; code++) largest = Math.max(largest, f64[record + code]);
  return largest === total || (classes > 1 && largest / total >= job.get(TreeSlot.purity));
}

/** True where all rows of the node want the same. */
function isOneTarget(job: TreeJob): boolean {
  const targets = job.get(TreeSlot.targets) / 8;
  if (targets === 0) return false;
  const { f64, u32 } = job.heap;
  // Bare rows, or entries of them.
  const run = job.movesRows ? job.get(TreeSlot.rows) / 4 + job.get(TreeSlot.start) : job.runOfRows;
  const count = job.get(TreeSlot.count);
  const { rowMask } = job;
  const first = f64[targets + (u32[run] & rowMask)];
  for (let i = 1; i < count; i++) if (f64[targets + (u32[run + i] & rowMask)] !== first) return false;
  return true;
}

/** Random bits for every feature that is not yet known to be constant; for the constant ones too, where they count as drawn. */
function drawFeatures(job: TreeJob): void {
  const state = moreBits(job.get(TreeSlot.drawKey), job.get(TreeSlot.path));
  const draws = job.get(TreeSlot.draws) / 4;
  const end = job.get(TreeSlot.featureCount);
  const first = job.get(TreeSlot.drawsConstants) === 1 ? 0 : job.get(TreeSlot.constants);
  for (let place = first; place < end; place++) {
    const feature = job.featureAt(place);
    job.heap.u32[draws + feature] = moreBits(state, feature);
  }
}

/** Brings the feature with the least bits to this place, of equals the lowest. */
function bringNext(job: TreeJob, place: number): void {
  const { u32 } = job.heap;
  const draws = job.get(TreeSlot.draws) / 4;
  const end = job.get(TreeSlot.featureCount);
  let chosen = place;
  let feature = job.featureAt(place);
  for (let other = place + 1; other < end; other++) {
    const rival = job.featureAt(other);
    const [bits, least] = [u32[draws + rival], u32[draws + feature]];
    if (bits > least || (bits === least && rival > feature)) continue;
    chosen = other;
    feature = rival;
  }
  swap(job, place, chosen);
}

/** True if the constant features that were drawn before this one leave no draw for it. */
function comesTooLate(job: TreeJob, feature: number): boolean {
  if (job.get(TreeSlot.drawsConstants) === 0) return false;
  const { u32 } = job.heap;
  const draws = job.get(TreeSlot.draws) / 4;
  const own = u32[draws + feature];
  let drawn = job.get(TreeSlot.searched);
  for (let place = 0; place < job.get(TreeSlot.constants); place++) {
    const rival = job.featureAt(place);
    const bits = u32[draws + rival];
    if (bits < own || (bits === own && rival < feature)) drawn++;
  }
  return drawn >= job.get(TreeSlot.featuresPerNode);
}

function swap(job: TreeJob, a: number, b: number): void {
  const feature = job.featureAt(a);
  job.saveFeature(a, job.featureAt(b));
  job.saveFeature(b, feature);
}

/** Takes a node from the stack; one that can not be cut is finished at once. */
function next(job: TreeJob): number {
  const { f64 } = job.heap;
  const open = job.get(TreeSlot.open) - 1;
  if (open < 0) {
    job.put(TreeSlot.phase, TreePhase.done);
    return TREE_STEP;
  }
  job.put(TreeSlot.open, open);
  const { width, parent } = job;
  const entry = job.get(TreeSlot.stack) / 8 + open * (OpenSlot.size + width);
  job.put(TreeSlot.id, f64[entry + OpenSlot.id]);
  job.put(TreeSlot.start, f64[entry + OpenSlot.start]);
  job.put(TreeSlot.count, f64[entry + OpenSlot.count]);
  job.put(TreeSlot.depth, f64[entry + OpenSlot.depth]);
  job.put(TreeSlot.path, f64[entry + OpenSlot.path]);
  job.put(TreeSlot.constants, f64[entry + OpenSlot.constants]);
  f64.copyWithin(parent, entry + OpenSlot.size, entry + OpenSlot.size + width);
  const isInBase = job.get(TreeSlot.depth) === 0 && job.get(TreeSlot.isWhole) === 1;
  job.put(TreeSlot.source, job.get(isInBase ? TreeSlot.base : TreeSlot.runs));
  job.put(TreeSlot.gain, 0);
  const constants = job.get(TreeSlot.constants);
  const count = job.get(TreeSlot.count);
  const featureCount = job.get(TreeSlot.featureCount);
  if (constants === featureCount || isClosed(job, parent, count, job.get(TreeSlot.depth)) || isOneTarget(job)) {
    finish(job, -1, 0);
    return TREE_STEP;
  }
  if (job.get(TreeSlot.featuresPerNode) < featureCount) drawFeatures(job);
  job.put(TreeSlot.turn, constants);
  job.put(TreeSlot.cursor, 0);
  job.put(TreeSlot.searched, 0);
  job.put(TreeSlot.phase, TreePhase.search);
  return TREE_STEP;
}

/** Searches the next feature, or a part of it. */
function search(job: TreeJob): number {
  const turn = job.get(TreeSlot.turn);
  const cursor = job.get(TreeSlot.cursor);
  const perNode = job.get(TreeSlot.featuresPerNode);
  const featureCount = job.get(TreeSlot.featureCount);
  if (turn === featureCount || job.get(TreeSlot.searched) === perNode) {
    job.put(TreeSlot.phase, TreePhase.cut);
    return 0;
  }
  const isFirst = cursor === 0 && perNode < featureCount;
  if (isFirst) bringNext(job, turn);
  const feature = job.featureAt(turn);
  if (isFirst && comesTooLate(job, feature)) {
    job.put(TreeSlot.phase, TreePhase.cut);
    return 0;
  }
  const isDrawn = job.isByChance && !job.isCategorical(feature);
  return isDrawn ? searchByChance(job, feature, cursor) : searchAll(job, feature, cursor);
}

function searchAll(job: TreeJob, feature: number, cursor: number): number {
  const count = job.get(TreeSlot.count);
  if (cursor === 0 && isConstant(job, job.runOf(feature), count)) {
    leaveOut(job);
    return TREE_STEP + count;
  }
  const done = job.isCategorical(feature) ? scanCategories(job, feature, cursor) : scanFeature(job, feature, cursor);
  advance(job, done, count);
  return TREE_STEP + done - cursor;
}

/** Goes over the rows of the node twice: for the range of the values, and for what stands left of a threshold in it. */
function searchByChance(job: TreeJob, feature: number, cursor: number): number {
  const count = job.get(TreeSlot.count);
  if (cursor >= count) {
    const done = count + cutByChance(job, feature, cursor - count);
    advance(job, done, 2 * count);
    return TREE_STEP + done - cursor;
  }
  const done = findRange(job, feature, cursor);
  if (done === count && hasOneValue(job)) leaveOut(job);
  else job.put(TreeSlot.cursor, done);
  return TREE_STEP + done - cursor;
}

/** The feature whose turn it is has one value in the node: it moves to the others of the kind. */
function leaveOut(job: TreeJob): void {
  const turn = job.get(TreeSlot.turn);
  const constants = job.get(TreeSlot.constants);
  swap(job, turn, constants);
  job.put(TreeSlot.constants, constants + 1);
  job.put(TreeSlot.turn, turn + 1);
  job.put(TreeSlot.cursor, 0);
}

function advance(job: TreeJob, done: number, count: number): void {
  if (done === count) {
    job.put(TreeSlot.turn, job.get(TreeSlot.turn) + 1);
    job.put(TreeSlot.searched, job.get(TreeSlot.searched) + 1);
  }
  job.put(TreeSlot.cursor, done === count ? 0 : done);
}

/** Writes the node down. */
function finish(job: TreeJob, feature: number, firstChild: number): void {
  const { f64 } = job.heap;
  const { width, parent } = job;
  const written = job.get(TreeSlot.written);
  const node = job.get(TreeSlot.nodes) / 8 + written;
  let numbers = NodeSlot.size + width;
  f64[node + NodeSlot.id] = job.get(TreeSlot.id);
  f64[node + NodeSlot.feature] = feature;
  f64[node + NodeSlot.rows] = job.get(TreeSlot.count);
  f64[node + NodeSlot.firstChild] = firstChild;
  f64[node + NodeSlot.start] = job.get(TreeSlot.start);
  f64[node + NodeSlot.categories] = 0;
  f64.copyWithin(node + NodeSlot.size, parent, parent + width);
  if (feature >= 0) {
    f64[node + NodeSlot.gain] = job.get(TreeSlot.gain) / job.get(TreeSlot.gainUnit);
    f64[node + NodeSlot.missingLeft] = job.get(TreeSlot.missingLeft);
    f64[node + NodeSlot.missingRows] = job.get(TreeSlot.missingRows);
    f64[node + NodeSlot.threshold] = job.get(TreeSlot.threshold);
    if (job.isCategorical(feature)) numbers += writeCategories(job, node, feature);
    else if (!job.isByChance) writeRowsBeside(job, node, feature);
  }
  job.put(TreeSlot.written, written + numbers);
}

/** The rows on both sides of the cut. */
function writeRowsBeside(job: TreeJob, node: number, feature: number): void {
  const { f64, u32 } = job.heap;
  const position = job.get(TreeSlot.position);
  const below = job.runOf(feature) + position - 1;
  const hasAbove = position + job.get(TreeSlot.missingRows) < job.get(TreeSlot.count);
  f64[node + NodeSlot.rowBelow] = job.rowOf(u32[below]);
  f64[node + NodeSlot.rowAbove] = hasAbove ? job.rowOf(u32[below + 1]) : -1;
}

/** A row of each category, and where it goes; returns how many there are. */
function writeCategories(job: TreeJob, node: number, feature: number): number {
  const { f64, u8, u32 } = job.heap;
  const run = job.runOf(feature);
  const present = job.get(TreeSlot.count) - job.get(TreeSlot.missingRows);
  const sides = job.get(TreeSlot.bestSides);
  const numbers = node + NodeSlot.size + job.width;
  let categories = 0;
  for (let i = 0; i < present; i++) {
    const e = u32[run + i];
    if (i > 0 && !(e & NEW)) continue;
    const row = job.rowOf(e);
    f64[numbers + categories] = u8[sides + categories] === 1 ? row : -1 - row;
    categories++;
  }
  f64[node + NodeSlot.categories] = categories;
  return categories;
}

/** Puts a child on the stack, whose record follows from the best cut; returns whether it is a leaf without more ado. */
function pushChild(job: TreeJob, side: number, id: number, start: number, count: number): boolean {
  const { f64 } = job.heap;
  const { width, parent, best } = job;
  const open = job.get(TreeSlot.open);
  const entry = job.get(TreeSlot.stack) / 8 + open * (OpenSlot.size + width);
  job.put(TreeSlot.open, open + 1);
  const depth = job.get(TreeSlot.depth) + 1;
  f64[entry + OpenSlot.id] = id;
  f64[entry + OpenSlot.start] = start;
  f64[entry + OpenSlot.count] = count;
  f64[entry + OpenSlot.depth] = depth;
  f64[entry + OpenSlot.path] = childPath(job.get(TreeSlot.path), side);
  f64[entry + OpenSlot.constants] = job.get(TreeSlot.constants);
  const record = entry + OpenSlot.size;
  for (let k = 0; k < width; k++) f64[record + k] = side === 0 ? f64[best + k] : f64[parent + k] - f64[best + k];
  return isClosed(job, record, count, depth);
}

/** Cuts the node by the best cut, if there is one that the rules allow. */
function cut(job: TreeJob): number {
  job.put(TreeSlot.phase, TreePhase.next);
  const gain = job.get(TreeSlot.gain);
  if (!(gain > 0 && gain / job.get(TreeSlot.gainUnit) >= job.get(TreeSlot.minGain))) {
    finish(job, -1, 0);
    return TREE_STEP;
  }
  const feature = job.get(TreeSlot.feature);
  const position = job.get(TreeSlot.position);
  const start = job.get(TreeSlot.start);
  const count = job.get(TreeSlot.count);
  const present = count - job.get(TreeSlot.missingRows);
  const missingLeft = job.get(TreeSlot.missingLeft) === 1;
  const made = job.get(TreeSlot.made);
  const leftCount = missingLeft ? position + count - present : position;
  job.put(TreeSlot.middle, start + leftCount);
  job.put(TreeSlot.made, made + 2);
  finish(job, feature, made);
  // The smaller child comes first, so that no stack is deeper than the binary digits of the rows.
  const sides = leftCount <= count - leftCount ? [1, 0] : [0, 1];
  const closed = sides.map((side) =>
    side === 0
      ? pushChild(job, 0, made, start, leftCount)
      : pushChild(job, 1, made + 1, start + leftCount, count - leftCount),
  );
  const isClosed = closed[0] && closed[1];
  if (isClosed && job.get(TreeSlot.settlesRows) === 0) return TREE_STEP;
  mark(job, feature, { position, present, missingLeft });
  if (isClosed) return TREE_STEP + count;
  job.put(TreeSlot.turn, job.get(TreeSlot.constants));
  job.put(TreeSlot.cursor, 0);
  job.put(TreeSlot.phase, TreePhase.part);
  return TREE_STEP + count;
}

/** True where the run that the cut stands in is parted already: its values ascend, and its end does not go to its front. */
function isParted(job: TreeJob, turn: number): boolean {
  if (job.movesRows || job.isByChance || job.get(TreeSlot.missingLeft) === 1) return false;
  const feature = job.featureAt(turn);
  return feature === job.get(TreeSlot.feature) && !job.isCategorical(feature);
}

/** Parts the next run, or a part of it. */
function part(job: TreeJob): number {
  const turn = turnWithRun(job, job.get(TreeSlot.turn));
  const cursor = job.get(TreeSlot.cursor);
  const count = job.get(TreeSlot.count);
  const done = isParted(job, turn) ? count : Math.min(count, cursor + TREE_CHUNK);
  if (!isParted(job, turn)) {
    const run = job.partOfRun(runNumberAt(job, turn));
    partRun(job, { run, count, cursor, end: done }, job.get(TreeSlot.scratch));
  }
  const isDone = done === count;
  if (isDone && isOver(job, turn + 1)) job.put(TreeSlot.phase, TreePhase.next);
  job.put(TreeSlot.turn, isDone ? turn + 1 : turn);
  job.put(TreeSlot.cursor, isDone ? 0 : done);
  return TREE_STEP + done - cursor;
}

/**
 * Grows the tree for about `budget` entries, depth first, so that small nodes stay in the processor's caches. Returns
 * whether it is done, or `nodes` is to be emptied first. The twin of `assembly/grow-tree.ts`.
 */
export function growTree(heap: Heap, offset: number, budget: number): number {
  const job = new TreeJob(heap, offset);
  const steps = [load, next, search, cut, part];
  for (let spent = 0; spent < budget; ) {
    const phase = job.get(TreeSlot.phase);
    if (phase === TreePhase.done) return TreeOutcome.done;
    if (job.get(TreeSlot.written) > job.get(TreeSlot.nodeCapacity)) return TreeOutcome.full;
    spent += steps[phase](job);
  }
  return job.get(TreeSlot.phase) === TreePhase.done ? TreeOutcome.done : TreeOutcome.more;
}
