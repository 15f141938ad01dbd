import { BinSlot, FoundSlot } from "../generated/bins-layout";
import { LeafBounds, LeafColumn, LeafSlot, LeafWord, SplitWord } from "../generated/leaf-layout";
import { RoomWord } from "../generated/room-layout";
import { allowedIn, isEmpty } from "./leaf-features";
import { addPair, columnOf, countsOf, foundAt, nodeAt, rowsOf, slotOf } from "./leaf-tree";
import { beginScans, scanFeature } from "./scan-bins";
import { scanClassesOf } from "./scan-classes";
import { clearSmall, isListed, listBins, listedBin, listedCounts, listedPairs, listWidth, weighRows } from "./small-nodes";
import { winsTieOf } from "../exact/tree-job";

// The search for the best splits of the children of a node, feature by feature, by all threads that take part.

/** Whether a node may be split, as far as this is known without a search. */
function mayBeSplit(job: usize, node: usize): bool {
  if (load<u32>(node, LeafSlot.depth) >= load<u32>(job, LeafWord.maxDepth)) return false;
  return rowsOf(node) >= load<u32>(job, LeafWord.leastRows) && !isOneTarget(job, node);
}

function isOneTarget(job: usize, node: usize): bool {
  const targets = <usize>load<u32>(job, LeafWord.targets);
  if (targets == 0) return false;
  const rows = <usize>load<u32>(<usize>load<u32>(job, LeafWord.room), RoomWord.rows);
  const first = load<f64>(targets + (<usize>load<u32>(rows + (<usize>load<u32>(node, LeafSlot.from) << 2)) << 3));
  for (let place = load<u32>(node, LeafSlot.from) + 1, end = load<u32>(node, LeafSlot.to); place < end; place++) {
    if (load<f64>(targets + (<usize>load<u32>(rows + (<usize>place << 2)) << 3)) != first) return false;
  }
  return true;
}

/** Lists a node among those that are searched, if it may be split. */
export function addSearch(job: usize, split: usize, number: u32): void {
  const node = nodeAt(job, number);
  if (!mayBeSplit(job, node)) return;
  const search = load<u32>(split, SplitWord.scanCount);
  store<u32>(split + (<usize>search << 2), number, SplitWord.scanned);
  store<u32>(split, search + 1, SplitWord.scanCount);
}

/** Begins the search of the nodes that are listed. */
export function beginSearches(job: usize, split: usize): void {
  for (let search: u32 = 0, count = load<u32>(split, SplitWord.scanCount); search < count; search++) {
    const node = nodeAt(job, load<u32>(split + (<usize>search << 2), SplitWord.scanned));
    const scan = <usize>load<u32>(split + (<usize>search << 2), SplitWord.scans);
    const allowed = <f64>allowedIn(job, split, search, node);
    store<f64>(scan, <f64>rowsOf(node), BinSlot.rows);
    store<f64>(scan, allowed, BinSlot.allowed);
    if (load<u32>(job, LeafWord.classPairs) != 0) {
      weighClasses(job, node, <usize>load<f64>(scan, BinSlot.weights));
      continue;
    }
    const g = load<f64>(node, LeafSlot.gradients);
    const h = load<f64>(node, LeafSlot.hessians);
    const l2 = load<f64>(scan, BinSlot.l2);
    store<f64>(scan, g, BinSlot.gradients);
    store<f64>(scan, h, BinSlot.hessians);
    store<f64>(scan, l2 == 0 ? 0 : (g * g * l2) / ((h + l2) * (h + 2 * l2)), BinSlot.nodeTerm);
    const bounds = boundsOf(job, load<u32>(split + (<usize>search << 2), SplitWord.scanned));
    if (bounds == 0) continue;
    store<f64>(scan, max(load<f64>(bounds, LeafBounds.lower), load<f64>(job, LeafWord.lower)), BinSlot.lower);
    store<f64>(scan, min(load<f64>(bounds, LeafBounds.upper), load<f64>(job, LeafWord.upper)), BinSlot.upper);
  }
}

