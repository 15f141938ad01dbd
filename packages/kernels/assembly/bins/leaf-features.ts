import { LeafColumn, LeafSlot, LeafWord, SplitWord } from "../generated/leaf-layout";
import { columnOf, countsOf, nodeAt, slotOf } from "./leaf-tree";
import { binOf, isListed } from "./small-nodes";
import { moreBits } from "../exact/tree-job";

// The features that a node is searched by: drawn by chance for the tree, for its levels and for its nodes, and of the groups that may
// meet those above the node. Core's `NodeFeatures` is the same.

/** Offset of a byte for each feature, 1 for those that the node of a search may use; 0 if it may use all. */
export function allowedIn(job: usize, split: usize, search: u32, node: usize): u32 {
  const features = load<u32>(job, LeafWord.features);
  const own = <usize>load<u32>(split + (<usize>search << 2), SplitWord.allowed);
  let count = load<u32>(job, LeafWord.treeFeatures);
  let allowed = <usize>load<u32>(job, LeafWord.ofTree);
  const perLevel = load<u32>(job, LeafWord.perLevel);
  if (perLevel < count) {
    const ofLevel = <usize>load<u32>(split, SplitWord.level);
    choose(job, split, moreBits(load<u32>(job, LeafWord.levelKey), load<u32>(node, LeafSlot.depth)), allowed, perLevel, ofLevel);
    allowed = ofLevel;
    count = perLevel;
  }
  const perNode = load<u32>(job, LeafWord.perNode);
  if (perNode < count) {
    const state = moreBits(load<u32>(job, LeafWord.drawKey), load<u32>(node, LeafSlot.path));
    choose(job, split, state, allowed, perNode, own);
    if (load<u32>(job, LeafWord.skipsConstants) != 0 && hasConstant(job, node, own)) {
      // They do not count, and others are drawn in their place.
      for (let feature: u32 = 0; feature < features; feature++) {
        const isOpen = load<u8>(allowed + feature) != 0 && !isConstant(job, node, feature);
        store<u8>(own + feature, u8(isOpen));
      }
      choose(job, split, state, own, perNode, own);
    }
    allowed = own;
    count = perNode;
  }
  if (load<u32>(job, LeafWord.groups) != 0 && load<u32>(node, LeafSlot.depth) != 0) {
    if (allowed != own) memory.copy(own, allowed, features);
    keepTogether(job, node, own);
    return <u32>own;
  }
  return count == features ? 0 : <u32>allowed;
}

/** Marks those that draw the least numbers; a tie goes to the lower ones. `to` may be `from`. */
function choose(job: usize, split: usize, state: u32, from: usize, count: u32, to: usize): void {
  const features = load<u32>(job, LeafWord.features);
  const draws = <usize>load<u32>(split, SplitWord.draws);
  for (let feature: u32 = 0; feature < features; feature++) {
    store<u32>(draws + (<usize>feature << 2), moreBits(state, feature));
  }
  // The least number that so many are not above, bit by bit.
  let most: u32 = 0;
  for (let bit: u32 = 0x80000000; bit != 0; bit >>>= 1) {
    if (countBelow(draws, from, features, most + bit) < count) most += bit;
  }
  let equals = count - countBelow(draws, from, features, most);
  for (let feature: u32 = 0; feature < features; feature++) {
    const drawn = load<u32>(draws + (<usize>feature << 2));
    const mayUse = load<u8>(from + feature) != 0;
    const isEqual = mayUse && drawn == most && equals > 0;
    if (isEqual) equals--;
    store<u8>(to + feature, u8(isEqual || (mayUse && drawn < most)));
  }
}

function countBelow(draws: usize, from: usize, features: u32, end: u32): u32 {
  let count: u32 = 0;
  for (let feature: u32 = 0; feature < features; feature++) {
    count += u32(load<u32>(draws + (<usize>feature << 2)) < end) & <u32>load<u8>(from + feature);
  }
  return count;
}

