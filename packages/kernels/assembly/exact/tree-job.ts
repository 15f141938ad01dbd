// The slots of a tree that is grown whole, and what follows from them.

import { Measure, NEW, TREE_CHUNK, TreeRecord, TreeSlot } from "../generated/tree-layout";

let job: usize = 0;

// What stays the same while a tree grows. Slots are float64, and each reading of one converts it: loops read these instead.
export let classes: u32 = 0;
/** Numbers in a statistics record. */
export let width: usize = 0;
export let measure: u32 = 0;
/** Whether leaf values are drawn to 0, or have bounds, or an order along a feature. */
export let isHeld: bool = false;
export let minRows: u32 = 0;
export let featureCount: u32 = 0;
/** U64 of a group of features; 0 if all may stand together. */
export let groupWords: u32 = 0;
export let rowMask: u32 = 0;
export let codeShift: u32 = 0;
export let codeMask: u32 = 0;
export let weightShift: u32 = 0;
/** 0 if entries do not contain weights. */
export let weightMask: u32 = 0;

// Where things are.
export let pairs: usize = 0;
export let weights: usize = 0;
export let gainFactors: usize = 0;
export let parentRecord: usize = 0;
export let leftRecord: usize = 0;
export let bothRecord: usize = 0;
export let missingRecord: usize = 0;
export let bestRecord: usize = 0;
export let otherRecord: usize = 0;
let features: usize = 0;
let runNumbers: usize = 0;
let kinds: usize = 0;

/** To be called before anything else, by each call from outside. */
export function useJob(place: usize): void {
  job = place;
  classes = int(TreeSlot.classes);
  width = classes == 0 ? 2 : classes + 1;
  measure = int(TreeSlot.measure);
  isHeld = measure == Measure.heldNewton;
  minRows = int(TreeSlot.minRowsLeaf);
  featureCount = int(TreeSlot.featureCount);
  groupWords = int(TreeSlot.groupWords);
  codeShift = int(TreeSlot.rowBits);
  rowMask = (1 << codeShift) - 1;
  codeMask = (1 << int(TreeSlot.codeBits)) - 1;
  weightShift = codeShift + int(TreeSlot.codeBits);
  weightMask = (1 << int(TreeSlot.weightBits)) - 1;
  pairs = at(TreeSlot.pairs);
  weights = at(TreeSlot.weights);
  gainFactors = at(TreeSlot.gainFactors);
  features = at(TreeSlot.features);
  runNumbers = at(TreeSlot.runNumbers);
  kinds = at(TreeSlot.kinds);
  const bytes: usize = 8 * width;
  parentRecord = at(TreeSlot.records);
  leftRecord = parentRecord + TreeRecord.left * bytes;
  bothRecord = parentRecord + TreeRecord.both * bytes;
  missingRecord = parentRecord + TreeRecord.missing * bytes;
  bestRecord = parentRecord + TreeRecord.best * bytes;
  otherRecord = parentRecord + TreeRecord.other * bytes;
}

@inline export function num(slot: TreeSlot): f64 { return load<f64>(job + <usize>slot); }
@inline export function int(slot: TreeSlot): u32 { return <u32><i64>load<f64>(job + <usize>slot); }
@inline export function at(slot: TreeSlot): usize { return <usize><i64>load<f64>(job + <usize>slot); }
@inline export function put(slot: TreeSlot, value: f64): void { store<f64>(job + <usize>slot, value); }
/** Where a slot is, for those that are copied together. */
@inline export function placeOf(slot: TreeSlot): usize { return job + <usize>slot; }

/** The number at a place of a record. */
@inline export function numberAt(record: usize, index: usize): f64 { return load<f64>(record + (index << 3)); }
@inline export function saveNumber(record: usize, index: usize, value: f64): void { store<f64>(record + (index << 3), value); }

// Records have few numbers, and to fill or copy memory in bulk is a call out of the module.

export function clearRecord(record: usize): void {
  for (let k: usize = 0; k < width; k++) saveNumber(record, k, 0);
}

