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
  /** "·" for the root, then a character for each step, "1" for the first branch: an ancestor's path is a prefix of its heirs'. */
  readonly path: string;
  readonly leaf: boolean;
}

/** The nodes down to a depth. */
export function visibleNodes(tree: Tree, depth: number): VisibleNode[] {
  const nodes: VisibleNode[] = [{ node: 0, parent: -1, depth: 0, path: "·", leaf: isLeaf(tree, 0) }];
  for (let index = 0; index < nodes.length; index++) {
    const parent = nodes[index];
    if (parent.leaf || parent.depth === depth) continue;
    for (let side = 0; side < tree.childCount[parent.node]; side++) {
      const node = tree.firstChild[parent.node] + side;
      const path = parent.path + stepTo(side);
      nodes.push({ node, parent: index, depth: parent.depth + 1, path, leaf: isLeaf(tree, node) });
    }
  }
  return nodes;
}

/** From the tenth branch on there are no digits left; these letters are of one unit, and need no quoting. */
const FIRST_LETTER = 0x100;
const DIGITS = 9;

function stepTo(side: number): string {
  return side < DIGITS ? String(side + 1) : String.fromCharCode(FIRST_LETTER + side);
}

/** The branch, counted from 0, by which a path ends. */
export function sideOfPath(path: string): number {
  const last = path.charCodeAt(path.length - 1);
  return last >= FIRST_LETTER ? last - FIRST_LETTER : Number(path.at(-1)) - 1;
}

/** The depth of every node. */
export function nodeDepths(tree: Tree): Uint32Array {
  const depths = new Uint32Array(tree.nodeCount);
  for (let node = 0; node < tree.nodeCount; node++) {
    if (isLeaf(tree, node)) continue;
    const first = tree.firstChild[node];
    depths.fill(depths[node] + 1, first, first + tree.childCount[node]);
  }
  return depths;
}

/** The largest depth at which no more leaves stand side by side than a reader can follow; a cut branch is a leaf. */
export function readableDepth(tree: Tree, mostLeaves = MOST_VISIBLE_LEAVES): number {
  const depths = nodeDepths(tree);
  const inner: number[] = [];
  const nodes: number[] = [0];
  const leaves: number[] = [];
  for (let node = 0; node < tree.nodeCount; node++) {
    const counts = isLeaf(tree, node) ? leaves : inner;
    counts[depths[node]] = (counts[depths[node]] ?? 0) + 1;
    nodes[depths[node]] = (nodes[depths[node]] ?? 0) + 1;
  }
  let finished = 0;
  for (let depth = 0; ; depth++) {
    finished += leaves[depth] ?? 0;
    const open = inner[depth] ?? 0;
    if (open === 0) return depth;
    if (finished + nodes[depth + 1] > mostLeaves) return depth;
  }
}
