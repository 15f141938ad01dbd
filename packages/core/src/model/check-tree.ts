import type { FeatureSchema } from "../dataset/column.ts";
import { EVERY_CHILD, NodeKind, type Tree } from "../tree/tree.ts";
import type { CambiumError } from "../util/cambium-error.ts";
import { checkSurrogates } from "./check-surrogates.ts";
import { damagedModel } from "./damaged-model.ts";

/** Training comes to far less. Sums of such numbers, and a link that multiplies them, stay finite. */
export const LARGEST_SUM = 2 ** 1000;

/** Refuses a tree that a loop could get lost in: every index in range, children after parents, one parent per node. */
export function checkTree(tree: Tree, features: readonly FeatureSchema[], scoreCount: number): void {
  if (tree.valueWidth !== scoreCount) throw damaged(0, `predicts ${tree.valueWidth} numbers, expected ${scoreCount}`);
  const isChild = new Uint8Array(tree.nodeCount);
  for (let node = 0; node < tree.nodeCount; node++) {
    if (node > 0 && isChild[node] === 0) throw damaged(node, "has no parent");
    checkNumbers(tree, node);
    if (tree.surrogates !== null) checkSurrogates(tree, tree.surrogates, node, features);
    if (tree.kind[node] === NodeKind.Leaf) continue;
    checkSplit(tree, node, features);
    const first = tree.firstChild[node];
    const end = first + tree.childCount[node];
    if (first <= node || end > tree.nodeCount)
      throw damaged(node, `has its children at ${first}, expected them after it`);
    if (isChild.subarray(first, end).includes(1)) throw damaged(node, "shares a child with another node");
    isChild.fill(1, first, end);
  }
}

function checkNumbers(tree: Tree, node: number): void {
  for (let k = 0; k < tree.valueWidth; k++) {
    if (!Number.isFinite(tree.value[node * tree.valueWidth + k]))
      throw damaged(node, "has a value that is not a finite number");
  }
  if (!(tree.gain[node] >= 0 && tree.cover[node] >= 0)) throw damaged(node, "has a negative gain or cover");
  if (!(tree.gain[node] < Number.POSITIVE_INFINITY && tree.cover[node] < LARGEST_SUM))
    throw damaged(node, "has a gain or cover that no training comes to");
}

function checkSplit(tree: Tree, node: number, features: readonly FeatureSchema[]): void {
  checkBranches(tree, node);
  const feature = features[tree.feature[node]];
  if (feature === undefined) throw damaged(node, `splits on feature ${tree.feature[node]} of ${features.length}`);
  if (tree.kind[node] === NodeKind.Threshold && feature.kind === "numeric") {
    if (Number.isNaN(tree.threshold[node])) throw damaged(node, "has a threshold that is not a number");
    return;
  }
  const isMultiway = tree.kind[node] === NodeKind.Multiway;
  if ((tree.kind[node] !== NodeKind.Categories && !isMultiway) || feature.kind !== "categorical") {
    throw damaged(
      node,
      `splits the ${feature.kind} feature ${JSON.stringify(feature.name)} in a way of kind ${tree.kind[node]}`,
    );
  }
  const start = tree.categoryStart[node];
  const end = start + tree.categoryWords[node];
  if (end > tree.categories.length) throw damaged(node, "names categories beyond the end of its list");
  if (!isMultiway) return;
  if (tree.categoryWords[node] !== feature.categories.length)
    throw damaged(node, "does not say where each category goes");
  if (tree.categories.subarray(start, end).some((child) => child >= tree.childCount[node]))
    throw damaged(node, "sends a category to a child that it does not have");
}

/** Two branches, or of a multiway node any number; missing values go to one of them, or to all. */
function checkBranches(tree: Tree, node: number): void {
  const count = tree.childCount[node];
  if (tree.kind[node] === NodeKind.Multiway ? count < 1 : count !== 2) throw damaged(node, `has ${count} children`);
  const missing = tree.missingChild[node];
  if (missing >= count && missing !== EVERY_CHILD)
    throw damaged(node, "sends missing values to a child that it does not have");
}

function damaged(node: number, what: string): CambiumError {
  return damagedModel(`node ${node} of a tree ${what}`);
}
