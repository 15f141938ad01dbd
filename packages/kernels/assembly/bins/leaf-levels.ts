import { addLevelGains } from "./add-level-gains";
import { LeafColumn, LeafSlot, LeafWord, SplitPhase, SplitWord } from "../generated/leaf-layout";
import { LevelNodeSlot, LevelSlot } from "../generated/level-layout";
import { allowedIn, isEmpty } from "./leaf-features";
import { sumInto } from "./leaf-part";
import { columnOf, countsOf, nodeAt, rowsOf, slotOf } from "./leaf-tree";
import { beginGains, heldGain } from "../generated/newton-gain";

// Symmetric trees: all nodes of a level are split alike, by the one split whose gains in all of them add up to the most. A node of which
// it would leave a side with too little is not split there; it stays open, and the split of a later level may split it.

@inline
function openNode(job: usize, place: u32): u32 {
  return load<u32>(<usize>load<u32>(job, LeafWord.openNodes) + (<usize>place << 2));
}

@inline
function levelJob(job: usize): usize {
  return <usize>load<u32>(job, LeafWord.levels);
}

/** Lists the open nodes from left to right, and the features that all of them may use. */
export function beginLevel(job: usize, split: usize): void {
  listOpen(job);
  const features = load<u32>(job, LeafWord.features);
  const allowed = <usize>load<u32>(job, LeafWord.levelAllowed);
  memory.fill(allowed, 1, features);
  for (let place: u32 = 0, count = load<u32>(job, LeafWord.openCount); place < count; place++) {
    const ofNode = <usize>allowedIn(job, split, 0, nodeAt(job, openNode(job, place)));
    if (ofNode == 0) continue;
    for (let feature: u32 = 0; feature < features; feature++) {
      store<u8>(allowed + feature, load<u8>(allowed + feature) & load<u8>(ofNode + feature));
    }
  }
  const bytes = (<usize><i64>load<f64>(levelJob(job), LevelSlot.width) << 4) * features;
  memory.fill(<usize><i64>load<f64>(levelJob(job), LevelSlot.gains), 0, bytes);
  store<u32>(job, load<u32>(job, LeafWord.level) + 1, LeafWord.level);
  store<u32>(job, 0, LeafWord.levelAt);
  store<u32>(job, 0, LeafWord.isChosen);
  store<u32>(job, 0, LeafWord.isSummed);
}

/** Children stand in the place of those that were split, and nodes that are too small are left out. */
function listOpen(job: usize): void {
  const from = <usize>load<u32>(job, LeafWord.openNodes);
  const to = <usize>load<u32>(job, LeafWord.nextNodes);
  let count: u32 = 0;
  for (let place: u32 = 0, end = load<u32>(job, LeafWord.openCount); place < end; place++) {
    const number = load<u32>(from + (<usize>place << 2));
    const child = load<u32>(nodeAt(job, number), LeafSlot.firstChild);
    for (let i: u32 = 0, nodes: u32 = child == 0 ? 1 : 2; i < nodes; i++) {
      const open = child == 0 ? number : child + i;
      if (rowsOf(nodeAt(job, open)) < load<u32>(job, LeafWord.leastRows)) continue;
      store<u32>(to + (<usize>count << 2), open);
      count++;
    }
  }
  store<u32>(job, <u32>to, LeafWord.openNodes);
  store<u32>(job, <u32>from, LeafWord.nextNodes);
  store<u32>(job, count, LeafWord.openCount);
}

/**
 * What comes next: to sum a node that has no histogram, to add up the gains of nodes, or `end` when the level is decided. First the gains of
 * all nodes are added up, in their order, and then it is found out what the best split makes of each.
 */
export function nextOfLevel(job: usize, split: usize): SplitPhase {
  const count = load<u32>(job, LeafWord.openCount);
  while (true) {
    const at = load<u32>(job, LeafWord.levelAt);
    const isChosen = load<u32>(job, LeafWord.isChosen) != 0;
    if (at == count) {
      store<u32>(job, 0, LeafWord.levelAt);
      if (isChosen) decide(job);
      if (isChosen || !chooseBest(job)) return SplitPhase.end;
      continue;
    }
    let sums = load<u32>(nodeAt(job, openNode(job, at)), LeafSlot.sums);
    const isKept = sums != 0;
    if (!isKept) {
      sums = load<u32>(split, SplitWord.spares);
      if (load<u32>(job, LeafWord.isSummed) == 0) {
        store<u32>(job, 1, LeafWord.isSummed);
        return SplitPhase.levelSum;
      }
      store<u32>(job, 0, LeafWord.isSummed);
    }
    if (!isChosen) {
      store<u32>(job, isKept ? addKept(job, at, count) : addOne(job, at, 0, sums), LeafWord.levelAt);
      return SplitPhase.levelAdd;
    }
    findSides(job, nodeAt(job, openNode(job, at)), <usize>sums);
    store<u32>(job, at + 1, LeafWord.levelAt);
  }
}

