import { BinSlot, FoundSlot } from "./generated/bins-layout";
import { LeafColumn, LeafSlot, LeafWord, SCAN_ROWS } from "./generated/leaf-layout";
import { NodeWord } from "./generated/room-layout";
import { partRecords } from "./part-records";
import { scanBins } from "./scan-bins";
import { childPath, moreBits, winsTieOf } from "./tree-job";

// Grows a whole tree on bins, best first, on one thread: where there is a tree for each thread, none waits for another, and nobody
// is asked between two cuts. `src/grow-leaves.ts` is the same.

/** How much longer a worker may go on than the caller's thread, which others wait for. */
const WORKERS_SHARE: i64 = 16;

/** Goes on with a tree for as long as it takes to part so many rows. */
export function growLeaves(job: usize, rows: u32, thread: u32): void {
  if (load<u32>(job, LeafWord.nodeCount) == 0) {
    store<u32>(job, 1, LeafWord.nodeCount);
    findCut(job, 0);
  }
  let budget = thread == 0 ? <i64>rows : WORKERS_SHARE * <i64>rows;
  while (load<u32>(job, LeafWord.queued) != 0 && load<u32>(job, LeafWord.cutsLeft) != 0) {
    if (budget <= 0) return;
    budget -= SCAN_ROWS + cutFirst(job, thread);
  }
  store<u32>(job, 1, LeafWord.isDone);
}

@inline
function nodeAt(job: usize, node: u32): usize {
  return <usize>load<u32>(job, LeafWord.nodes) + <usize>node * LeafSlot.size;
}

/** Cuts the first node of the queue, and looks for the cuts of its children. Gives the rows that it parts. */
function cutFirst(job: usize, thread: u32): u32 {
  const node = nodeAt(job, takeFirst(job));
  const from = <u32>load<f64>(node, LeafSlot.from);
  const to = <u32>load<f64>(node, LeafSlot.to);
  const depth = load<f64>(node, LeafSlot.depth) + 1;
  const cutsLeft = load<u32>(job, LeafWord.cutsLeft) - 1;
  store<u32>(job, cutsLeft, LeafWord.cutsLeft);
  const areLast = cutsLeft == 0 || depth >= <f64>load<u32>(job, LeafWord.maxDepth);
  const sums = <u32>load<f64>(node, LeafSlot.sums);
  const summed: u32 = 2 * load<f64>(node, LeafSlot.leftHessians) <= load<f64>(node, LeafSlot.hessians) ? 0 : 1;
  const spare = areLast ? 0 : takeFree(job);
  writeSides(job, node);
  partRows(job, node, areLast ? 2 : summed, spare, thread);
  const middle = from + load<u32>(<usize>load<u32>(job, LeafWord.cut), NodeWord.placedLeft);
  const child = load<u32>(job, LeafWord.nodeCount);
  store<u32>(job, child + 2, LeafWord.nodeCount);
  store<f64>(node, <f64>child, LeafSlot.firstChild);
  const left = nodeAt(job, child);
  const right = left + LeafSlot.size;
  const g = load<f64>(node, LeafSlot.leftGradients);
  const h = load<f64>(node, LeafSlot.leftHessians);
  const path = <u32>load<f64>(node, LeafSlot.path);
  store<f64>(left, <f64>childPath(path, 0), LeafSlot.path);
  store<f64>(right, <f64>childPath(path, 1), LeafSlot.path);
  beginNode(left, from, middle, depth, g, h, summed == 0 ? spare : sums);
  beginNode(
    right, middle, to, depth, load<f64>(node, LeafSlot.gradients) - g, load<f64>(node, LeafSlot.hessians) - h,
    summed == 0 ? sums : spare,
  );
  if (areLast) giveFree(job, sums);
  else {
    findCut(job, child);
    findCut(job, child + 1);
  }
  return to - from;
}

function beginNode(node: usize, from: u32, to: u32, depth: f64, gradients: f64, hessians: f64, sums: u32): void {
  store<f64>(node, <f64>from, LeafSlot.from);
  store<f64>(node, <f64>to, LeafSlot.to);
  store<f64>(node, <f64>sums, LeafSlot.sums);
  store<f64>(node, depth, LeafSlot.depth);
  store<f64>(node, gradients, LeafSlot.gradients);
  store<f64>(node, hessians, LeafSlot.hessians);
  store<f64>(node, 0, LeafSlot.firstChild);
}

