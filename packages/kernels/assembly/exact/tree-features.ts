// Which features a node is searched by: core's `features-of-node.ts`. In the list of features those that are known to be
// constant in the node come first, then its candidates, then all that its level or its draw leaves out.

import { DRAWN_LEVELS, TreeSlot } from "../generated/tree-layout";
import { at, featureAt, featureCount, groupWords, int, moreBits, num, put, saveFeature } from "./tree-job";

/** The features with the least keys are drawn. No two have the same. */
@inline
function keyOf(state: u32, feature: u32): u64 { return (<u64>moreBits(state, feature) << 32) | feature; }

// Loops take the places of their lists as arguments: what they read from the slots, the engine would convert in every turn.
@inline
function keyAt(keys: usize, index: usize): u64 { return load<u64>(keys + (index << 3)); }
@inline
function saveKey(keys: usize, index: usize, key: u64): void { store<u64>(keys + (index << 3), key); }

@inline
export function swapFeatures(a: u32, b: u32): void {
  const feature = featureAt(a);
  saveFeature(a, featureAt(b));
  saveFeature(b, feature);
}

/** Finds the candidates of the node; where each takes the next of them in turn, it makes their keys. */
export function chooseFeatures(): void {
  const first = int(TreeSlot.constants);
  const ofLevel = <u32>min(num(TreeSlot.featuresPerLevel), <f64>featureCount);
  let end = featureCount;
  let level: u64 = u64.MAX_VALUE;
  let levelState: u32 = 0;
  if (ofLevel < featureCount) {
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
  if (groupWords > 0) findAllowed();
}

/** Moves the features whose key is above the limit to the end of the list; returns where they begin. */
function keepUpTo(limit: u64, state: u32, first: u32, end: u32): u32 {
  let place = first;
  while (place < end) {
    if (keyOf(state, featureAt(place)) <= limit) place++;
    else swapFeatures(place, --end);
  }
  return end;
}

/** The greatest key that a feature of the node's level has. */
function levelLimit(state: u32, count: u32): u64 {
  const depth = int(TreeSlot.depth);
  const known = at(TreeSlot.levels) + (<usize>depth << 3);
  if (depth < DRAWN_LEVELS && load<u64>(known) != 0) return load<u64>(known);
  const keys = at(TreeSlot.draws);
  for (let place: u32 = 0; place < featureCount; place++) saveKey(keys, place, keyOf(state, featureAt(place)));
  const limit = leastKey(keys, featureCount, count);
  if (depth < DRAWN_LEVELS) store<u64>(known, limit);
  return limit;
}

/** The greatest key of those that are drawn for the node, the features that are constant in it among them. */
function nodeLimit(state: u32, level: u64, levelState: u32, first: u32, end: u32): u64 {
  const keys = at(TreeSlot.draws);
  let count: u32 = 0;
  for (let place: u32 = 0; place < end; place++) {
    const feature = featureAt(place);
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
  const keys = at(TreeSlot.draws);
  for (let place = first; place < end; place++) {
    const feature = featureAt(place);
    saveKey(keys, feature, keyOf(state, feature));
  }
}

/** Brings the candidate with the least key to this place. */
export function bringNext(place: u32): void {
  const draws = at(TreeSlot.draws);
  let chosen = place;
  let least: u64 = u64.MAX_VALUE;
  for (let other = place, end = int(TreeSlot.candidates); other < end; other++) {
    const key = keyAt(draws, featureAt(other));
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
  const words = groupWords;
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
  return groupWords == 0 || ((word(TreeSlot.allowed, feature >>> 6) >>> (feature & 63)) & 1) == 1;
}
