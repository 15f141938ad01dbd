import { isLeaf, leafCount, parentsOf, sumOfChildren, type Tree } from "../tree/tree.ts";

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

/** What each split of a tree gains, and the unit in which α is told. */
export interface SplitGains {
  readonly gain: Float64Array;
  readonly unit: number;
}

/**
 * Collapses the node whose subtree gains least per leaf, again and again until the root is left. Since a node's subtree
 * gains what its splits gain, no sum of squares is ever subtracted.
 */
export function weakestLinks(tree: Tree, splits: SplitGains = { gain: tree.gain, unit: 1 }): WeakestLinks {
  const parents = parentsOf(tree);
  const leaves = new Uint32Array(tree.nodeCount).fill(1);
  const gain = new Float64Array(tree.nodeCount);
  const collapseAt = new Float64Array(tree.nodeCount).fill(Number.POSITIVE_INFINITY);
  const heap = new LinkHeap();
  // Two divisions, so that links of equal shares stay equal.
  const linkOf = (node: number) => gain[node] / (leaves[node] - 1) / splits.unit;
  for (let node = tree.nodeCount - 1; node >= 0; node--) {
    if (isLeaf(tree, node)) {
      collapseAt[node] = 0;
      continue;
    }
    sumUp(tree, splits, node, leaves, gain);
    heap.push(node, linkOf(node));
  }
  const alphas = [0];
  const leafCounts = [leafCount(tree)];
  const gains = [gain[0] / splits.unit];
  while (leaves[0] > 1) {
    const { node, alpha: link } = heap.pop();
    // Stale: the node lies below a collapsed one, or its subtree has changed since it was pushed.
    if (leaves[node] < 2 || link !== linkOf(node)) continue;
    const alpha = Math.max(link, alphas[alphas.length - 1]);
    collapse(tree, node, leaves, gain);
    collapseAt[node] = alpha;
    for (let above = parents[node]; above >= 0; above = parents[above]) {
      sumUp(tree, splits, above, leaves, gain);
      heap.push(above, linkOf(above));
    }
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

/** Gains are summed anew from below, never subtracted: rounding does not pile up. */
function sumUp(tree: Tree, splits: SplitGains, node: number, leaves: Uint32Array, gain: Float64Array): void {
  leaves[node] = sumOfChildren(tree, node, leaves);
  gain[node] = splits.gain[node] + sumOfChildren(tree, node, gain);
}

function collapse(tree: Tree, top: number, leaves: Uint32Array, gain: Float64Array): void {
  const below = [top];
  for (let node = below.pop(); node !== undefined; node = below.pop()) {
    if (leaves[node] > 1) {
      for (let side = 0; side < tree.childCount[node]; side++) below.push(tree.firstChild[node] + side);
    }
    leaves[node] = node === top ? 1 : 0;
    gain[node] = 0;
  }
}

/** A binary heap of (node, α), the least α first, of equals the lowest node. */
class LinkHeap {
  readonly #nodes: number[] = [];
  readonly #alphas: number[] = [];

  push(node: number, alpha: number): void {
    let at = this.#nodes.push(node) - 1;
    this.#alphas.push(alpha);
    while (at > 0 && this.#before(at, (at - 1) >>> 1)) {
      this.#swap(at, (at - 1) >>> 1);
      at = (at - 1) >>> 1;
    }
  }

  pop(): { node: number; alpha: number } {
    const top = { node: this.#nodes[0], alpha: this.#alphas[0] };
    const last = this.#nodes.length - 1;
    this.#swap(0, last);
    this.#nodes.pop();
    this.#alphas.pop();
    for (let at = 0; ; ) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) if (child < last && this.#before(child, least)) least = child;
      if (least === at) return top;
      this.#swap(at, least);
      at = least;
    }
  }

  #before(a: number, b: number): boolean {
    if (this.#alphas[a] !== this.#alphas[b]) return this.#alphas[a] < this.#alphas[b];
    return this.#nodes[a] < this.#nodes[b];
  }

  #swap(a: number, b: number): void {
    [this.#nodes[a], this.#nodes[b]] = [this.#nodes[b], this.#nodes[a]];
    [this.#alphas[a], this.#alphas[b]] = [this.#alphas[b], this.#alphas[a]];
  }
}
