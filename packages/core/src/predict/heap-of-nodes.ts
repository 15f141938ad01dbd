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

/** How many splits the longest way from the root has. */
export function depthOf(tree: Tree): number {
  const depth = new Uint32Array(tree.nodeCount);
  let most = 0;
  for (let node = 0; node < tree.nodeCount; node++) {
    most = Math.max(most, depth[node]);
    const first = tree.firstChild[node];
    depth.fill(depth[node] + 1, first, first + tree.childCount[node]);
  }
  return most;
}
