import { partRecords } from "./part-records";
import {
  BIN_AT,
  END,
  HISTOGRAM,
  PARENT,
  PENDING,
  PLACED_LEFT,
  ROOM,
  SIDES,
  START,
  SUMMED_SIDE,
  UNSETTLED_LIST,
} from "./room-words";
import { scanBins } from "./scan-bins";
import { childPath, moreBits, winsTieOf } from "./tree-job";

// Grows a whole tree on bins, best first, on one thread: where there is a tree for each thread, none waits for another, and nobody
// is asked between two cuts. `src/grow-leaves.ts` is the same, and `src/leaf-words.ts` says what stands where.

/** The job, in u32 words. */
const CUT: usize = 4; // offset of a job of `partRecords`
const SCAN: usize = 8; // offset of a job of `scanBins`
const NODES: usize = 12; // offset
const NODE_COUNT: usize = 16;
const QUEUE: usize = 20; // offset of u32: numbers of nodes, a heap
const QUEUED: usize = 24;
const FREE: usize = 28; // offset of u32: offsets of histograms, of which that given back last is taken first, from the caches
const FREE_COUNT: usize = 32;
const COLUMNS: usize = 36; // offset of four u32 by feature
const FEATURES: usize = 40;
const SIDES_AT: usize = 44; // offset of a byte by bin, or by code of a bundle
const UNSETTLED_AT: usize = 48; // offset of u32
const CUTS_LEFT: usize = 52;
const MAX_DEPTH: usize = 56;
const LEAST_ROWS: usize = 60; // of a node that may be cut
const IS_DONE: usize = 64;
const ANY_ORDER: usize = 68; // whether all cuts will be made
const MIN_GAIN: usize = 72; // f64
const GAIN_UNIT: usize = 80; // f64
const TIE_KEY: usize = 88; // f64: the random state for ties between features; below 0 they go to the lowest
const DRAW_KEY: usize = 96; // the same for the features of nodes
const PER_NODE: usize = 100; // features that a node is searched by, of those that the tree may use
const TREE_FEATURES: usize = 104;
const OF_TREE: usize = 108; // offset of u8 by feature: whether the tree may use it, and the node
const OF_NODE: usize = 112;
const DRAWS: usize = 116; // offset of u32 by feature: what a node draws

/** A node, in f64 slots. */
const FROM: usize = 0; // its rows
const TO: usize = 8;
const SUMS: usize = 16; // offset of its histogram, where it may be cut
const DEPTH: usize = 24;
const GRADIENTS: usize = 32;
const HESSIANS: usize = 40;
const GAIN: usize = 48; // of its best cut, in the unit of gains
const FEATURE: usize = 56;
const BIN: usize = 64; // the last one on the left
const LEFT_GRADIENTS: usize = 72;
const LEFT_HESSIANS: usize = 80;
const MISSING_CHILD: usize = 88;
const TAKES_PRESENT: usize = 96; // whether all that have a value go left
const FIRST_CHILD: usize = 104; // 0 for none
const PATH: usize = 112;
const NODE_BYTES: usize = 128;

// Of a job of `scanBins`, and what it finds on a feature.
const SCAN_HISTOGRAM: usize = 0;
const SLOT_START: usize = 8;
const BIN_COUNTS: usize = 16;
const ALLOWED: usize = 40;
const SCAN_GRADIENTS: usize = 48;
const SCAN_HESSIANS: usize = 56;
const L2: usize = 64;
const NODE_TERM: usize = 104;
const FOUND: usize = 112;
const FOUND_BYTES: usize = 48;

/** Of a job of `partRecords`. */
const JOB_BYTES: usize = 80;

/** What a scan of two children is worth, in rows. */
const SCAN_ROWS: i64 = 2048;

/** How much longer a worker may go on than the caller's thread, which others wait for. */
const WORKERS_SHARE: i64 = 16;

/** Goes on with a tree for as long as it takes to part so many rows. */
export function growLeaves(job: usize, rows: u32, thread: u32): void {
  if (load<u32>(job, NODE_COUNT) == 0) {
    store<u32>(job, 1, NODE_COUNT);
    findCut(job, 0);
  }
  let budget = thread == 0 ? <i64>rows : WORKERS_SHARE * <i64>rows;
  while (load<u32>(job, QUEUED) != 0 && load<u32>(job, CUTS_LEFT) != 0) {
    if (budget <= 0) return;
    budget -= SCAN_ROWS + cutFirst(job, thread);
  }
  store<u32>(job, 1, IS_DONE);
}