/** 0 if no feature is monotone. */
@inline
export function boundsOf(job: usize, node: u32): usize {
  const bounds = <usize>load<u32>(job, LeafWord.bounds);
  return bounds == 0 ? 0 : bounds + <usize>node * LeafBounds.size;
}

/** The weights of a node's classes, and behind them their sum. */
function weighClasses(job: usize, node: usize, to: usize): void {
  const pairs = load<u32>(job, LeafWord.classPairs);
  memory.fill(to, 0, <usize>pairs << 4);
  if (isListed(job, node)) weighRows(job, node, to);
  else {
    // The bins of any feature have all of them.
    const column = columnOf(job, 0);
    const last = load<u32>(column, LeafColumn.missing);
    let from = <usize>load<u32>(node, LeafSlot.sums) + slotOf(column, 0);
    for (let pair: u32 = 0; pair < pairs; pair++, from += <usize>load<u32>(job, LeafWord.pairBytes)) {
      for (let bin: u32 = 0; bin <= last; bin++) addPair(to + (<usize>pair << 4), v128.load(from + (<usize>bin << 4)));
    }
  }
  let all: f64 = 0;
  for (let at = to, end = to + (<usize>pairs << 4); at < end; at += 8) all += load<f64>(at);
  store<f64>(to + (<usize>pairs << 4), all);
}

/** Whether one class has so much of a node that it is a leaf. Its weights are those that a search begins with. */
function isPure(job: usize, weights: usize): bool {
  const pairs = <usize>load<u32>(job, LeafWord.classPairs);
  const all = load<f64>(weights + (pairs << 4));
  let largest: f64 = 0;
  for (let at = weights, end = weights + (pairs << 4); at < end; at += 8) largest = max(largest, load<f64>(at));
  return largest == all || largest / all >= load<f64>(job, LeafWord.purity);
}

/** Takes a share of the search, and then the next, until there is none or so many features are done. */
export function searchShares(job: usize, split: usize, thread: u32, most: i64): void {
  const features = load<u32>(job, LeafWord.features);
  const perShare = load<u32>(job, LeafWord.perShare);
  const shares = (features + perShare - 1) / perShare;
  const count = load<u32>(split, SplitWord.scanCount);
  const scratch = <usize>load<u32>(job, LeafWord.scratch) + <usize>thread * load<u32>(job, LeafWord.scratchBytes);
  for (let done: i64 = 0; done < most; done += perShare) {
    const share = atomic.add<u32>(split + SplitWord.next, 1);
    if (share >= count * shares) return;
    const from = (share % shares) * perShare;
    searchFeatures(job, split, share / shares, from, min(features, from + perShare), scratch);
  }
}

/** Whether there is no share left that nobody has taken. */
export function areSearched(job: usize, split: usize): bool {
  const perShare = load<u32>(job, LeafWord.perShare);
  const shares = (load<u32>(job, LeafWord.features) + perShare - 1) / perShare;
  return atomic.load<u32>(split + SplitWord.next) >= load<u32>(split, SplitWord.scanCount) * shares;
}

function searchFeatures(job: usize, split: usize, search: u32, from: u32, to: u32, scratch: usize): void {
  const scan = <usize>load<u32>(split + (<usize>search << 2), SplitWord.scans);
  const node = nodeAt(job, load<u32>(split + (<usize>search << 2), SplitWord.scanned));
  const found = <usize>load<f64>(scan, BinSlot.found);
  const allowed = <usize>load<f64>(scan, BinSlot.allowed);
  const factors = <usize>load<u32>(job, LeafWord.gainFactors);
  const ofClasses = load<u32>(job, LeafWord.classPairs) != 0;
  const isLeaf = ofClasses && isPure(job, <usize>load<f64>(scan, BinSlot.weights));
  if (!ofClasses) beginScans(scan);
  for (let feature = from; feature < to; feature++) {
    const place = foundAt(found, feature);
    memory.fill(place, 0, FoundSlot.size);
    if (isLeaf || (allowed != 0 && load<u8>(allowed + feature) == 0)) continue;
    searchFeature(job, node, scan, feature, place, scratch);
    store<f64>(place, load<f64>(place, FoundSlot.gain) * load<f64>(factors + (<usize>feature << 3)), FoundSlot.gain);
  }
}

