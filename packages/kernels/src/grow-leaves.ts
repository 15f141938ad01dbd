import { BinSlot, FoundSlot } from "./generated/bins-layout.ts";
import { LeafColumn, LeafSlot, LeafWord, SCAN_ROWS } from "./generated/leaf-layout.ts";
import { NodeWord } from "./generated/room-layout.ts";
import type { Heap } from "./heap.ts";
import { partRecords } from "./part-records.ts";
import { scanBins } from "./scan-bins.ts";
import { childPath, moreBits, winsTieOf } from "./tree-job.ts";

/** Goes on with a tree for as long as it takes to part so many rows. The twin of `assembly/grow-leaves.ts`. */
export function growLeaves(heap: Heap, job: number, rows: number, thread: number): void {
  const { u32 } = heap;
  const at = job / 4;
  if (u32[at + LeafWord.nodeCount] === 0) {
    u32[at + LeafWord.nodeCount] = 1;
    findCut(heap, at, 0);
  }
  for (let budget = rows; u32[at + LeafWord.queued] !== 0 && u32[at + LeafWord.cutsLeft] !== 0; ) {
    if (budget <= 0) return;
    budget -= SCAN_ROWS + cutFirst(heap, at, thread);
  }
  u32[at + LeafWord.isDone] = 1;
}

/** In float64 slots. */
function nodeAt({ u32 }: Heap, job: number, node: number): number {
  return u32[job + LeafWord.nodes] / 8 + node * LeafSlot.size;
}

/** Cuts the first node of the queue, and looks for the cuts of its children. Gives the rows that it parts. */
function cutFirst(heap: Heap, job: number, thread: number): number {
  const { f64, u32 } = heap;
  const node = nodeAt(heap, job, takeFirst(heap, job));
  const from = f64[node + LeafSlot.from];
  const to = f64[node + LeafSlot.to];
  const depth = f64[node + LeafSlot.depth] + 1;
  const cutsLeft = --u32[job + LeafWord.cutsLeft];
  const areLast = cutsLeft === 0 || depth >= u32[job + LeafWord.maxDepth];
  const sums = f64[node + LeafSlot.sums];
  const g = f64[node + LeafSlot.leftGradients];
  const h = f64[node + LeafSlot.leftHessians];
  const summed = 2 * h <= f64[node + LeafSlot.hessians] ? 0 : 1;
  const spare = areLast ? 0 : u32[u32[job + LeafWord.free] / 4 + --u32[job + LeafWord.freeCount]];
  writeSides(heap, job, node);
  partRows(heap, job, node, areLast ? 2 : summed, spare, thread);
  const middle = from + u32[u32[job + LeafWord.cut] / 4 + NodeWord.placedLeft];
  const child = u32[job + LeafWord.nodeCount];
  u32[job + LeafWord.nodeCount] = child + 2;
  f64[node + LeafSlot.firstChild] = child;
  const left = nodeAt(heap, job, child);
  const right = left + LeafSlot.size;
  const [ofLeft, ofRight] = summed === 0 ? [spare, sums] : [sums, spare];
  beginNode(f64, left, { from, to: middle, sums: ofLeft, gradients: g, hessians: h });
  const [gradients, hessians] = [f64[node + LeafSlot.gradients] - g, f64[node + LeafSlot.hessians] - h];
  beginNode(f64, right, { from: middle, to, sums: ofRight, gradients, hessians });
  for (const [side, childNode] of [left, right].entries()) {
    f64[childNode + LeafSlot.depth] = depth;
    f64[childNode + LeafSlot.firstChild] = 0;
    f64[childNode + LeafSlot.path] = childPath(f64[node + LeafSlot.path], side);
  }
  if (areLast) giveFree(heap, job, sums);
  else {
    findCut(heap, job, child);
    findCut(heap, job, child + 1);
  }
  return to - from;
}

type ChildNode = Readonly<Record<"from" | "to" | "sums" | "gradients" | "hessians", number>>;

function beginNode(f64: Float64Array, node: number, child: ChildNode): void {
  f64[node + LeafSlot.from] = child.from;
  f64[node + LeafSlot.to] = child.to;
  f64[node + LeafSlot.sums] = child.sums;
  f64[node + LeafSlot.gradients] = child.gradients;
  f64[node + LeafSlot.hessians] = child.hessians;
}

