import { indexOfLargest } from "../util/index-of-largest.ts";
import type { Surrogates } from "./surrogates.ts";

/**
 * A fitted tree: parallel arrays, one entry per node, no behaviour. Node 0 is the root; the children of a node stand side
 * by side (`childCount` of them from `firstChild` on) and always after their parent, so that a loop from the last node to
 * the first sees children before parents, and a path can not run in a circle.
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
  /** 2, but in a multiway node as many as it has branches; 0 in a leaf. */
  readonly childCount: Uint32Array;
  /** The child, counted from the first, that a missing value goes to; or `EVERY_CHILD`. */
  readonly missingChild: Uint32Array;
  /** Where the node's part of `categories` begins, and how many 32-bit words it has. */
  readonly categoryStart: Uint32Array;
  readonly categoryWords: Uint32Array;
  /** Of a node that parts categories in two: a bitset of the codes that go to the first child. Multiway: the child of each code. */
  readonly categories: Uint32Array;
  /**
   * `valueWidth` numbers per node, inner nodes included: what the node would predict if it were a leaf. In a tree with `sparseValues` the first
   * access makes this array, of 8 bytes a number; a tree of more than 2^29 numbers refuses that. `valuesOfNode` reads one node without it.
   */
  readonly value: Float64Array;
  /** The numbers of `value` that are not 0. Only a tree from a file that leaves out the zeros of many classes has it. */
  readonly sparseValues?: SparseValues;
  /** Improvement by the node's split; 0 in a leaf. */
  readonly gain: Float64Array;
  /** Weight of the training rows in the node; in boosting the sum of their hessians. */
  readonly cover: Float64Array;
  /** Number of training rows in the node. */
  readonly rowCount: Uint32Array;
  /** What stands in where a feature is missing; null in a tree without surrogates. */
  readonly surrogates: Surrogates | null;
  /** Whether some node sends missing values to every child: a row may then end in several leaves, a part of it in each. */
  readonly sharesRows: boolean;
  /** Impurity of the root on the scale of `gain`; 0 where the learner has no such notion. */
  readonly rootImpurity: number;
}

/** The values of all nodes that are not 0: node after node, and in each node by their places. */
export interface SparseValues {
  /** One entry per node, and one more: the values of a node are those from its own entry to the next one. */
  readonly starts: Uint32Array;
  /** The place of each value among the `valueWidth` numbers of its node. */
  readonly places: Uint32Array;
  readonly numbers: Float64Array;
}

export const NodeKind = { Leaf: 0, Threshold: 1, Categories: 2, Multiway: 3 } as const;

/** As `missingChild`: a row without a value goes down every branch, by the branch's share of the cover. */
export const EVERY_CHILD = 0xffffffff;

/** The fact that a tree keeps as `sharesRows`. */
export function hasSharedRows(missingChild: Uint32Array): boolean {
  return missingChild.includes(EVERY_CHILD);
}

export function isLeaf(tree: Tree, node: number): boolean {
  return tree.kind[node] === NodeKind.Leaf;
}

export function leafCount(tree: Tree): number {
  return tree.kind.filter((kind) => kind === NodeKind.Leaf).length;
}

/** The parent of every node; -1 for the root. */
export function parentsOf(tree: Tree): Int32Array {
  const parents = new Int32Array(tree.nodeCount).fill(-1);
  for (let node = 0; node < tree.nodeCount; node++) {
    if (isLeaf(tree, node)) continue;
    const end = tree.firstChild[node] + tree.childCount[node];
    for (let child = tree.firstChild[node]; child < end; child++) parents[child] = node;
  }
  return parents;
}

/** The child, counted from the first, of most cover; a tie goes to the first. */
export function heaviestChild(tree: Tree, node: number): number {
  return indexOfLargest(tree.cover, tree.firstChild[node], tree.childCount[node]);
}

/** The sum over a node's children of what they have in an array by node. */
export function sumOfChildren(tree: Tree, node: number, values: Float64Array | Uint32Array): number {
  const first = tree.firstChild[node];
  let sum = values[first];
  for (let child = first + 1; child < first + tree.childCount[node]; child++) sum += values[child];
  return sum;
}