@inline
function columnOf(job: usize, node: usize): usize {
  return <usize>load<u32>(job, LeafWord.columns) + <usize>load<f64>(node, LeafSlot.feature) * LeafColumn.size;
}

/** Where each bin goes, or each code of a bundle. */
function writeSides(job: usize, node: usize): void {
  const column = columnOf(job, node);
  const codes = load<u32>(column, LeafColumn.codes);
  const bins = <usize>load<u32>(column, LeafColumn.bins);
  const binCount = load<u32>(column, LeafColumn.missing);
  const sides = <usize>load<u32>(job, LeafWord.sides);
  const missing = <u32>load<f64>(node, LeafSlot.missingChild);
  const last: u32 = load<f64>(node, LeafSlot.takesPresent) != 0 ? binCount - 1 : <u32>load<f64>(node, LeafSlot.bin);
  for (let code: u32 = 0; code < codes; code++) {
    const bin: u32 = bins == 0 ? code : load<u8>(bins + code);
    store<u8>(sides + code, bin == binCount ? missing : u32(bin > last));
  }
}

/** Parts the rows of a node, and sums the child of less weight on the way. */
function partRows(job: usize, node: usize, summed: u32, spare: u32, thread: u32): void {
  const cut = <usize>load<u32>(job, LeafWord.cut);
  const room = load<u32>(job, NodeWord.room);
  memory.fill(cut, 0, NodeWord.size);
  store<u32>(cut, room, NodeWord.room);
  store<u32>(cut, <u32>load<f64>(node, LeafSlot.from), NodeWord.start);
  store<u32>(cut, <u32>load<f64>(node, LeafSlot.to), NodeWord.end);
  store<u32>(cut, load<u32>(columnOf(job, node), LeafColumn.binAt), NodeWord.binAt);
  store<u32>(cut, load<u32>(job, LeafWord.sides), NodeWord.sides);
  store<u32>(cut, load<u32>(job, LeafWord.unsettled), NodeWord.unsettledList);
  store<u32>(cut, 1, NodeWord.pending);
  store<u32>(cut, summed, NodeWord.summedSide);
  if (summed != 2) {
    store<u32>(cut, spare, NodeWord.histogram);
    store<u32>(cut, <u32>load<f64>(node, LeafSlot.sums), NodeWord.parent);
  }
  partRecords(cut, 0, <u32>(load<f64>(node, LeafSlot.to) - load<f64>(node, LeafSlot.from)), thread);
}

/** Looks for the best cut of a node, which then joins the queue, or else gives its histogram back. */
function findCut(job: usize, number: u32): void {
  if (hasCut(job, nodeAt(job, number))) join(job, number);
  else giveFree(job, <u32>load<f64>(nodeAt(job, number), LeafSlot.sums));
}

function hasCut(job: usize, node: usize): bool {
  if (load<f64>(node, LeafSlot.depth) >= <f64>load<u32>(job, LeafWord.maxDepth)) return false;
  if (load<f64>(node, LeafSlot.to) - load<f64>(node, LeafSlot.from) < <f64>load<u32>(job, LeafWord.leastRows)) return false;
  const scan = <usize>load<u32>(job, LeafWord.scan);
  const g = load<f64>(node, LeafSlot.gradients);
  const h = load<f64>(node, LeafSlot.hessians);
  const l2 = load<f64>(scan, BinSlot.l2);
  store<f64>(scan, load<f64>(node, LeafSlot.sums), BinSlot.histogram);
  store<f64>(scan, g, BinSlot.gradients);
  store<f64>(scan, h, BinSlot.hessians);
  store<f64>(scan, <f64>allowedIn(job, node), BinSlot.allowed);
  store<f64>(scan, l2 == 0 ? 0 : (g * g * l2) / ((h + l2) * (h + 2 * l2)), BinSlot.nodeTerm);
  scanBins(scan);
  return takeBest(job, node, scan);
}

/**
 * A byte for each feature, 1 for those that the node may be cut by; 0 where it may by all. They are those that draw the least numbers,
 * of equals the lower ones.
 */