/** Copies words of eight bytes. */
export function copyWords(from: usize, to: usize, count: usize): void {
  for (let k: usize = 0; k < count; k++) store<u64>(to + (k << 3), load<u64>(from + (k << 3)));
}

/** Writes a + sign · b. */
export function addRecords(to: usize, a: usize, b: usize, sign: f64): void {
  for (let k: usize = 0; k < width; k++) saveNumber(to, k, numberAt(a, k) + sign * numberAt(b, k));
}

/** The feature at a place of the list. */
@inline export function featureAt(place: u32): u32 { return load<u32>(features + (<usize>place << 2)); }
@inline export function saveFeature(place: u32, feature: u32): void { store<u32>(features + (<usize>place << 2), feature); }
/** The number of a feature's run, or NO_RUN. */
@inline export function runNumberOf(feature: u32): u32 { return load<u32>(runNumbers + (<usize>feature << 2)); }
/** The node's part of a run. */
@inline export function partOfRun(number: u32): usize {
  return at(TreeSlot.source) + <usize>number * at(TreeSlot.stride) + (at(TreeSlot.start) << 2);
}
/** How far a run of the node's children is from its own. */
@inline export function wayToChildren(): usize { return at(TreeSlot.runs) - at(TreeSlot.source); }
/** The node's run of a feature. */
@inline export function runOf(feature: u32): usize { return partOfRun(runNumberOf(feature)); }
/** The node's rows in the order of their numbers. */
@inline export function runOfRows(): usize { return partOfRun(int(TreeSlot.rowsRun)); }
@inline export function entryAt(run: usize, place: u32): u32 { return load<u32>(run + (<usize>place << 2)); }
@inline export function isCategorical(feature: u32): bool { return load<u8>(kinds + feature) == 1; }
/** True where one threshold is drawn for each node, instead of all tried. */
@inline export function isByChance(): bool { return num(TreeSlot.thresholdKey) >= 0; }
/** True where the node with the best split is split next, instead of what lies deepest. */
@inline export function isBestFirst(): bool { return at(TreeSlot.queue) != 0; }
/** True where rows move with their node: entries have places, and those of a node stand side by side. */
@inline export function movesRows(): bool { return at(TreeSlot.rows) != 0; }
/** The row of an entry. */
@inline export function rowOf(e: u32): u32 {
  return movesRows() ? load<u32>(at(TreeSlot.rows) + (<usize>(e & rowMask) << 2)) : e & rowMask;
}

/** Where the entries with the value of the one at `from` end. */
export function endOfValue(run: usize, from: u32, to: u32): u32 {
  let end = from + 1;
  while (end < to && !(entryAt(run, end) & NEW)) end++;
  return end;
}

/** Where the work on entries up to `end` pauses to look at the budget. */
@inline export function endOfChunk(from: u32, end: u32): u32 { return end - from > TREE_CHUNK ? from + TREE_CHUNK : end; }

/** A bijection of 32-bit integers, as in core's `random.ts`. */
@inline function mix(x: u32): u32 {
  x = (x ^ (x >>> 16)) * 0x21f0aaad;
  x = (x ^ (x >>> 15)) * 0x735a2d97;
  return x ^ (x >>> 15);
}

/** The state of core's `randomBits` after one more key below 2^32. */
@inline export function moreBits(state: u32, key: u32): u32 {
  return mix(mix(state ^ mix(key)) + 0x7f4a7c15);
}

/**
 * Of two features on which splits of the node at `path` gain alike, whether the first one's is taken: as core's `winsTie`. The lowest
 * feature wins where the key is below 0.
 */
export function winsTieOf(key: f64, path: u32, feature: u32, rival: u32): bool {
  if (key < 0 || feature == rival) return feature < rival;
  const state = moreBits(<u32>key, path);
  const bits = moreBits(state, feature);
  const rivalBits = moreBits(state, rival);
  return bits < rivalBits || (bits == rivalBits && feature < rival);
}

/** `randomBits(parent, child)`: the path of a child. */
@inline export function childPath(parent: u32, child: u32): u32 {
  return moreBits(moreBits(0x9e3779b9, parent), child);
}