/** Where each bin goes, or each code of a bundle. */
function writeSides({ f64, u8, u32 }: Heap, job: number, node: number): void {
  const column = u32[job + LeafWord.columns] / 4 + LeafColumn.size * f64[node + LeafSlot.feature];
  const bins = u32[column + LeafColumn.bins];
  const missing = u32[column + LeafColumn.missing];
  const last = f64[node + LeafSlot.takesPresent] !== 0 ? missing - 1 : f64[node + LeafSlot.bin];
  for (let code = 0; code < u32[column + LeafColumn.codes]; code++) {
    const bin = bins === 0 ? code : u8[bins + code];
    const side = bin > last ? 1 : 0;
    u8[u32[job + LeafWord.sides] + code] = bin === missing ? f64[node + LeafSlot.missingChild] : side;
  }
}

/** Parts the rows of a node, and sums the child of less weight on the way. */
function partRows(heap: Heap, job: number, node: number, summed: number, spare: number, thread: number): void {
  const { f64, u32 } = heap;
  const cut = u32[job + LeafWord.cut] / 4;
  const column = u32[job + LeafWord.columns] / 4 + LeafColumn.size * f64[node + LeafSlot.feature];
  u32.fill(0, cut, cut + NodeWord.size);
  u32[cut + NodeWord.room] = u32[job + LeafWord.room];
  u32[cut + NodeWord.start] = f64[node + LeafSlot.from];
  u32[cut + NodeWord.end] = f64[node + LeafSlot.to];
  u32[cut + NodeWord.binAt] = u32[column + LeafColumn.binAt];
  u32[cut + NodeWord.sides] = u32[job + LeafWord.sides];
  u32[cut + NodeWord.unsettledList] = u32[job + LeafWord.unsettled];
  u32[cut + NodeWord.pending] = 1;
  u32[cut + NodeWord.summedSide] = summed;
  if (summed !== 2) {
    u32[cut + NodeWord.histogram] = spare;
    u32[cut + NodeWord.parent] = f64[node + LeafSlot.sums];
  }
  partRecords(heap, 4 * cut, 0, f64[node + LeafSlot.to] - f64[node + LeafSlot.from], thread);
}

/** Looks for the best cut of a node, which then joins the queue, or else gives its histogram back. */
function findCut(heap: Heap, job: number, number: number): void {
  const node = nodeAt(heap, job, number);
  if (hasCut(heap, job, node)) join(heap, job, number);
  else giveFree(heap, job, heap.f64[node + LeafSlot.sums]);
}

function giveFree({ u32 }: Heap, job: number, sums: number): void {
  u32[u32[job + LeafWord.free] / 4 + u32[job + LeafWord.freeCount]++] = sums;
}

function hasCut(heap: Heap, job: number, node: number): boolean {
  const { f64, u32 } = heap;
  if (f64[node + LeafSlot.depth] >= u32[job + LeafWord.maxDepth]) return false;
  if (f64[node + LeafSlot.to] - f64[node + LeafSlot.from] < u32[job + LeafWord.leastRows]) return false;
  const scan = u32[job + LeafWord.scan] / 8;
  const g = f64[node + LeafSlot.gradients];
  const h = f64[node + LeafSlot.hessians];
  const l2 = f64[scan + BinSlot.l2];
  f64[scan + BinSlot.histogram] = f64[node + LeafSlot.sums];
  f64[scan + BinSlot.gradients] = g;
  f64[scan + BinSlot.hessians] = h;
  f64[scan + BinSlot.allowed] = allowedIn(heap, job, node);
  f64[scan + BinSlot.nodeTerm] = l2 === 0 ? 0 : (g * g * l2) / ((h + l2) * (h + 2 * l2));
  scanBins(heap, 8 * scan);
  return takeBest(heap, job, node, scan);
}

/**
 * A byte for each feature, 1 for those that the node may be cut by; 0 where it may by all. They are those that draw the least numbers,
 * of equals the lower ones.
 */
function allowedIn({ f64, u8, u32 }: Heap, job: number, node: number): number {
  const count = u32[job + LeafWord.features];
  const perNode = u32[job + LeafWord.perNode];
  const ofTree = u32[job + LeafWord.ofTree];
  const treeFeatures = u32[job + LeafWord.treeFeatures];
  if (perNode >= treeFeatures) return treeFeatures === count ? 0 : ofTree;
  const state = moreBits(u32[job + LeafWord.drawKey], f64[node + LeafSlot.path]);
  const features = Array.from({ length: count }, (_, feature) => feature).filter(
    (feature) => u8[ofTree + feature] !== 0,
  );
  const draws = u32.subarray(u32[job + LeafWord.draws] / 4);
  for (const feature of features) draws[feature] = moreBits(state, feature);
  features.sort((a, b) => draws[a] - draws[b] || a - b);
  const ofNode = u32[job + LeafWord.ofNode];
  u8.fill(0, ofNode, ofNode + count);
  for (const feature of features.slice(0, perNode)) u8[ofNode + feature] = 1;
  return ofNode;
}