function allowedIn(job: usize, node: usize): u32 {
  const features = load<u32>(job, LeafWord.features);
  const perNode = load<u32>(job, LeafWord.perNode);
  const ofTree = load<u32>(job, LeafWord.ofTree);
  const treeFeatures = load<u32>(job, LeafWord.treeFeatures);
  if (perNode >= treeFeatures) return treeFeatures == features ? 0 : ofTree;
  const ofNode = <usize>load<u32>(job, LeafWord.ofNode);
  const draws = <usize>load<u32>(job, LeafWord.draws);
  const state = moreBits(load<u32>(job, LeafWord.drawKey), <u32>load<f64>(node, LeafSlot.path));
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
  const features = load<u32>(job, LeafWord.features);
  let found = <usize>load<f64>(scan, BinSlot.found);
  let best: u32 = 0;
  let most: f64 = 0;
  const path = <u32>load<f64>(node, LeafSlot.path);
  for (let feature: u32 = 0; feature < features; feature++, found += FoundSlot.size) {
    const gain = load<f64>(found, FoundSlot.gain);
    if (
      !(gain > most || (gain == most && most > 0 && winsTieOf(load<f64>(job, LeafWord.tieKey), path, feature, best)))
    ) continue;
    most = gain;
    best = feature;
  }
  const gain = most / load<f64>(job, LeafWord.gainUnit);
  if (!(most > 0 && gain >= load<f64>(job, LeafWord.minGain))) return false;
  found = <usize>load<f64>(scan, BinSlot.found) + <usize>best * FoundSlot.size;
  store<f64>(node, gain, LeafSlot.gain);
  store<f64>(node, <f64>best, LeafSlot.feature);
  store<f64>(node, load<f64>(found, FoundSlot.bin), LeafSlot.bin);
  store<f64>(node, load<f64>(found, FoundSlot.leftGradients), LeafSlot.leftGradients);
  store<f64>(node, load<f64>(found, FoundSlot.leftHessians), LeafSlot.leftHessians);
  testOf(node, scan, best, load<f64>(found, FoundSlot.missingLeft) != 0);
  return true;
}

/** Where missing values go: where none are, to the child of more weight. A cut behind all bins takes all that have a value. */
function testOf(node: usize, scan: usize, feature: u32, missingLeft: bool): void {
  const slot = <usize>load<u32>(<usize>load<f64>(scan, BinSlot.slotStarts) + (<usize>feature << 2));
  const binCount = load<u32>(<usize>load<f64>(scan, BinSlot.binCounts) + (<usize>feature << 2));
  const bins = <usize>load<f64>(scan, BinSlot.histogram) + (slot << 4);
  const lacks = hasWeight(bins, binCount);
  const left = load<f64>(node, LeafSlot.leftHessians);
  const toRight = lacks ? !missingLeft : !(left >= load<f64>(node, LeafSlot.hessians) - left);
  let last = <u32>load<f64>(node, LeafSlot.bin);
  while (last + 1 < binCount && !hasWeight(bins, last + 1)) last++;
  store<f64>(node, toRight ? 1 : 0, LeafSlot.missingChild);
  store<f64>(node, lacks && !missingLeft && last + 1 == binCount ? 1 : 0, LeafSlot.takesPresent);
}

@inline
function hasWeight(bins: usize, bin: u32): bool {
  const pair = bins + (<usize>bin << 4);
  return load<f64>(pair) != 0 || load<f64>(pair, 8) != 0;
}

@inline
function takeFree(job: usize): u32 {
  const count = load<u32>(job, LeafWord.freeCount) - 1;
  store<u32>(job, count, LeafWord.freeCount);
  return load<u32>(<usize>load<u32>(job, LeafWord.free) + (<usize>count << 2));
}

@inline
function giveFree(job: usize, sums: u32): void {
  const count = load<u32>(job, LeafWord.freeCount);
  store<u32>(<usize>load<u32>(job, LeafWord.free) + (<usize>count << 2), sums);
  store<u32>(job, count + 1, LeafWord.freeCount);
}

/**
 * The queue is a heap: the node whose cut gains most comes first, of equals the one that was made first; where all cuts will be made
 * anyhow the one that was made last, whose sums are in the caches.
 */
@inline
function isBefore(job: usize, a: u32, b: u32): bool {
  if (load<u32>(job, LeafWord.anyOrder) != 0) return a > b;
  const gain = load<f64>(nodeAt(job, a), LeafSlot.gain);
  const other = load<f64>(nodeAt(job, b), LeafSlot.gain);
  return gain != other ? gain > other : a < b;
}

function join(job: usize, node: u32): void {
  const queue = <usize>load<u32>(job, LeafWord.queue);
  let at = load<u32>(job, LeafWord.queued);
  store<u32>(job, at + 1, LeafWord.queued);
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
  const queue = <usize>load<u32>(job, LeafWord.queue);
  const first = load<u32>(queue);
  const count = load<u32>(job, LeafWord.queued) - 1;
  store<u32>(job, count, LeafWord.queued);
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