function searchFeature(job: usize, node: usize, scan: usize, feature: u32, found: usize, scratch: usize): void {
  const column = columnOf(job, feature);
  const kind = load<u32>(column, LeafColumn.kind);
  let binCount = load<u32>(column, LeafColumn.missing);
  let bins = <usize>load<u32>(node, LeafSlot.sums) + slotOf(column, 0);
  let counts = countsOf(job, bins);
  let stride = <usize>load<u32>(job, LeafWord.pairBytes);
  const lists = kind == 0 && isListed(job, node);
  if (lists) {
    binCount = listBins(job, node, column, bins, counts, scratch + load<u32>(job, LeafWord.listAt));
    bins = listedPairs;
    counts = listedCounts;
    stride = listWidth << 4;
  }
  if (load<u32>(job, LeafWord.classPairs) != 0) scanClassesOf(scan, bins, binCount, stride, counts, found, scratch);
  else scanFeature(scan, feature, kind, bins, binCount, counts, found, scratch);
  if (lists) store<f64>(found, <f64>listedBin(<u32>load<f64>(found, FoundSlot.bin)), FoundSlot.bin);
}

/** Takes for each node the best of the splits that were found; its gain is 0 if none gains enough. */
export function endSearches(job: usize, split: usize): void {
  for (let search: u32 = 0, count = load<u32>(split, SplitWord.scanCount); search < count; search++) {
    const node = nodeAt(job, load<u32>(split + (<usize>search << 2), SplitWord.scanned));
    const scan = <usize>load<u32>(split + (<usize>search << 2), SplitWord.scans);
    takeBest(job, node, <usize>load<f64>(scan, BinSlot.found), scan);
  }
  if (load<u32>(split, SplitWord.isSmall) != 0) clearSmall(job, split);
}

function takeBest(job: usize, node: usize, found: usize, scan: usize): void {
  const features = load<u32>(job, LeafWord.features);
  const path = load<u32>(node, LeafSlot.path);
  const tieKey = load<f64>(job, LeafWord.tieKey);
  let best: u32 = 0;
  let most: f64 = 0;
  for (let feature: u32 = 0, at = found; feature < features; feature++, at += FoundSlot.size) {
    const gain = load<f64>(at, FoundSlot.gain);
    if (!(gain > most || (gain == most && most > 0 && winsTieOf(tieKey, path, feature, best)))) continue;
    most = gain;
    best = feature;
  }
  const gain = most / load<f64>(job, LeafWord.gainUnit);
  if (!(most > 0 && gain >= load<f64>(job, LeafWord.minGain))) return;
  found = foundAt(found, best);
  store<f64>(node, gain, LeafSlot.gain);
  store<u32>(node, best, LeafSlot.feature);
  store<u32>(node, <u32>load<f64>(found, FoundSlot.bin), LeafSlot.bin);
  const missingLeft = load<f64>(found, FoundSlot.missingLeft) != 0;
  if (load<u32>(job, LeafWord.classPairs) == 0) {
    store<f64>(node, load<f64>(found, FoundSlot.leftGradients), LeafSlot.leftGradients);
    store<f64>(node, load<f64>(found, FoundSlot.leftHessians), LeafSlot.leftHessians);
  } else {
    const pairs = <usize>load<u32>(job, LeafWord.classPairs);
    store<f64>(node, load<f64>(<usize>load<f64>(scan, BinSlot.weights) + (pairs << 4)), LeafSlot.hessians);
    store<f64>(node, weightUpTo(job, node, missingLeft), LeafSlot.leftHessians);
  }
  decideSides(job, node, missingLeft);
}