@inline
function nodeAt(job: usize, node: u32): usize {
  return <usize>load<u32>(job, NODES) + <usize>node * NODE_BYTES;
}

/** Cuts the first node of the queue, and looks for the cuts of its children. Gives the rows that it parts. */
function cutFirst(job: usize, thread: u32): u32 {
  const node = nodeAt(job, takeFirst(job));
  const from = <u32>load<f64>(node, FROM);
  const to = <u32>load<f64>(node, TO);
  const depth = load<f64>(node, DEPTH) + 1;
  const cutsLeft = load<u32>(job, CUTS_LEFT) - 1;
  store<u32>(job, cutsLeft, CUTS_LEFT);
  const areLast = cutsLeft == 0 || depth >= <f64>load<u32>(job, MAX_DEPTH);
  const sums = <u32>load<f64>(node, SUMS);
  const summed: u32 = 2 * load<f64>(node, LEFT_HESSIANS) <= load<f64>(node, HESSIANS) ? 0 : 1;
  const spare = areLast ? 0 : takeFree(job);
  writeSides(job, node);
  partRows(job, node, areLast ? 2 : summed, spare, thread);
  const middle = from + load<u32>(<usize>load<u32>(job, CUT), PLACED_LEFT);
  const child = load<u32>(job, NODE_COUNT);
  store<u32>(job, child + 2, NODE_COUNT);
  store<f64>(node, <f64>child, FIRST_CHILD);
  const left = nodeAt(job, child);
  const right = left + NODE_BYTES;
  const g = load<f64>(node, LEFT_GRADIENTS);
  const h = load<f64>(node, LEFT_HESSIANS);
  const path = <u32>load<f64>(node, PATH);
  store<f64>(left, <f64>childPath(path, 0), PATH);
  store<f64>(right, <f64>childPath(path, 1), PATH);
  beginNode(left, from, middle, depth, g, h, summed == 0 ? spare : sums);
  beginNode(right, middle, to, depth, load<f64>(node, GRADIENTS) - g, load<f64>(node, HESSIANS) - h, summed == 0 ? sums : spare);
  if (areLast) giveFree(job, sums);
  else {
    findCut(job, child);
    findCut(job, child + 1);
  }
  return to - from;
}

function beginNode(node: usize, from: u32, to: u32, depth: f64, gradients: f64, hessians: f64, sums: u32): void {
  store<f64>(node, <f64>from, FROM);
  store<f64>(node, <f64>to, TO);
  store<f64>(node, <f64>sums, SUMS);
  store<f64>(node, depth, DEPTH);
  store<f64>(node, gradients, GRADIENTS);
  store<f64>(node, hessians, HESSIANS);
  store<f64>(node, 0, FIRST_CHILD);
}

/** Where each bin goes, or each code of a bundle. */
function writeSides(job: usize, node: usize): void {
  const feature = <usize>load<f64>(node, FEATURE);
  const column = <usize>load<u32>(job, COLUMNS) + (feature << 4);
  const codes = load<u32>(column, 4);
  const bins = <usize>load<u32>(column, 8);
  const binCount = load<u32>(column, 12);
  const sides = <usize>load<u32>(job, SIDES_AT);
  const missing = <u32>load<f64>(node, MISSING_CHILD);
  const last: u32 = load<f64>(node, TAKES_PRESENT) != 0 ? binCount - 1 : <u32>load<f64>(node, BIN);
  for (let code: u32 = 0; code < codes; code++) {
    const bin: u32 = bins == 0 ? code : load<u8>(bins + code);
    store<u8>(sides + code, bin == binCount ? missing : u32(bin > last));
  }
}

/** Parts the rows of a node, and sums the child of less weight on the way. */
function partRows(job: usize, node: usize, summed: u32, spare: u32, thread: u32): void {
  const cut = <usize>load<u32>(job, CUT);
  const room = load<u32>(job, ROOM);
  memory.fill(cut, 0, JOB_BYTES);
  store<u32>(cut, room, ROOM);
  store<u32>(cut, <u32>load<f64>(node, FROM), START);
  store<u32>(cut, <u32>load<f64>(node, TO), END);
  store<u32>(cut, load<u32>(<usize>load<u32>(job, COLUMNS) + (<usize>load<f64>(node, FEATURE) << 4)), BIN_AT);
  store<u32>(cut, load<u32>(job, SIDES_AT), SIDES);
  store<u32>(cut, load<u32>(job, UNSETTLED_AT), UNSETTLED_LIST);
  store<u32>(cut, 1, PENDING);
  store<u32>(cut, summed, SUMMED_SIDE);
  if (summed != 2) {
    store<u32>(cut, spare, HISTOGRAM);
    store<u32>(cut, <u32>load<f64>(node, SUMS), PARENT);
  }
  partRecords(cut, 0, <u32>(load<f64>(node, TO) - load<f64>(node, FROM)), thread);
}

