import type { FeatureSchema } from "../dataset/column.ts";
import { NodeKind, type Tree } from "../tree/tree.ts";
import type { CambiumError } from "../util/cambium-error.ts";
import { damagedModel } from "./damaged-model.ts";

/** Refuses a tree that a loop could get lost in: every index in range, children after parents, one parent per node. */
export function checkTree(tree: Tree, features: readonly FeatureSchema[], scoreCount: number): void {
  if (tree.valueWidth !== scoreCount) throw damaged(0, `predicts ${tree.valueWidth} numbers, expected ${scoreCount}`);
  const isChild = new Uint8Array(tree.nodeCount);
  for (let node = 0; node < tree.nodeCount; node++) {
    if (node > 0 && isChild[node] === 0) throw damaged(node, "has no parent");
    checkNumbers(tree, node);
    if (tree.kind[node] === NodeKind.Leaf) continue;
    checkSplit(tree, node, features);
    const child = tree.firstChild[node];
    if (child <= node || child + 1 >= tree.nodeCount)
      throw damaged(node, `has its children at ${child}, expected them after it`);
    if (isChild[child] === 1 || isChild[child + 1] === 1) throw damaged(node, "shares a child with another node");
    isChild[child] = 1;
    isChild[child + 1] = 1;
  }
}

function checkNumbers(tree: Tree, node: number): void {
  for (let k = 0; k < tree.valueWidth; k++) {
    if (!Number.isFinite(tree.value[node * tree.valueWidth + k]))
      throw damaged(node, "has a value that is not a finite number");
  }
  if (!(tree.gain[node] >= 0 && tree.cover[node] >= 0)) throw damaged(node, "has a negative gain or cover");
  if (tree.missingChild[node] > 1) throw damaged(node, "sends missing values to a third child");
}

function checkSplit(tree: Tree, node: number, features: readonly FeatureSchema[]): void {
  const feature = features[tree.feature[node]];
  if (feature === undefined) throw damaged(node, `splits on feature ${tree.feature[node]} of ${features.length}`);
  if (tree.kind[node] === NodeKind.Threshold && feature.kind === "numeric") {
    if (Number.isNaN(tree.threshold[node])) throw damaged(node, "has a threshold that is not a number");
    return;
  }
  if (tree.kind[node] !== NodeKind.Categories || feature.kind !== "categorical") {
    throw damaged(
      node,
      `splits the ${feature.kind} feature ${JSON.stringify(feature.name)} in a way of kind ${tree.kind[node]}`,
    );
  }
  const end = tree.categoryStart[node] + tree.categoryWords[node];
  if (end > tree.categories.length) throw damaged(node, "names categories beyond the end of its list");
}

function damaged(node: number, what: string): CambiumError {
  return damagedModel(`node ${node} of a tree ${what}`);
}