/** The weight of all classes up to the bin of a split. */
function weightUpTo(job: usize, node: usize, missingLeft: bool): f64 {
  const column = columnOf(job, load<u32>(node, LeafSlot.feature));
  const missing = load<u32>(column, LeafColumn.missing);
  const last = load<u32>(node, LeafSlot.bin);
  let from = <usize>load<u32>(node, LeafSlot.sums) + slotOf(column, 0);
  let sum = f64x2.splat(0);
  for (let pair: u32 = 0; pair < load<u32>(job, LeafWord.classPairs); pair++, from += <usize>load<u32>(job, LeafWord.pairBytes)) {
    for (let bin: u32 = 0; bin <= last; bin++) sum = f64x2.add(sum, v128.load(from + (<usize>bin << 4)));
    if (missingLeft) sum = f64x2.add(sum, v128.load(from + (<usize>missing << 4)));
  }
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

/** Where missing values go: if there are none, to the child of more weight. A split behind all bins takes all that have a value. */
function decideSides(job: usize, node: usize, missingLeft: bool): void {
  const column = columnOf(job, load<u32>(node, LeafSlot.feature));
  const sums = <usize>load<u32>(node, LeafSlot.sums);
  const binCount = load<u32>(column, LeafColumn.missing);
  const lacks = !isEmpty(job, sums, column, binCount);
  const left = load<f64>(node, LeafSlot.leftHessians);
  const isLeftHeavier = left >= load<f64>(node, LeafSlot.hessians) - left;
  store<u32>(node, (lacks ? missingLeft : isLeftHeavier) ? 0 : 1, LeafSlot.missingChild);
  if (load<u32>(column, LeafColumn.kind) != 0) {
    markCategories(job, node, column, isLeftHeavier);
    return;
  }
  let last = load<u32>(node, LeafSlot.bin);
  while (last + 1 < binCount && isEmpty(job, sums, column, last + 1)) last++;
  store<u32>(node, lacks && !missingLeft && last + 1 == binCount ? 1 : 0, LeafSlot.takesPresent);
}

/** Writes the categories that go left, a bit each. Those that the node does not have go to the child of more weight. */
function markCategories(job: usize, node: usize, column: usize, takesAbsent: bool): void {
  const sums = <usize>load<u32>(node, LeafSlot.sums);
  const binCount = load<u32>(column, LeafColumn.missing);
  const isEach = load<u32>(column, LeafColumn.kind) == 2;
  const words = (binCount + 31) >> 5;
  const bits = atomic.add<u32>(job + LeafWord.nextBits, words << 2);
  store<u32>(node, bits, LeafSlot.bits);
  memory.fill(bits, 0, words << 2);
  const last = load<u32>(node, LeafSlot.bin);
  const smoothing = load<f64>(job, LeafWord.smoothing);
  const lastKey = isEach ? 0 : keyOf(sums + slotOf(column, last), smoothing);
  for (let code: u32 = 0; code < binCount; code++) {
    let isLeft = takesAbsent;
    if (!isEmpty(job, sums, column, code)) {
      if (isEach) isLeft = last == binCount || code == last;
      else {
        const key = keyOf(sums + slotOf(column, code), smoothing);
        isLeft = key < lastKey || (key == lastKey && code <= last);
      }
    }
    if (!isLeft) continue;
    const word = bits + ((code >> 5) << 2);
    store<u32>(word, load<u32>(word) | (1 << (code & 31)));
  }
}

/** What categories are sorted by, as in `sort-categories.ts`. */
@inline
function keyOf(slot: usize, smoothing: f64): f64 {
  const weight = load<f64>(slot, 8);
  return weight == 0 ? 0 : -load<f64>(slot) / (weight + smoothing);
}
