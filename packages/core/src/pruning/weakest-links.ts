import { isLeaf, leafCount, parentsOf, type Tree } from "../tree/tree.ts";
import { allRows, CHUNK } from "../util/ranges.ts";
import type { Turns } from "../util/turns.ts";

/** The nested sequence of subtrees that minimise their price + α·leaves (Breiman, Friedman, Olshen and Stone 1984, ch. 3). */
export interface WeakestLinks {
  /** Strictly ascending; the first is 0 and stands for the smallest tree that costs no more than the full one, the last for the root alone. */
  readonly alphas: readonly number[];
  readonly leaves: readonly number[];
  /** What the splits that are left gain in total, in the measure of the α's. */
  readonly gains: readonly number[];
  /** The α from which on a node is a leaf; 0 for leaves, Infinity below a node that is collapsed first. */
  readonly collapseAt: Float64Array;
}

/** Nodes that are collapsed between two turns of others: each sums up all nodes above it. */
const STEPS = 1024;

/** What each split of a tree gains, and the unit in which α is told. */
export interface SplitGains {
  readonly gain: Float64Array;
  readonly unit: number;
}

/**
 * Collapses the node whose subtree gains least per leaf, again and again until the root is left. Since a node's subtree
 * gains what its splits gain, no sum of squares is ever subtracted.
 */
export function* weakestLinks(tree: Tree, splits: SplitGains = { gain: tree.gain, unit: 1 }): Turns<WeakestLinks> {
  const { nodeCount } = tree;
  const parents = parentsOf(tree);
  const subtrees: Subtrees = {
    tree,
    splits,
    leaves: new Uint32Array(nodeCount).fill(1),
    gain: new Float64Array(nodeCount),
    link: new Float64Array(nodeCount).fill(Number.POSITIVE_INFINITY),
    weakest: allRows(nodeCount),
  };
  const { leaves, gain, link, weakest } = subtrees;
  const collapseAt = new Float64Array(nodeCount).fill(Number.POSITIVE_INFINITY);
  for (let node = nodeCount - 1; node >= 0; node--) {
    if (node % CHUNK === 0) yield;
    if (isLeaf(tree, node)) collapseAt[node] = 0;
    else sumUp(subtrees, node);
  }
  const alphas = [0];
  const leafCounts = [leafCount(tree)];
  const gains = [gain[0] / splits.unit];
  for (let step = 1; leaves[0] > 1; step++) {
    if (step % STEPS === 0) yield;
    const node = weakest[0];
    const alpha = Math.max(link[node], alphas[alphas.length - 1]);
    collapseAt[node] = alpha;
    leaves[node] = 1;
    gain[node] = 0;
    link[node] = Number.POSITIVE_INFINITY;
    weakest[node] = node;
    for (let above = parents[node]; above >= 0; above = parents[above]) sumUp(subtrees, above);
    if (alpha > alphas[alphas.length - 1]) {
      alphas.push(alpha);
      leafCounts.push(0);
      gains.push(0);
    }
    leafCounts[leafCounts.length - 1] = leaves[0];
    gains[gains.length - 1] = gain[0] / splits.unit;
  }
  return { alphas, leaves: leafCounts, gains, collapseAt };
}

/** What is left of the subtree below each node. */
interface Subtrees {
  readonly tree: Tree;
  readonly splits: SplitGains;
  readonly leaves: Uint32Array;
  readonly gain: Float64Array;
  /** What a subtree gains per leaf that its collapse would save; Infinity for leaves. */
  readonly link: Float64Array;
  /** The node of the least link in the subtree; a tie goes to the lowest. */
  readonly weakest: Uint32Array;
}

/** All is taken anew from the children, never subtracted: rounding does not pile up. */
function sumUp({ tree, splits, leaves, gain, link, weakest }: Subtrees, node: number): void {
  const first = tree.firstChild[node];
  let leavesBelow = leaves[first];
  let gainBelow = gain[first];
  let least = weakest[first];
  for (let child = first + 1; child < first + tree.childCount[node]; child++) {
    leavesBelow += leaves[child];
    gainBelow += gain[child];
    const other = weakest[child];
    if (link[other] < link[least] || (link[other] === link[least] && other < least)) least = other;
  }
  leaves[node] = leavesBelow;
  gain[node] = splits.gain[node] + gainBelow;
  // Two divisions, so that links of equal shares stay equal.
  link[node] = gain[node] / (leavesBelow - 1) / splits.unit;
  weakest[node] = link[node] <= link[least] ? node : least;
}
