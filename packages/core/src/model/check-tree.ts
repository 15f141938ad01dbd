import type { FeatureSchema } from "../dataset/column.ts";
import type { Surrogates } from "../tree/surrogates.ts";
import { EVERY_CHILD, NodeKind, type Tree } from "../tree/tree.ts";
import { keptValues, startOfKept } from "../tree/values-of-node.ts";
import type { CambiumError } from "../util/cambium-error.ts";
import { damagedModel } from "./model-format.ts";

/** Training comes to far less. Sums of such numbers, and a link that multiplies them, stay finite. */
export const LARGEST_SUM = 2 ** 1000;

/**
 * Refuses a tree that a loop could get lost in, or that takes more than its share of memory: every index is in range, children stand
 * after their parents, a node has one parent, a leaf has nothing of a split, and lists of categories stand one after the other.
 */
export function checkTree(tree: Tree, features: readonly FeatureSchema[], scoreCount: number): void {
  if (tree.valueWidth !== scoreCount) throw damaged(0, `predicts ${tree.valueWidth} numbers, expected ${scoreCount}`);
  checkNumbers(tree);
  const isChild = new Uint8Array(tree.nodeCount);
  let words = 0;
  for (let node = 0; node < tree.nodeCount; node++) {
    if (node > 0 && isChild[node] === 0) throw damaged(node, "has no parent");
    if (tree.surrogates !== null) checkSurrogates(tree, tree.surrogates, node, features);
    if (tree.kind[node] === NodeKind.Leaf) {
      checkLeaf(tree, node);
      continue;
    }
    checkSplit(tree, node, features);
    words = endOfCategories(tree, node, features[tree.feature[node]], words);
    markChildren(tree, node, isChild);
  }
  if (words !== tree.categories.length)
    throw damagedModel(`a tree has ${tree.categories.length} words of categories, of which its nodes use ${words}`);
  if (tree.surrogates !== null) checkSurrogateRanges(tree.surrogates);
}

/** Each node is the child of one other, which stands before it. */
function markChildren({ nodeCount, firstChild, childCount }: Tree, node: number, isChild: Uint8Array): void {
  const first = firstChild[node];
  const end = first + childCount[node];
  if (first <= node || end > nodeCount) throw damaged(node, `has its children at ${first}, expected them after it`);
  if (isChild.subarray(first, end).includes(1)) throw damaged(node, "shares a child with another node");
  isChild.fill(1, first, end);
}

/** Refuses numbers that no sum could hold. */
export function checkNumbers(tree: Tree): void {
  const { nodeCount, gain, cover } = tree;
  const values = keptValues(tree);
  let at = 0;
  for (let node = 0; node < nodeCount; node++) {
    for (const end = startOfKept(tree, node + 1); at < end; at++) {
      if (!Number.isFinite(values[at])) throw damaged(node, "has a value that is not a finite number");
    }
    if (!(gain[node] >= 0 && cover[node] >= 0)) throw damaged(node, "has a negative gain or cover");
    if (!(gain[node] < LARGEST_SUM && cover[node] < LARGEST_SUM))
      throw damaged(node, "has a gain or cover that no training comes to");
  }
}

function checkLeaf({ feature, gain, childCount, missingChild, categoryWords }: Tree, node: number): void {
  if (feature[node] !== -1) throw damaged(node, `is a leaf, and names feature ${feature[node]}`);
  if (gain[node] !== 0) throw damaged(node, "is a leaf, and has a gain");
  if (childCount[node] !== 0 || missingChild[node] !== 0) throw damaged(node, "is a leaf, and has children");
  if (categoryWords[node] !== 0) throw damaged(node, "is a leaf, and has categories");
}

function checkSplit(tree: Tree, node: number, features: readonly FeatureSchema[]): void {
  checkBranches(tree, node);
  const feature = features[tree.feature[node]];
  if (feature === undefined) throw damaged(node, `splits on feature ${tree.feature[node]} of ${features.length}`);
  const kind = tree.kind[node];
  if (kind === NodeKind.Threshold && feature.kind === "numeric") {
    if (Number.isNaN(tree.threshold[node])) throw damaged(node, "has a threshold that is not a number");
    return;
  }
  if ((kind === NodeKind.Categories || kind === NodeKind.Multiway) && feature.kind === "categorical") return;
  throw damaged(node, `splits the ${feature.kind} feature ${JSON.stringify(feature.name)} in a way of kind ${kind}`);
}

/**
 * The place after the node's part of `categories`. The parts stand one after the other in the order of the nodes, each as long as its
 * feature needs it: a file is then as large as all that is made of its lists.
 */