/** The node that is to be summed into the first spare histogram. */
export function beginLevelSum(job: usize, split: usize): void {
  sumInto(job, split, nodeAt(job, openNode(job, load<u32>(job, LeafWord.levelAt))), load<u32>(split, SplitWord.spares));
}

/** The nodes from this one on that have a histogram. Gives the place after the last. */
function addKept(job: usize, from: u32, count: u32): u32 {
  let place = from;
  for (; place < count; place++) {
    const sums = load<u32>(nodeAt(job, openNode(job, place)), LeafSlot.sums);
    if (sums == 0) break;
    addOne(job, place, place - from, sums);
  }
  return place;
}

function addOne(job: usize, place: u32, index: u32, sums: u32): u32 {
  const node = nodeAt(job, openNode(job, place));
  const level = levelJob(job);
  const to = <usize><i64>load<f64>(level, LevelSlot.nodes) + <usize>index * LevelNodeSlot.size;
  const g = load<f64>(node, LeafSlot.gradients);
  const h = load<f64>(node, LeafSlot.hessians);
  store<f64>(to, <f64>sums, LevelNodeSlot.histogram);
  store<f64>(to, <f64>countsOf(job, sums), LevelNodeSlot.rowCounts);
  store<f64>(to, <f64>rowsOf(node), LevelNodeSlot.rows);
  store<f64>(to, g, LevelNodeSlot.gradients);
  store<f64>(to, h, LevelNodeSlot.hessians);
  store<f64>(to, penaltyOf(job, g, h), LevelNodeSlot.nodeTerm);
  store<f64>(level, <f64>(index + 1), LevelSlot.nodeCount);
  return place + 1;
}

/** What l2 takes from the gain of each split of a node. */
function penaltyOf(job: usize, g: f64, h: f64): f64 {
  const l2 = load<f64>(job, LeafWord.l2);
  return l2 === 0 ? 0 : (g * g * l2) / ((h + l2) * (h + 2 * l2));
}

/** Takes a feature, and then the next, until there is none or so many are done. */
export function addShares(job: usize, split: usize, most: i64): void {
  const features = load<u32>(job, LeafWord.features);
  const allowed = <usize>load<u32>(job, LeafWord.levelAllowed);
  for (let done: i64 = 0; done < most; done++) {
    const feature = atomic.add<u32>(split + SplitWord.next, 1);
    if (feature >= features) return;
    if (load<u8>(allowed + feature) != 0) addLevelGains(levelJob(job), feature, feature + 1);
  }
}

export function areAdded(job: usize, split: usize): bool {
  return atomic.load<u32>(split + SplitWord.next) >= load<u32>(job, LeafWord.features);
}

/** The split that gains the most; in a tie that on the lowest feature, then at the lowest bin, then with missing values on the left. */
function chooseBest(job: usize): bool {
  const level = levelJob(job);
  const width = <usize><i64>load<f64>(level, LevelSlot.width) << 3;
  const allowed = <usize>load<u32>(job, LeafWord.levelAllowed);
  const factors = <usize>load<u32>(job, LeafWord.gainFactors);
  let left = <usize><i64>load<f64>(level, LevelSlot.gains);
  let best: f64 = 0;
  for (let feature: u32 = 0; feature < load<u32>(job, LeafWord.features); feature++, left += width << 1) {
    if (load<u8>(allowed + feature) == 0) continue;
    let most: f64 = 0;
    let at: u32 = 0;
    for (let bin: u32 = 0, count = load<u32>(columnOf(job, feature), LeafColumn.missing); bin < count; bin++) {
      const place = left + (<usize>bin << 3);
      const gain = max(load<f64>(place), load<f64>(place + width));
      if (!(gain > most)) continue;
      most = gain;
      at = bin;
    }
    const gain = most * load<f64>(factors + (<usize>feature << 3));
    if (!(gain > best)) continue;
    best = gain;
    store<u32>(job, feature, LeafWord.levelFeature);
    store<u32>(job, at, LeafWord.levelBin);
    store<u32>(job, load<f64>(left + (<usize>at << 3)) == most ? 1 : 0, LeafWord.isMissingLeft);
  }
  store<u32>(job, 1, LeafWord.isChosen);
  store<u32>(job, 0, LeafWord.levelLacks);
  store<f64>(job, 0, LeafWord.levelLeft);
  store<f64>(job, 0, LeafWord.levelRight);
  return best > 0;
}

