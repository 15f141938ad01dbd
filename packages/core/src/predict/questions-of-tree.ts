import { isLeaf, type Tree } from "../tree/tree.ts";

/** What a tree asks, when nodes that ask the same count once: the answers to all questions name the leaf. */
export interface TreeQuestions {
  /** One node for each question. */
  readonly nodes: readonly number[];
  /** Whether nodes that send missing values to different sides count as the same, so that they are it only where none is missing. */
  readonly ifPresent: boolean;
  /** By the answers, that to the first question in the highest bit: the leaf. */
  readonly leaves: Uint32Array;
}

/**
 * Null where a tree asks more than `most`. Not only symmetric trees do: one whose level asks what in some of its nodes is settled
 * already lacks these nodes, and has the next level there in their place.
 */
export function questionsOfTree(tree: Tree, most: number): TreeQuestions | null {
  return questionsBy(tree, most, false) ?? questionsBy(tree, most, true);
}

function questionsBy(tree: Tree, most: number, ifPresent: boolean): TreeQuestions | null {
  const { feature, threshold, missingChild, nodeCount } = tree;
  const nodes: number[] = [];
  const asks = new Uint8Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    if (isLeaf(tree, node)) continue;
    const known = nodes.findIndex(
      (of) =>
        feature[of] === feature[node] &&
        threshold[of] === threshold[node] &&
        (ifPresent || missingChild[of] === missingChild[node]),
    );
    if (known < 0 && nodes.push(node) > most) return null;
    asks[node] = known < 0 ? nodes.length - 1 : known;
  }
  const leaves = new Uint32Array(1 << nodes.length);
  for (let answers = 0; answers < leaves.length; answers++) {
    let node = 0;
    while (!isLeaf(tree, node)) node = tree.firstChild[node] + ((answers >> (nodes.length - 1 - asks[node])) & 1);
    leaves[answers] = node;
  }
  return { nodes, ifPresent, leaves };
}
