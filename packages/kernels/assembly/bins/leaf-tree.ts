import { FoundSlot } from "../generated/bins-layout";
import { LeafColumn, LeafSlot, LeafWord, SplitPhase, SplitWord } from "../generated/leaf-layout";

// The nodes of a tree that `grow-leaves.ts` grows, the queue of those that may be split, and the histograms that they have. Only the
// thread that has the lock of the tree changes the queue and the list of free histograms.

@inline
export function nodeAt(job: usize, node: u32): usize {
  return <usize>load<u32>(job, LeafWord.nodes) + <usize>node * LeafSlot.size;
}

@inline
export function columnOf(job: usize, feature: u32): usize {
  return <usize>load<u32>(job, LeafWord.columns) + <usize>feature * LeafColumn.size;
}

@inline
export function splitAt(job: usize, index: u32): usize {
  return <usize>load<u32>(job, LeafWord.splits) + <usize>index * SplitWord.size;
}

@inline
export function addPair(slot: usize, pair: v128): void {
  v128.store(slot, f64x2.add(v128.load(slot), pair));
}

@inline
export function rowsOf(node: usize): u32 {
  return load<u32>(node, LeafSlot.to) - load<u32>(node, LeafSlot.from);
}

/** Where the rows of a histogram are counted; 0 if they are not. */
@inline
export function countsOf(job: usize, histogram: usize): usize {
  const counts = <usize>load<u32>(job, LeafWord.counts);
  return counts == 0 ? 0 : counts + ((histogram - <usize>load<u32>(job, LeafWord.histograms)) >> 2);
}

/** The slot of a bin, as the bytes from the start of a histogram. */
@inline
export function slotOf(column: usize, bin: u32): usize {
  return (<usize>load<u32>(column, LeafColumn.slot) + bin) << 4;
}

/** The best split of a feature that a search of a child found. */
@inline
export function foundAt(found: usize, feature: u32): usize {
  return found + <usize>feature * FoundSlot.size;
}

@inline
function takeFree(job: usize, otherwise: u32): u32 {
  const count = load<u32>(job, LeafWord.freeCount);
  if (count == 0) return otherwise;
  store<u32>(job, count - 1, LeafWord.freeCount);
  return load<u32>(<usize>load<u32>(job, LeafWord.free) + (<usize>(count - 1) << 2));
}

function isSpare(split: usize, sums: u32): bool {
  return sums == load<u32>(split, SplitWord.spares) || sums == load<u32>(split, SplitWord.spares + 4);
}

function giveFree(job: usize, split: usize, sums: u32): void {
  if (sums == 0 || isSpare(split, sums)) return;
  const count = load<u32>(job, LeafWord.freeCount);
  store<u32>(<usize>load<u32>(job, LeafWord.free) + (<usize>count << 2), sums);
  store<u32>(job, count + 1, LeafWord.freeCount);
}

/** Of a node in `LeafSlot.stage`. */
const IS_SPLIT: u32 = 2;
const NONE: u32 = u32.MAX_VALUE;

/**
 * Takes the next node of the queue, and gives the room in which it is split; 0 if there is none. A best-first tree splits nodes ahead
 * of their turn while other threads are busy with those before them. They stay in the queue until they are first, and what is still
 * there at the end is dropped: so the tree is the same on any number of threads.
 */
export function takeNext(job: usize): usize {
  const place = nextPlace(job);
  const split = place == NONE ? 0 : freeSplit(job);
  if (split == 0) return 0;
  const cutsLeft = load<u32>(job, LeafWord.cutsLeft);
  const number = inQueue(job, place);
  const node = nodeAt(job, number);
  if (load<u32>(job, LeafWord.anyOrder) != 0) {
    takeFirst(job);
    store<u32>(job, cutsLeft - 1, LeafWord.cutsLeft);
  } else {
    store<u32>(node, 1, LeafSlot.stage);
    store<u32>(job, load<u32>(job, LeafWord.ahead) + 1, LeafWord.ahead);
  }
  const child = load<u32>(job, LeafWord.nodeCount);
  store<u32>(job, child + 2, LeafWord.nodeCount);
  store<u32>(job, load<u32>(job, LeafWord.busy) + 1, LeafWord.busy);
  store<u32>(split, SplitPhase.part, SplitWord.phase);
  store<u32>(split, 0, SplitWord.isLevel);
  store<u32>(split, number, SplitWord.node);
  store<u32>(split, child, SplitWord.firstChild);
  const depth = load<u32>(job, LeafWord.levels) == 0 ? load<u32>(node, LeafSlot.depth) + 1 : load<u32>(job, LeafWord.level);
  const areLast = cutsLeft == 1 || depth >= load<u32>(job, LeafWord.maxDepth);
  store<u32>(split, areLast ? 1 : 0, SplitWord.areLast);
  chooseSums(job, split, node, nodeAt(job, child), areLast);
  return split;
}

