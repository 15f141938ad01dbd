import { isLeaf, sumOfChildren, type Tree } from "../tree/tree.ts";

/**
 * From the bottom up, marks the nodes that are no worse as a leaf than what is left below them. A node may be worse by
 * `slack`; of equals the smaller tree is taken. `costs` has what each node costs as a leaf.
 */
export function collapseNoWorse(tree: Tree, costs: Float64Array, slack: number): Uint8Array {
  const collapse = new Uint8Array(tree.nodeCount);
  const best = costs.slice();
  for (let node = tree.nodeCount - 1; node >= 0; node--) {
    if (isLeaf(tree, node)) continue;
    const below = sumOfChildren(tree, node, best);
    if (costs[node] <= below + slack) collapse[node] = 1;
    else best[node] = below;
  }
  return collapse;
}