function hasConstant(job: usize, node: usize, allowed: usize): bool {
  for (let feature: u32 = 0, features = load<u32>(job, LeafWord.features); feature < features; feature++) {
    if (load<u8>(allowed + feature) != 0 && isConstant(job, node, feature)) return true;
  }
  return false;
}

/** Whether all rows that have weight are in one bin. */
function isConstant(job: usize, node: usize, feature: u32): bool {
  const column = columnOf(job, feature);
  const sums = <usize>load<u32>(node, LeafSlot.sums);
  if (isListed(job, node)) return areInOneBin(job, node, column, sums);
  let bins: u32 = 0;
  for (let bin: u32 = 0, last = load<u32>(column, LeafColumn.missing); bin <= last && bins < 2; bin++) {
    if (hasWeight(job, sums + slotOf(column, bin))) bins++;
  }
  return bins < 2;
}

/** The same of a small node, by its rows. */
function areInOneBin(job: usize, node: usize, column: usize, sums: usize): bool {
  let first: u32 = u32.MAX_VALUE;
  for (let place = load<u32>(node, LeafSlot.from), end = load<u32>(node, LeafSlot.to); place < end; place++) {
    const bin = binOf(job, column, place);
    if (bin == first || !hasWeight(job, sums + slotOf(column, bin))) continue;
    if (first != u32.MAX_VALUE) return false;
    first = bin;
  }
  return true;
}

/** Whether there is anything in a slot. */
@inline
function hasWeight(job: usize, slot: usize): bool {
  if (v128.any_true(v128.load(slot))) return true;
  const pairs = load<u32>(job, LeafWord.classPairs);
  return pairs > 1 && hasWeightBehind(job, slot, pairs);
}

function hasWeightBehind(job: usize, slot: usize, pairs: u32): bool {
  const bytes = <usize>load<u32>(job, LeafWord.pairBytes);
  for (let pair: u32 = 1; pair < pairs; pair++) if (v128.any_true(v128.load(slot + pair * bytes))) return true;
  return false;
}

/** Whether no row of a node is in a bin; without weight there is none unless rows are counted. */
export function isEmpty(job: usize, sums: usize, column: usize, bin: u32): bool {
  const slot = slotOf(column, bin);
  const counts = countsOf(job, sums);
  return !hasWeight(job, sums + slot) && (counts == 0 || load<u32>(counts + (slot >> 2)) == 0);
}

/** Below splits only the features remain that share a group with all features of the splits above, and these. */
function keepTogether(job: usize, node: usize, allowed: usize): void {
  const features = load<u32>(job, LeafWord.features);
  let group = <usize>load<u32>(job, LeafWord.groups);
  const end = group + <usize>load<u32>(job, LeafWord.groupCount) * features;
  // 2 for those that may stay.
  for (; group < end; group += features) {
    if (!hasAllAbove(job, node, group)) continue;
    for (let feature: u32 = 0; feature < features; feature++) {
      if (load<u8>(group + feature) != 0) store<u8>(allowed + feature, load<u8>(allowed + feature) | 2);
    }
  }
  for (let above = node; load<u32>(above, LeafSlot.depth) != 0; ) {
    above = nodeAt(job, load<u32>(above, LeafSlot.parent));
    const place = allowed + load<u32>(above, LeafSlot.feature);
    store<u8>(place, load<u8>(place) | 2);
  }
  for (let feature: u32 = 0; feature < features; feature++) {
    store<u8>(allowed + feature, u8(load<u8>(allowed + feature) == 3));
  }
}

function hasAllAbove(job: usize, node: usize, group: usize): bool {
  for (let above = node; load<u32>(above, LeafSlot.depth) != 0; ) {
    above = nodeAt(job, load<u32>(above, LeafSlot.parent));
    if (load<u8>(group + load<u32>(above, LeafSlot.feature)) == 0) return false;
  }
  return true;
}
