// Which features a node is searched by: core's `features-of-node.ts`. In the list of features those that are known to be
// constant in the node come first, then its candidates, then all that its level or its draw leaves out.

import { DRAWN_LEVELS, TreeSlot } from "../generated/tree-layout";
import { at, featureAt, int, moreBits, num, put, saveFeature } from "./tree-job";

/** The features with the least keys are drawn. No two have the same. */
@inline
function keyOf(state: u32, feature: u32): u64 { return (<u64>moreBits(state, feature) << 32) | feature; }

// Loops take the places of their lists as arguments: what they read from the slots, the engine would convert in every turn.
@inline
function keyAt(keys: usize, index: usize): u64 { return load<u64>(keys + (index << 3)); }
@inline
function saveKey(keys: usize, index: usize, key: u64): void { store<u64>(keys + (index << 3), key); }
@inline
function listed(features: usize, place: u32): u32 { return load<u32>(features + (<usize>place << 2)); }

@inline
export function swapFeatures(a: u32, b: u32): void {
  const feature = featureAt(a);
  saveFeature(a, featureAt(b));
  saveFeature(b, feature);
}

/** How many features a level has. */
@inline
function levelCount(): u32 { return <u32>min(num(TreeSlot.featuresPerLevel), num(TreeSlot.featureCount)); }

/** Finds the candidates of the node; where each takes the next of them in turn, it makes their keys. */
export function chooseFeatures(): void {
  const first = int(TreeSlot.constants);
  const count = int(TreeSlot.featureCount);
  const ofLevel = levelCount();
  let end = count;
  let level: u64 = u64.MAX_VALUE;
  let levelState: u32 = 0;
  if (ofLevel < count) {
    levelState = moreBits(int(TreeSlot.levelKey), int(TreeSlot.depth));
    level = levelLimit(levelState, ofLevel);
    end = keepUpTo(level, levelState, first, end);
  }
  const isDrawn = num(TreeSlot.featuresPerNode) < ofLevel;
  const inOrder = isDrawn && int(TreeSlot.drawsConstants) == 0;
  if (isDrawn) {
    const state = moreBits(int(TreeSlot.drawKey), int(TreeSlot.path));
    if (inOrder) makeKeys(state, first, end);
    else end = keepUpTo(nodeLimit(state, level, levelState, first, end), state, first, end);
  }
  put(TreeSlot.candidates, end);
  put(TreeSlot.drawsInOrder, inOrder ? 1 : 0);
  if (int(TreeSlot.groupWords) > 0) findAllowed();
}

/** Moves the features whose key is above the limit to the end of the list; returns where they begin. */
function keepUpTo(limit: u64, state: u32, first: u32, end: u32): u32 {
  const features = at(TreeSlot.features);
  let place = first;
  while (place < end) {
    const feature = listed(features, place);
    if (keyOf(state, feature) <= limit) {
      place++;
    } else {
      end--;
      store<u32>(features + (<usize>place << 2), listed(features, end));
      store<u32>(features + (<usize>end << 2), feature);
    }
  }
  return end;
}

/** The greatest key that a feature of the node's level has. */
function levelLimit(state: u32, count: u32): u64 {
  const depth = int(TreeSlot.depth);
  const known = at(TreeSlot.levels) + (<usize>depth << 3);
  if (depth < DRAWN_LEVELS && load<u64>(known) != 0) return load<u64>(known);
  const features = at(TreeSlot.features);
  const keys = at(TreeSlot.draws);
  const all = int(TreeSlot.featureCount);
  for (let place: u32 = 0; place < all; place++) saveKey(keys, place, keyOf(state, listed(features, place)));
  const limit = leastKey(keys, all, count);
  if (depth < DRAWN_LEVELS) store<u64>(known, limit);
  return limit;
}

/** The greatest key of those that are drawn for the node, the features that are constant in it among them. */
function nodeLimit(state: u32, level: u64, levelState: u32, first: u32, end: u32): u64 {
  const features = at(TreeSlot.features);
  const keys = at(TreeSlot.draws);
  let count: u32 = 0;
  for (let place: u32 = 0; place < end; place++) {
    const feature = listed(features, place);
    if (place < first && level != u64.MAX_VALUE && keyOf(levelState, feature) > level) continue;
    saveKey(keys, count++, keyOf(state, feature));
  }
  return leastKey(keys, count, int(TreeSlot.featuresPerNode));
}

/** Of so many keys the one that is at this place in their order, counted from 1. It moves them. */
function leastKey(keys: usize, count: u32, place: u32): u64 {
  const wanted = <i32>place - 1;
  let low: i32 = 0;
  let high = <i32>count - 1;
  while (low < high) {
    const pivot = keyAt(keys, (low + high) >>> 1);
    let i = low;
    let j = high;
    while (i <= j) {
      while (keyAt(keys, i) < pivot) i++;
      while (keyAt(keys, j) > pivot) j--;
      if (i > j) break;
      const key = keyAt(keys, i);
      saveKey(keys, i++, keyAt(keys, j));
      saveKey(keys, j--, key);
    }
    if (wanted <= j) high = j;
    else if (wanted >= i) low = i;
    else break;
  }
  return keyAt(keys, wanted);
}

function makeKeys(state: u32, first: u32, end: u32): void {
  const features = at(TreeSlot.features);
  const keys = at(TreeSlot.draws);
  for (let place = first; place < end; place++) {
    const feature = listed(features, place);
    saveKey(keys, feature, keyOf(state, feature));
  }
}

/** Brings the candidate with the least key to this place. */
export function bringNext(place: u32): void {
  const draws = at(TreeSlot.draws);
  const features = at(TreeSlot.features);
  let chosen = place;
  let least: u64 = u64.MAX_VALUE;
  for (let other = place, end = int(TreeSlot.candidates); other < end; other++) {
    const key = keyAt(draws, listed(features, other));
    if (key >= least) continue;
    chosen = other;
    least = key;
  }
  swapFeatures(place, chosen);
}

@inline
function word(list: TreeSlot, index: u32): u64 { return load<u64>(at(list) + (<usize>index << 3)); }

/** What may stand beneath the features above the node: these, and those of each group that has all of these. */
function findAllowed(): void {
  const words = int(TreeSlot.groupWords);
  let any: u64 = 0;
  for (let k: u32 = 0; k < words; k++) any |= word(TreeSlot.above, k);
  const rest: u64 = any == 0 ? u64.MAX_VALUE : 0;
  for (let k: u32 = 0; k < words; k++) store<u64>(at(TreeSlot.allowed) + (<usize>k << 3), word(TreeSlot.above, k) | rest);
  for (let group: u32 = 0, count = int(TreeSlot.groupCount); group < count; group++) {
    let missing: u64 = 0;
    for (let k: u32 = 0; k < words; k++) missing |= word(TreeSlot.above, k) & ~word(TreeSlot.groups, group * words + k);
    if (missing != 0) continue;
    for (let k: u32 = 0; k < words; k++) {
      store<u64>(at(TreeSlot.allowed) + (<usize>k << 3), word(TreeSlot.allowed, k) | word(TreeSlot.groups, group * words + k));
    }
  }
}

/** False where the groups of features keep a feature from the node. It counts as drawn all the same. */
@inline
export function isAllowed(feature: u32): bool {
  if (int(TreeSlot.groupWords) == 0) return true;
  return ((word(TreeSlot.allowed, feature >>> 6) >>> (feature & 63)) & 1) == 1;
}