/** What the best split makes of a node. The bits of one that is to be split are 1 until it joins the queue. */
function findSides(job: usize, node: usize, sums: usize): void {
  const column = columnOf(job, load<u32>(job, LeafWord.levelFeature));
  const last = load<u32>(job, LeafWord.levelBin);
  const missing = load<u32>(column, LeafColumn.missing);
  const counts = countsOf(job, sums);
  let left = f64x2.splat(0);
  let leftRows: u32 = 0;
  let hasLeft = false;
  let hasRight = false;
  for (let bin: u32 = 0; bin <= missing; bin++) {
    const slot = slotOf(column, bin);
    const pair = v128.load(sums + slot);
    const isLeft = bin == missing ? load<u32>(job, LeafWord.isMissingLeft) != 0 : bin <= last;
    if (v128.any_true(pair)) {
      if (isLeft) hasLeft = true;
      else hasRight = true;
    }
    if (!isLeft) continue;
    left = f64x2.add(left, pair);
    if (counts != 0) leftRows += load<u32>(counts + (slot >> 2));
  }
  if (!isEmpty(job, sums, column, missing)) store<u32>(job, 1, LeafWord.levelLacks);
  if (!hasLeft || !hasRight) return;
  const least = <u32><i64>load<f64>(levelJob(job), LevelSlot.minRowsLeaf);
  if (counts != 0 && min(leftRows, rowsOf(node) - leftRows) < least) return;
  const h = f64x2.extract_lane(left, 1);
  const right = load<f64>(node, LeafSlot.hessians) - h;
  if (!(min(h, right) >= load<f64>(levelJob(job), LevelSlot.minChildWeight))) return;
  store<f64>(job, load<f64>(job, LeafWord.levelLeft) + h, LeafWord.levelLeft);
  store<f64>(job, load<f64>(job, LeafWord.levelRight) + right, LeafWord.levelRight);
  const gain = gainOf(job, node, f64x2.extract_lane(left, 0), h) / load<f64>(job, LeafWord.gainUnit);
  if (!(gain >= load<f64>(job, LeafWord.minGain))) return;
  store<f64>(node, f64x2.extract_lane(left, 0), LeafSlot.leftGradients);
  store<f64>(node, h, LeafSlot.leftHessians);
  store<f64>(node, gain, LeafSlot.gain);
  store<u32>(node, 1, LeafSlot.bits);
}

/** As core's Newton criterion. */
function gainOf(job: usize, node: usize, gl: f64, hl: f64): f64 {
  const g = load<f64>(node, LeafSlot.gradients);
  const h = load<f64>(node, LeafSlot.hessians);
  const gr = g - gl;
  const hr = h - hl;
  const l1 = load<f64>(job, LeafWord.l1);
  const l2 = load<f64>(job, LeafWord.l2);
  const lower = load<f64>(job, LeafWord.lower);
  const upper = load<f64>(job, LeafWord.upper);
  if (l1 > 0 || lower > -Infinity || upper < Infinity) {
    beginGains(g, h, l1, l2, lower, upper);
    return heldGain(gl, hl, gr, hr, 0);
  }
  const a = hl + l2;
  const b = hr + l2;
  const scale = a * b * (a + b);
  if (!(a > 0 && b > 0 && scale > 0)) return 0;
  const d = gl * b - gr * a;
  return max(0, (d * d) / scale - penaltyOf(job, g, h));
}

/** If no row of the level lacks the feature, those that do later go where most of the level went. */
function decide(job: usize): void {
  const feature = load<u32>(job, LeafWord.levelFeature);
  const last = load<u32>(job, LeafWord.levelBin);
  const isLeft = load<u32>(job, LeafWord.levelLacks) != 0
    ? load<u32>(job, LeafWord.isMissingLeft) != 0
    : load<f64>(job, LeafWord.levelLeft) >= load<f64>(job, LeafWord.levelRight);
  for (let place: u32 = 0, count = load<u32>(job, LeafWord.openCount); place < count; place++) {
    const node = nodeAt(job, openNode(job, place));
    if (load<u32>(node, LeafSlot.bits) == 0) continue;
    store<u32>(node, feature, LeafSlot.feature);
    store<u32>(node, last, LeafSlot.bin);
    store<u32>(node, isLeft ? 0 : 1, LeafSlot.missingChild);
    store<u32>(node, last + 1 == load<u32>(columnOf(job, feature), LeafColumn.missing) ? 1 : 0, LeafSlot.takesPresent);
  }
}
