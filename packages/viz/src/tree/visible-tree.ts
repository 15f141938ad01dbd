import { isLeaf, type Tree } from "@cambium/core";

/** A drawing is readable up to about so many leaves side by side. */
export const MOST_VISIBLE_LEAVES = 32;

/** A node of the drawing. Parents come before their children, as they do in the tree. */
export interface VisibleNode {
  /** Its number in the tree. */
  readonly node: number;
  /** Its parent's position in the list; -1 for the root. */
  readonly parent: number;
  readonly depth: number;
  /** "·" for the root, then "1" or "2" for each step: the path of an ancestor is a prefix of the path of its heirs. */
  readonly path: string;
  readonly leaf: boolean;
}

/** The nodes down to a depth. */
export function visibleNodes(tree: Tree, depth: number): VisibleNode[] {
  const nodes: VisibleNode[] = [{ node: 0, parent: -1, depth: 0, path: "·", leaf: isLeaf(tree, 0) }];
  for (let index = 0; index < nodes.length; index++) {
    const parent = nodes[index];
    if (parent.leaf || parent.depth === depth) continue;
    for (let side = 0; side < 2; side++) {
      const node = tree.firstChild[parent.node] + side;
      const path = `${parent.path}${side + 1}`;
      nodes.push({ node, parent: index, depth: parent.depth + 1, path, leaf: isLeaf(tree, node) });
    }
  }
  return nodes;
}

/** The depth of every node. */
export function nodeDepths(tree: Tree): Uint32Array {
  const depths = new Uint32Array(tree.nodeCount);
  for (let node = 0; node < tree.nodeCount; node++) {
    if (isLeaf(tree, node)) continue;
    const first = tree.firstChild[node];
    depths[first] = depths[first + 1] = depths[node] + 1;
  }
  return depths;
}

/** The largest depth at which no more leaves stand side by side than a reader can follow; a cut branch is a leaf. */
export function readableDepth(tree: Tree, mostLeaves = MOST_VISIBLE_LEAVES): number {
  const depths = nodeDepths(tree);
  const inner: number[] = [];
  const leaves: number[] = [];
  for (let node = 0; node < tree.nodeCount; node++) {
    const counts = isLeaf(tree, node) ? leaves : inner;
    counts[depths[node]] = (counts[depths[node]] ?? 0) + 1;
  }
  let finished = 0;
  for (let depth = 0; ; depth++) {
    finished += leaves[depth] ?? 0;
    const open = inner[depth] ?? 0;
    if (open === 0) return depth;
    const nextLevel = 2 * open;
    if (finished + nextLevel > mostLeaves) return depth;
  }
}