function endOfCategories(tree: Tree, node: number, feature: FeatureSchema, words: number): number {
  const isMultiway = tree.kind[node] === NodeKind.Multiway;
  const categoryCount = feature.kind === "categorical" ? feature.categories.length : 0;
  const expected = isMultiway ? categoryCount : Math.ceil(categoryCount / 32);
  const found = tree.categoryWords[node];
  if (found !== expected) throw damaged(node, `has ${found} words of categories, expected ${expected}`);
  if (expected === 0) return words;
  const start = tree.categoryStart[node];
  if (start !== words) throw damaged(node, `has its categories at ${start}, expected them at ${words}`);
  const end = start + found;
  if (end > tree.categories.length) throw damaged(node, "names categories beyond the end of its list");
  if (isMultiway && tree.categories.subarray(start, end).some((child) => child >= tree.childCount[node]))
    throw damaged(node, "sends a category to a child that it does not have");
  return end;
}

/** Two branches, or of a multiway node any number; missing values go to one of them, or to all. */
function checkBranches(tree: Tree, node: number): void {
  const count = tree.childCount[node];
  if (tree.kind[node] === NodeKind.Multiway ? count < 1 : count !== 2) throw damaged(node, `has ${count} children`);
  const missing = tree.missingChild[node];
  if (missing >= count && missing !== EVERY_CHILD)
    throw damaged(node, "sends missing values to a child that it does not have");
}

/** Refuses surrogates of a node that would read beyond an array, or send a row to a child that the node does not have. */
function checkSurrogates(tree: Tree, surrogates: Surrogates, node: number, features: readonly FeatureSchema[]): void {
  const start = surrogates.start[node];
  const count = surrogates.count[node];
  if (count === 0) return;
  const isBinary = tree.kind[node] === NodeKind.Threshold || tree.kind[node] === NodeKind.Categories;
  if (!isBinary) throw damagedModel(`node ${node} of a tree has surrogates for a split in two that it does not make`);
  if (start + count > surrogates.feature.length)
    throw damagedModel(`node ${node} of a tree names surrogates beyond the end of their list`);
  // A row may have to ask all of them: there is one for each of the other features at most.
  if (count >= features.length)
    throw damagedModel(`node ${node} of a tree has ${count} surrogates for ${features.length} features`);
  for (let index = start; index < start + count; index++) checkSurrogate(surrogates, index, features);
}

/** Refuses ranges that overlap or leave gaps: the surrogates stand in the order of the nodes, and so do their categories. */
function checkSurrogateRanges({ start, count, categoryStart, categoryWords, ...of }: Surrogates): void {
  const checked = inTurn(start, count, "surrogates of node");
  if (checked !== of.feature.length)
    throw damagedModel(`a tree has ${of.feature.length} surrogates, of which its nodes use ${checked}`);
  const words = inTurn(categoryStart, categoryWords, "categories of surrogate");
  if (words !== of.categories.length)
    throw damagedModel(`surrogates of a tree have ${of.categories.length} words of categories, and use ${words}`);
}

/** The end of ranges, once each is known to begin where the one before has ended. */
function inTurn(starts: Uint32Array, counts: Uint32Array, what: string): number {
  let end = 0;
  for (let i = 0; i < starts.length; i++) {
    if (counts[i] > 0 && starts[i] !== end)
      throw damagedModel(`${what} ${i} of a tree stand at ${starts[i]}, expected at ${end}`);
    end += counts[i];
  }
  return end;
}

function checkSurrogate(surrogates: Surrogates, index: number, features: readonly FeatureSchema[]): void {
  const fault = (what: string) => damagedModel(`surrogate ${index} of a tree ${what}`);
  const feature = features[surrogates.feature[index]];
  if (feature === undefined) throw fault(`is on feature ${surrogates.feature[index]} of ${features.length}`);
  if (surrogates.lowChild[index] > 1) throw fault(`has low values in child ${surrogates.lowChild[index]} of 2`);
  const shares = [surrogates.agreement[index], surrogates.adjusted[index]];
  if (!shares.every((share) => share >= 0 && share <= 1)) throw fault("has an agreement that is no share");
  const words = surrogates.categoryWords[index];
  if (surrogates.categoryStart[index] + words > surrogates.categories.length)
    throw fault("names categories beyond the end of their list");
  const expected = feature.kind === "numeric" ? 0 : 2 * Math.ceil(feature.categories.length / 32);
  if (words !== expected) throw fault(`has ${words} words of categories, expected ${expected}`);
  if (feature.kind === "numeric" && Number.isNaN(surrogates.threshold[index]))
    throw fault("has a threshold that is not a number");
}

function damaged(node: number, what: string): CambiumError {
  return damagedModel(`node ${node} of a tree ${what}`);
}