@inline
function inQueue(job: usize, place: u32): u32 {
  return load<u32>(<usize>load<u32>(job, LeafWord.queue) + (<usize>place << 2));
}

/** The place in the queue of the node that is to be split next, or `NONE`. */
function nextPlace(job: usize): u32 {
  const cutsLeft = load<u32>(job, LeafWord.cutsLeft);
  if (load<u32>(job, LeafWord.queued) == 0 || cutsLeft == 0) return NONE;
  if (load<u32>(job, LeafWord.anyOrder) != 0) return 0;
  const place = firstWaiting(job, 0);
  // More than the splits that are left would certainly be dropped.
  const isTooFar = load<u32>(job, LeafWord.ahead) >= min(cutsLeft, load<u32>(job, LeafWord.mostAhead));
  return place != 0 && isTooFar ? NONE : place;
}

/** The place of the first node that nobody has taken, of those from this place of the heap on. */
function firstWaiting(job: usize, place: u32): u32 {
  if (place >= load<u32>(job, LeafWord.queued)) return NONE;
  if (load<u32>(nodeAt(job, inQueue(job, place)), LeafSlot.stage) == 0) return place;
  const a = firstWaiting(job, 2 * place + 1);
  const b = firstWaiting(job, 2 * place + 2);
  if (a == NONE || b == NONE) return min(a, b);
  return isBefore(job, inQueue(job, a), inQueue(job, b)) ? a : b;
}

/** Tells whether a thread that has nothing to do may begin a split, as far as this is known. */
export function seeNext(job: usize): bool {
  const mayTake = nextPlace(job) != NONE && freeSplit(job) != 0;
  store<u32>(job, mayTake ? 1 : 0, LeafWord.mayTake);
  return mayTake;
}

/** Best first: nodes that are split and first in the queue leave it, and their children join. */
function takeSplit(job: usize): void {
  while (load<u32>(job, LeafWord.queued) != 0 && load<u32>(job, LeafWord.cutsLeft) != 0) {
    const node = nodeAt(job, inQueue(job, 0));
    if (load<u32>(node, LeafSlot.stage) != IS_SPLIT) return;
    takeFirst(job);
    store<u32>(job, load<u32>(job, LeafWord.cutsLeft) - 1, LeafWord.cutsLeft);
    store<u32>(job, load<u32>(job, LeafWord.ahead) - 1, LeafWord.ahead);
    const child = load<u32>(node, LeafSlot.firstChild);
    for (let side: u32 = 0; side < 2; side++) {
      const order = load<u32>(job, LeafWord.orders) + 1;
      store<u32>(job, order, LeafWord.orders);
      store<u32>(nodeAt(job, child + side), order, LeafSlot.order);
      if (load<f64>(nodeAt(job, child + side), LeafSlot.gain) > 0) join(job, child + side);
    }
  }
}

/** Makes leaves of the nodes that were split ahead of their turn and whose turn never came. */
export function dropAhead(job: usize): void {
  if (load<u32>(job, LeafWord.ahead) == 0) return;
  for (let place: u32 = 0; place < load<u32>(job, LeafWord.queued); place++) {
    store<u32>(nodeAt(job, inQueue(job, place)), 0, LeafSlot.firstChild);
  }
}

/** The child of less weight is summed, and the other one is what is left of the parent; without a parent both are summed. */
function chooseSums(job: usize, split: usize, node: usize, left: usize, areLast: bool): void {
  const right = left + LeafSlot.size;
  let first: u32 = 0;
  let second: u32 = 0;
  const sums = load<u32>(node, LeafSlot.sums);
  const isSmall = rowsOf(node) <= load<u32>(job, LeafWord.mostSmall);
  store<u32>(split, isSmall ? 1 : 0, SplitWord.isSmall);
  if (isSmall) {
    giveFree(job, split, sums);
    store<u32>(node, 0, LeafSlot.sums);
    first = load<u32>(split, SplitWord.blanks);
    second = load<u32>(split, SplitWord.blanks + 4);
    // The open nodes of a level are summed when they have their turn.
  } else if (!areLast && (sums != 0 || load<u32>(job, LeafWord.levels) == 0)) {
    first = takeFree(job, load<u32>(split, SplitWord.spares));
    second = sums != 0 ? sums : takeFree(job, load<u32>(split, SplitWord.spares + 4));
  }
  const isLeft = isLeftLighter(node);
  store<u32>(left, isLeft ? first : second, LeafSlot.sums);
  store<u32>(right, isLeft ? second : first, LeafSlot.sums);
}