/** Looks for the best cut of a node, which then joins the queue, or else gives its histogram back. */
function findCut(job: usize, number: u32): void {
  if (hasCut(job, nodeAt(job, number))) join(job, number);
  else giveFree(job, <u32>load<f64>(nodeAt(job, number), SUMS));
}

function hasCut(job: usize, node: usize): bool {
  if (load<f64>(node, DEPTH) >= <f64>load<u32>(job, MAX_DEPTH)) return false;
  if (load<f64>(node, TO) - load<f64>(node, FROM) < <f64>load<u32>(job, LEAST_ROWS)) return false;
  const scan = <usize>load<u32>(job, SCAN);
  const g = load<f64>(node, GRADIENTS);
  const h = load<f64>(node, HESSIANS);
  const l2 = load<f64>(scan, L2);
  store<f64>(scan, load<f64>(node, SUMS), SCAN_HISTOGRAM);
  store<f64>(scan, g, SCAN_GRADIENTS);
  store<f64>(scan, h, SCAN_HESSIANS);
  store<f64>(scan, <f64>allowedIn(job, node), ALLOWED);
  store<f64>(scan, l2 == 0 ? 0 : (g * g * l2) / ((h + l2) * (h + 2 * l2)), NODE_TERM);
  scanBins(scan);
  return takeBest(job, node, scan);
}

/**
 * A byte for each feature, 1 for those that the node may be cut by; 0 where it may by all. They are those that draw the least numbers,
 * of equals the lower ones.
 */
function allowedIn(job: usize, node: usize): u32 {
  const features = load<u32>(job, FEATURES);
  const perNode = load<u32>(job, PER_NODE);
  const ofTree = load<u32>(job, OF_TREE);
  const treeFeatures = load<u32>(job, TREE_FEATURES);
  if (perNode >= treeFeatures) return treeFeatures == features ? 0 : ofTree;
  const ofNode = <usize>load<u32>(job, OF_NODE);
  const draws = <usize>load<u32>(job, DRAWS);
  const state = moreBits(load<u32>(job, DRAW_KEY), <u32>load<f64>(node, PATH));
  for (let feature: u32 = 0; feature < features; feature++) {
    store<u32>(draws + (<usize>feature << 2), moreBits(state, feature));
  }
  // The least number that so many are not above, bit by bit.
  let most: u32 = 0;
  for (let bit: u32 = 0x80000000; bit != 0; bit >>>= 1) {
    if (countBelow(draws, ofTree, features, most + bit) < perNode) most += bit;
  }
  let equals = perNode - countBelow(draws, ofTree, features, most);
  for (let feature: u32 = 0; feature < features; feature++) {
    const drawn = load<u32>(draws + (<usize>feature << 2));
    const mayUse = load<u8>(<usize>ofTree + feature) != 0;
    const isEqual = mayUse && drawn == most && equals > 0;
    if (isEqual) equals--;
    store<u8>(ofNode + feature, u8(isEqual || (mayUse && drawn < most)));
  }
  return <u32>ofNode;
}

function countBelow(draws: usize, ofTree: usize, features: u32, end: u32): u32 {
  let count: u32 = 0;
  for (let feature: u32 = 0; feature < features; feature++) {
    count += u32(load<u32>(draws + (<usize>feature << 2)) < end) & <u32>load<u8>(ofTree + feature);
  }
  return count;
}