/** Takes the best of the cuts that were found; false where it does not gain enough. */
function takeBest(heap: Heap, job: number, node: number, scan: number): boolean {
  const { f64, u32 } = heap;
  const foundOf = (feature: number) => f64[scan + BinSlot.found] / 8 + feature * FoundSlot.size;
  const tieKey = f64[(job + LeafWord.tieKey) / 2];
  const path = f64[node + LeafSlot.path];
  let best = 0;
  let most = 0;
  for (let feature = 0; feature < u32[job + LeafWord.features]; feature++) {
    const gain = f64[foundOf(feature) + FoundSlot.gain];
    const isEqual = gain === most && most > 0;
    if (gain > most || (isEqual && winsTieOf(tieKey, path, feature, best))) [best, most] = [feature, gain];
  }
  const gain = most / f64[(job + LeafWord.gainUnit) / 2];
  if (!(most > 0 && gain >= f64[(job + LeafWord.minGain) / 2])) return false;
  const found = foundOf(best);
  f64[node + LeafSlot.gain] = gain;
  f64[node + LeafSlot.feature] = best;
  f64[node + LeafSlot.bin] = f64[found + FoundSlot.bin];
  f64[node + LeafSlot.leftGradients] = f64[found + FoundSlot.leftGradients];
  f64[node + LeafSlot.leftHessians] = f64[found + FoundSlot.leftHessians];
  testOf(heap, node, scan, best, f64[found + FoundSlot.missingLeft] !== 0);
  return true;
}

/** Where missing values go: where none are, to the child of more weight. A cut behind all bins takes all that have a value. */
function testOf({ f64, u32 }: Heap, node: number, scan: number, feature: number, missingLeft: boolean): void {
  const slot = u32[f64[scan + BinSlot.slotStarts] / 4 + feature];
  const binCount = u32[f64[scan + BinSlot.binCounts] / 4 + feature];
  const bins = f64[scan + BinSlot.histogram] / 8 + 2 * slot;
  const hasWeight = (bin: number) => f64[bins + 2 * bin] !== 0 || f64[bins + 2 * bin + 1] !== 0;
  const lacks = hasWeight(binCount);
  const left = f64[node + LeafSlot.leftHessians];
  const toRight = lacks ? !missingLeft : !(left >= f64[node + LeafSlot.hessians] - left);
  let last = f64[node + LeafSlot.bin];
  while (last + 1 < binCount && !hasWeight(last + 1)) last++;
  f64[node + LeafSlot.missingChild] = toRight ? 1 : 0;
  f64[node + LeafSlot.takesPresent] = lacks && !missingLeft && last + 1 === binCount ? 1 : 0;
}

/** The node whose cut gains most comes first, of equals the one that was made first; where all cuts will be made, that made last. */
function isBefore(heap: Heap, job: number, a: number, b: number): boolean {
  if (heap.u32[job + LeafWord.anyOrder] !== 0) return a > b;
  const gain = heap.f64[nodeAt(heap, job, a) + LeafSlot.gain];
  const other = heap.f64[nodeAt(heap, job, b) + LeafSlot.gain];
  return gain !== other ? gain > other : a < b;
}

function join(heap: Heap, job: number, node: number): void {
  const { u32 } = heap;
  const queue = u32[job + LeafWord.queue] / 4;
  let at = u32[job + LeafWord.queued]++;
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (!isBefore(heap, job, node, u32[queue + above])) break;
    u32[queue + at] = u32[queue + above];
    at = above;
  }
  u32[queue + at] = node;
}

function takeFirst(heap: Heap, job: number): number {
  const { u32 } = heap;
  const queue = u32[job + LeafWord.queue] / 4;
  const first = u32[queue];
  const count = --u32[job + LeafWord.queued];
  const last = u32[queue + count];
  let at = 0;
  for (let below = 1; below < count; below = 2 * at + 1) {
    if (below + 1 < count && isBefore(heap, job, u32[queue + below + 1], u32[queue + below])) below++;
    if (!isBefore(heap, job, u32[queue + below], last)) break;
    u32[queue + at] = u32[queue + below];
    at = below;
  }
  u32[queue + at] = last;
  return first;
}
