/**
 * A fitted tree: parallel arrays, one entry per node, no behaviour. Node 0 is the root; the children of a node stand side
 * by side (`firstChild`, `firstChild + 1`) and always after their parent, so that a loop from the last node to the first
 * sees children before parents, and a path can not run in a circle.
 */
export interface Tree {
  readonly nodeCount: number;
  /** Numbers per node in `value`: the class count of a classification tree, else 1. */
  readonly valueWidth: number;
  /** One of `NodeKind`. */
  readonly kind: Uint8Array;
  /** Index into the model's features; -1 in a leaf. */
  readonly feature: Int32Array;
  /** A row goes to the first child when its value is <= the threshold; NaN where the node has no threshold. */
  readonly threshold: Float64Array;
  /** 0 in a leaf. */
  readonly firstChild: Uint32Array;
  /** 0 or 1: the child that a missing value goes to. */
  readonly missingChild: Uint8Array;
  /** Where the node's set of categories begins in `categories`, and how many 32-bit words it has. */
  readonly categoryStart: Uint32Array;
  readonly categoryWords: Uint32Array;
  /** Bitsets of the category codes that go to the first child. */
  readonly categories: Uint32Array;
  /** `valueWidth` numbers per node, inner nodes included: what the node would predict if it were a leaf. */
  readonly value: Float64Array;
  /** Improvement by the node's split; 0 in a leaf. */
  readonly gain: Float64Array;
  /** Weight of the training rows in the node; in boosting the sum of their hessians. */
  readonly cover: Float64Array;
  /** Number of training rows in the node. */
  readonly rowCount: Uint32Array;
  /** Impurity of the root on the scale of `gain`; 0 where the learner has no such notion. */
  readonly rootImpurity: number;
}

export const NodeKind = { Leaf: 0, Threshold: 1, Categories: 2 } as const;

export function isLeaf(tree: Tree, node: number): boolean {
  return tree.kind[node] === NodeKind.Leaf;
}

export function leafCount(tree: Tree): number {
  let count = 0;
  for (let node = 0; node < tree.nodeCount; node++) if (isLeaf(tree, node)) count++;
  return count;
}

/** The parent of every node; -1 for the root. */
export function parentsOf(tree: Tree): Int32Array {
  const parents = new Int32Array(tree.nodeCount).fill(-1);
  for (let node = 0; node < tree.nodeCount; node++) {
    if (isLeaf(tree, node)) continue;
    parents[tree.firstChild[node]] = node;
    parents[tree.firstChild[node] + 1] = node;
  }
  return parents;
}
