import { isLeaf, type Tree } from "../tree/tree.ts";

/**
 * The nodes of a tree of two-way splits, from `root` down, in the order of a heap: the root at 1, the children of place i at 2i and 2i + 1, for
 * so many full levels and their exits. A leaf that comes earlier is its own children.
 */
export function heapOfNodes(tree: Tree, levels: number, root = 0): Uint32Array {
  const nodes = new Uint32Array(2 << levels);
  nodes[1] = root;
  for (let place = 1; place < 1 << levels; place++) {
    const node = nodes[place];
    const goesOn = !isLeaf(tree, node);
    nodes[2 * place] = goesOn ? tree.firstChild[node] : node;
    nodes[2 * place + 1] = goesOn ? tree.firstChild[node] + 1 : node;
  }
  return nodes;
}

/** How many nodes of each level split; as many levels as the tree is deep. */
export function innerNodesByDepth(tree: Tree): number[] {
  const depth = new Uint32Array(tree.nodeCount);
  const counts: number[] = [];
  for (let node = 0; node < tree.nodeCount; node++) {
    if (isLeaf(tree, node)) continue;
    counts[depth[node]] = (counts[depth[node]] ?? 0) + 1;
    const end = tree.firstChild[node] + tree.childCount[node];
    for (let child = tree.firstChild[node]; child < end; child++) depth[child] = depth[node] + 1;
  }
  return counts;
}
