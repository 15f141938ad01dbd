// Nodes that are still to be searched or split: those on the stack, and in a tree that grows best first those in the queue.

import { OpenSlot, QueuedSlot, TreeSlot } from "../generated/tree-layout";
import { lowerOf, upperOf } from "./tree-held";
import {
  addRecords, at, bestRecord, childPath, copyWords, groupWords, int, isBestFirst, num, parentRecord, placeOf, put, width,
} from "./tree-job";

/** Of a node that is the same in `TreeSlot` and in `OpenSlot`. */
const NODE: usize = OpenSlot.size >> 3;
/** Of a split that is the same in `TreeSlot` and in `QueuedSlot`. */
const SPLIT: usize = QueuedSlot.worth >> 3;

/** What an open node takes. */
@inline
function openBytes(): usize { return OpenSlot.size + 8 * (width + groupWords); }

/** Makes an open node the one that is worked on. */
function enter(entry: usize): void {
  copyWords(entry, placeOf(TreeSlot.id), NODE);
  copyWords(entry + OpenSlot.size, parentRecord, width);
  copyWords(entry + OpenSlot.size + 8 * width, at(TreeSlot.above), groupWords);
  const isRoot = int(TreeSlot.depth) == 0 && int(TreeSlot.isWhole) == 1;
  put(TreeSlot.source, <f64>(isRoot ? at(TreeSlot.base) : at(TreeSlot.runs)));
}

/** Takes a node from the stack. */
export function popOpen(): void {
  const open = int(TreeSlot.open) - 1;
  put(TreeSlot.open, open);
  enter(at(TreeSlot.stack) + <usize>open * openBytes());
}

/** Puts a child of the node on the stack, whose record follows from the best split; returns that record. */
export function pushChild(side: u32, id: u32, start: u32, count: u32): usize {
  const open = int(TreeSlot.open);
  const entry = at(TreeSlot.stack) + <usize>open * openBytes();
  put(TreeSlot.open, open + 1);
  store<f64>(entry, id, OpenSlot.id);
  store<f64>(entry, start, OpenSlot.start);
  store<f64>(entry, count, OpenSlot.count);
  store<f64>(entry, int(TreeSlot.depth) + 1, OpenSlot.depth);
  store<f64>(entry, childPath(int(TreeSlot.path), side), OpenSlot.path);
  // The nodes between may order the features anew.
  store<f64>(entry, isBestFirst() ? 0 : num(TreeSlot.constants), OpenSlot.constants);
  store<f64>(entry, lowerOf(side), OpenSlot.lower);
  store<f64>(entry, upperOf(side), OpenSlot.upper);
  const record = entry + OpenSlot.size;
  if (side == 0) copyWords(bestRecord, record, width);
  else addRecords(record, parentRecord, bestRecord, -1);
  if (groupWords > 0) addAbove(record + 8 * width);
  return record;
}

/** The features above a child: those above the node, and the one that it is split by. */
function addAbove(words: usize): void {
  copyWords(at(TreeSlot.above), words, groupWords);
  const feature = int(TreeSlot.feature);
  const own = words + (<usize>(feature >>> 6) << 3);
  store<u64>(own, load<u64>(own) | (<u64>1 << (feature & 63)));
}

// The queue: places in it are in a heap, by the worth of their splits, then by the numbers of their nodes.

@inline
function queuedBytes(): usize { return openBytes() + QueuedSlot.size + 8 * width; }
@inline
function placeAt(index: u32): u32 { return load<u32>(at(TreeSlot.queueOrder) + (<usize>index << 2)); }
@inline
function savePlace(index: u32, place: u32): void { store<u32>(at(TreeSlot.queueOrder) + (<usize>index << 2), place); }
@inline
function queuedAt(place: u32): usize { return at(TreeSlot.queue) + <usize>place * queuedBytes(); }

function isBefore(a: u32, b: u32): bool {
  const found = openBytes();
  const worth = load<f64>(queuedAt(a) + found, QueuedSlot.worth);
  const other = load<f64>(queuedAt(b) + found, QueuedSlot.worth);
  if (worth != other) return worth > other;
  return load<f64>(queuedAt(a), OpenSlot.id) < load<f64>(queuedAt(b), OpenSlot.id);
}

/** Puts the node, whose best split is known, into the queue. */
export function enqueue(): void {
  let index = int(TreeSlot.queued);
  put(TreeSlot.queued, index + 1);
  const place = placeAt(index);
  write(queuedAt(place));
  while (index > 0) {
    const parent = (index - 1) >>> 1;
    if (!isBefore(place, placeAt(parent))) break;
    savePlace(index, placeAt(parent));
    index = parent;
  }
  savePlace(index, place);
}

function write(entry: usize): void {
  copyWords(placeOf(TreeSlot.id), entry, NODE);
  copyWords(parentRecord, entry + OpenSlot.size, width);
  copyWords(at(TreeSlot.above), entry + OpenSlot.size + 8 * width, groupWords);
  const found = entry + openBytes();
  copyWords(placeOf(TreeSlot.gain), found, SPLIT);
  store<f64>(found, num(TreeSlot.gain) / num(TreeSlot.gainUnit), QueuedSlot.worth);
  copyWords(bestRecord, found + QueuedSlot.size, width);
}

/** Takes the node with the best split from the queue; its split is then the best one, but for the sides of categories. */
export function dequeue(): void {
  const first = placeAt(0);
  const entry = queuedAt(first);
  enter(entry);
  const found = entry + openBytes();
  copyWords(found, placeOf(TreeSlot.gain), SPLIT);
  copyWords(found + QueuedSlot.size, bestRecord, width);
  const count = int(TreeSlot.queued) - 1;
  put(TreeSlot.queued, count);
  const last = placeAt(count);
  savePlace(count, first);
  if (count > 0) sink(last, count);
}

/** Lets a place sink from the top of the heap. */
function sink(place: u32, count: u32): void {
  let index: u32 = 0;
  for (let child: u32 = 1; child < count; child = 2 * index + 1) {
    if (child + 1 < count && isBefore(placeAt(child + 1), placeAt(child))) child++;
    if (!isBefore(placeAt(child), place)) break;
    savePlace(index, placeAt(child));
    index = child;
  }
  savePlace(index, place);
}
