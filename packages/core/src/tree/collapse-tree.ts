import { surrogatesOf } from "./pack-surrogates.ts";
import { isLeaf, NodeKind, type Tree } from "./tree.ts";
import { type NewSplit, TreeBuilder } from "./tree-builder.ts";

/** A new tree in which the marked nodes are leaves; what stood below them is gone. */
export function collapseTree(tree: Tree, collapse: Uint8Array): Tree {
  const builder = new TreeBuilder(tree.valueWidth);
  const queue = [0];
  builder.addNode(nodeAt(tree, 0));
  for (let made = 0; made < queue.length; made++) {
    const node = queue[made];
    if (isLeaf(tree, node) || collapse[node] === 1) continue;
    builder.cut(made, splitAt(tree, node));
    const first = tree.firstChild[node];
    for (let child = first; child < first + tree.childCount[node]; child++) {
      builder.addNode(nodeAt(tree, child));
      queue.push(child);
    }
  }
  return builder.finish(tree.rootImpurity);
}

function nodeAt(tree: Tree, node: number) {
  const at = node * tree.valueWidth;
  return {
    value: tree.value.subarray(at, at + tree.valueWidth),
    cover: tree.cover[node],
    rowCount: tree.rowCount[node],
  };
}

function splitAt(tree: Tree, node: number): NewSplit {
  const start = tree.categoryStart[node];
  return {
    kind: kindNames[tree.kind[node]],
    feature: tree.feature[node],
    threshold: tree.threshold[node],
    categories: tree.categories.subarray(start, start + tree.categoryWords[node]),
    missingChild: tree.missingChild[node],
    childCount: tree.childCount[node],
    gain: tree.gain[node],
    surrogates: surrogatesOf(tree.surrogates, node),
  };
}

const kindNames: Readonly<Record<number, NewSplit["kind"]>> = {
  [NodeKind.Threshold]: "threshold",
  [NodeKind.Categories]: "categories",
  [NodeKind.Multiway]: "multiway",
};
