import { CHUNK } from "../util/ranges.ts";
import { atOnce, type Turns } from "../util/turns.ts";
import { surrogatesOf } from "./surrogates.ts";
import { isLeaf, type Tree } from "./tree.ts";
import { kindNames, type NewSplit, TreeBuilder } from "./tree-builder.ts";
import { valuesOfNode } from "./values-of-node.ts";

/**
 * A new tree in which the marked nodes are leaves; what stood below them is gone. Where `raise` names a child (1 + its place
 * among the children), that child has taken the node's place, with its own numbers.
 */
export function collapseTree(tree: Tree, collapse: Uint8Array, raise?: Uint32Array): Tree {
  return atOnce(collapseInTurns(tree, collapse, raise));
}

/** The same for trees of very many nodes. */
export function* collapseInTurns(tree: Tree, collapse: Uint8Array, raise?: Uint32Array): Turns<Tree> {
  const builder = new TreeBuilder(tree.valueWidth);
  const root = raisedTo(tree, 0, collapse, raise);
  const queue = [root];
  builder.addNode(nodeAt(tree, root));
  for (let made = 0; made < queue.length; made++) {
    if (made % CHUNK === 0) yield;
    const node = queue[made];
    if (isLeaf(tree, node) || collapse[node] === 1) continue;
    builder.cut(made, splitAt(tree, node));
    const first = tree.firstChild[node];
    for (let place = first; place < first + tree.childCount[node]; place++) {
      const child = raisedTo(tree, place, collapse, raise);
      builder.addNode(nodeAt(tree, child));
      queue.push(child);
    }
  }
  return yield* builder.finishInTurns(tree.rootImpurity);
}

/** The node that stands in the place of this one. */
export function raisedTo(tree: Tree, node: number, collapse: Uint8Array, raise: Uint32Array | undefined): number {
  let top = node;
  while (raise !== undefined && raise[top] > 0 && collapse[top] === 0 && !isLeaf(tree, top))
    top = tree.firstChild[top] + raise[top] - 1;
  return top;
}

function nodeAt(tree: Tree, node: number) {
  return { value: valuesOfNode(tree, node), cover: tree.cover[node], rowCount: tree.rowCount[node] };
}

function splitAt(tree: Tree, node: number): NewSplit {
  const start = tree.categoryStart[node];
  return {
    kind: kindNames[tree.kind[node]] as NewSplit["kind"],
    feature: tree.feature[node],
    threshold: tree.threshold[node],
    categories: tree.categories.subarray(start, start + tree.categoryWords[node]),
    missingChild: tree.missingChild[node],
    childCount: tree.childCount[node],
    gain: tree.gain[node],
    surrogates: surrogatesOf(tree.surrogates, node),
  };
}