/** Takes the best of the cuts that were found; false where it does not gain enough. */
function takeBest(job: usize, node: usize, scan: usize): bool {
  const features = load<u32>(job, FEATURES);
  let found = <usize>load<f64>(scan, FOUND);
  let best: u32 = 0;
  let most: f64 = 0;
  const path = <u32>load<f64>(node, PATH);
  for (let feature: u32 = 0; feature < features; feature++, found += FOUND_BYTES) {
    const gain = load<f64>(found);
    if (!(gain > most || (gain == most && most > 0 && winsTieOf(load<f64>(job, TIE_KEY), path, feature, best)))) continue;
    most = gain;
    best = feature;
  }
  const gain = most / load<f64>(job, GAIN_UNIT);
  if (!(most > 0 && gain >= load<f64>(job, MIN_GAIN))) return false;
  found = <usize>load<f64>(scan, FOUND) + <usize>best * FOUND_BYTES;
  store<f64>(node, gain, GAIN);
  store<f64>(node, <f64>best, FEATURE);
  store<f64>(node, load<f64>(found, 8), BIN);
  store<f64>(node, load<f64>(found, 24), LEFT_GRADIENTS);
  store<f64>(node, load<f64>(found, 32), LEFT_HESSIANS);
  testOf(node, scan, best, load<f64>(found, 16) != 0);
  return true;
}

/** Where missing values go: where none are, to the child of more weight. A cut behind all bins takes all that have a value. */
function testOf(node: usize, scan: usize, feature: u32, missingLeft: bool): void {
  const slot = <usize>load<u32>(<usize>load<f64>(scan, SLOT_START) + (<usize>feature << 2));
  const binCount = load<u32>(<usize>load<f64>(scan, BIN_COUNTS) + (<usize>feature << 2));
  const bins = <usize>load<f64>(scan, SCAN_HISTOGRAM) + (slot << 4);
  const lacks = hasWeight(bins, binCount);
  const left = load<f64>(node, LEFT_HESSIANS);
  const toRight = lacks ? !missingLeft : !(left >= load<f64>(node, HESSIANS) - left);
  let last = <u32>load<f64>(node, BIN);
  while (last + 1 < binCount && !hasWeight(bins, last + 1)) last++;
  store<f64>(node, toRight ? 1 : 0, MISSING_CHILD);
  store<f64>(node, lacks && !missingLeft && last + 1 == binCount ? 1 : 0, TAKES_PRESENT);
}

@inline
function hasWeight(bins: usize, bin: u32): bool {
  const pair = bins + (<usize>bin << 4);
  return load<f64>(pair) != 0 || load<f64>(pair, 8) != 0;
}

@inline
function takeFree(job: usize): u32 {
  const count = load<u32>(job, FREE_COUNT) - 1;
  store<u32>(job, count, FREE_COUNT);
  return load<u32>(<usize>load<u32>(job, FREE) + (<usize>count << 2));
}

@inline
function giveFree(job: usize, sums: u32): void {
  const count = load<u32>(job, FREE_COUNT);
  store<u32>(<usize>load<u32>(job, FREE) + (<usize>count << 2), sums);
  store<u32>(job, count + 1, FREE_COUNT);
}

/**
 * The queue is a heap: the node whose cut gains most comes first, of equals the one that was made first; where all cuts will be made
 * anyhow the one that was made last, whose sums are in the caches.
 */
@inline
function isBefore(job: usize, a: u32, b: u32): bool {
  if (load<u32>(job, ANY_ORDER) != 0) return a > b;
  const gain = load<f64>(nodeAt(job, a), GAIN);
  const other = load<f64>(nodeAt(job, b), GAIN);
  return gain != other ? gain > other : a < b;
}

function join(job: usize, node: u32): void {
  const queue = <usize>load<u32>(job, QUEUE);
  let at = load<u32>(job, QUEUED);
  store<u32>(job, at + 1, QUEUED);
  while (at > 0) {
    const above = (at - 1) >> 1;
    const other = load<u32>(queue + (<usize>above << 2));
    if (!isBefore(job, node, other)) break;
    store<u32>(queue + (<usize>at << 2), other);
    at = above;
  }
  store<u32>(queue + (<usize>at << 2), node);
}

function takeFirst(job: usize): u32 {
  const queue = <usize>load<u32>(job, QUEUE);
  const first = load<u32>(queue);
  const count = load<u32>(job, QUEUED) - 1;
  store<u32>(job, count, QUEUED);
  const last = load<u32>(queue + (<usize>count << 2));
  let at: u32 = 0;
  for (let below: u32 = 1; below < count; below = 2 * at + 1) {
    let next = load<u32>(queue + (<usize>below << 2));
    if (below + 1 < count) {
      const other = load<u32>(queue + (<usize>(below + 1) << 2));
      if (isBefore(job, other, next)) {
        next = other;
        below++;
      }
    }
    if (!isBefore(job, next, last)) break;
    store<u32>(queue + (<usize>at << 2), next);
    at = below;
  }
  store<u32>(queue + (<usize>at << 2), last);
  return first;
}