@inline
export function isLeftLighter(node: usize): bool {
  return 2 * load<f64>(node, LeafSlot.leftHessians) <= load<f64>(node, LeafSlot.hessians);
}

function freeSplit(job: usize): usize {
  for (let i: u32 = 0, count = load<u32>(job, LeafWord.splitCount); i < count; i++) {
    const split = splitAt(job, i);
    if (load<u32>(split, SplitWord.phase) == SplitPhase.none) return split;
  }
  return 0;
}

/** Begins the next level of a symmetric tree, if there is another. */
export function takeLevel(job: usize): usize {
  if (load<u32>(job, LeafWord.isLevelEmpty) != 0 || load<u32>(job, LeafWord.level) >= load<u32>(job, LeafWord.maxDepth)) return 0;
  const split = splitAt(job, 0);
  store<u32>(split, SplitPhase.level, SplitWord.phase);
  store<u32>(split, 1, SplitWord.isLevel);
  store<u32>(split, 0, SplitWord.scanCount);
  store<u32>(split, 0, SplitWord.areLast);
  store<u32>(job, 1, LeafWord.busy);
  return split;
}

/** Nodes that the level splits join the queue. */
function endLevel(job: usize): void {
  const open = <usize>load<u32>(job, LeafWord.openNodes);
  for (let place: u32 = 0, count = load<u32>(job, LeafWord.openCount); place < count; place++) {
    const number = load<u32>(open + (<usize>place << 2));
    const node = nodeAt(job, number);
    if (load<u32>(node, LeafSlot.bits) == 0) continue;
    store<u32>(node, 0, LeafSlot.bits);
    join(job, number);
  }
  store<u32>(job, load<u32>(job, LeafWord.queued) == 0 ? 1 : 0, LeafWord.isLevelEmpty);
}

/** Spare histograms are for other nodes from now on. */
function keepSums(job: usize, split: usize, number: u32): void {
  const node = nodeAt(job, number);
  if (isSpare(split, load<u32>(node, LeafSlot.sums))) store<u32>(node, 0, LeafSlot.sums);
}

/** Ends a split: children that may be split join the queue, and histograms that nobody needs are free. */
export function endSplit(job: usize, split: usize): void {
  const isAnyOrder = load<u32>(job, LeafWord.anyOrder) != 0;
  if (load<u32>(split, SplitWord.isLevel) != 0) endLevel(job);
  else if (load<u32>(job, LeafWord.levels) != 0 && load<u32>(split, SplitWord.firstChild) != 0) {
    keepSums(job, split, load<u32>(split, SplitWord.firstChild));
    keepSums(job, split, load<u32>(split, SplitWord.firstChild) + 1);
  }
  for (let i: u32 = 0, count = load<u32>(split, SplitWord.scanCount); i < count; i++) {
    const number = load<u32>(split + (<usize>i << 2), SplitWord.scanned);
    const node = nodeAt(job, number);
    const sums = load<u32>(node, LeafSlot.sums);
    if (load<f64>(node, LeafSlot.gain) > 0) {
      if (isSpare(split, sums)) store<u32>(node, 0, LeafSlot.sums);
      if (isAnyOrder || number == 0) join(job, number);
    } else giveFree(job, split, sums);
  }
  if (load<u32>(split, SplitWord.areLast) != 0) {
    giveFree(job, split, load<u32>(nodeAt(job, load<u32>(split, SplitWord.node)), LeafSlot.sums));
  }
  store<u32>(split, SplitPhase.none, SplitWord.phase);
  store<u32>(job, load<u32>(job, LeafWord.busy) - 1, LeafWord.busy);
  if (isAnyOrder || load<u32>(split, SplitWord.firstChild) == 0) return;
  store<u32>(nodeAt(job, load<u32>(split, SplitWord.node)), IS_SPLIT, LeafSlot.stage);
  takeSplit(job);
}

/**
 * The queue is a heap: the node whose split gains most comes first; a tie goes to the one that was made first; if all splits will be made
 * anyhow the one that was made last, whose sums are in the caches.
 */
@inline
function isBefore(job: usize, a: u32, b: u32): bool {
  if (load<u32>(job, LeafWord.anyOrder) != 0) return a > b;
  const gain = load<f64>(nodeAt(job, a), LeafSlot.gain);
  const other = load<f64>(nodeAt(job, b), LeafSlot.gain);
  return gain != other ? gain > other : load<u32>(nodeAt(job, a), LeafSlot.order) < load<u32>(nodeAt(job, b), LeafSlot.order);
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
