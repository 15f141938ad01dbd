import { type HeldOut, isLeaf, type PostPruning, routeRow, type Tree } from "@cambium/core";

/** Quinlan 1987: from the bottom up, a node becomes a leaf where that makes no more errors on the validation rows. */
export function reducedError(): PostPruning {
  return {
    stage: "after-growth",
    name: "reducedError",
    needs: { kind: "validation" },
    prune(tree, evidence) {
      const errors = errorsAsLeaf(tree, evidence);
      const collapse = new Uint8Array(tree.nodeCount);
      // Children stand behind their parents, so this loop meets them first; `errors` becomes that of the best subtree.
      for (let node = tree.nodeCount - 1; node >= 0; node--) {
        if (isLeaf(tree, node)) continue;
        const below = errors[tree.firstChild[node]] + errors[tree.firstChild[node] + 1];
        if (errors[node] <= below) collapse[node] = 1;
        else errors[node] = below;
      }
      return { collapse, path: [] };
    },
  };
}

/** What each node would get wrong if it were a leaf, over the held-out rows that pass through it. */
function errorsAsLeaf(tree: Tree, evidence: readonly HeldOut[]): Float64Array {
  const errors = new Float64Array(tree.nodeCount);
  for (const { columns, target, rows } of evidence) {
    for (const row of rows) {
      for (let node = 0; node >= 0; node = routeRow(tree, columns, row, node)) {
        errors[node] += errorOf(tree, node, target, row);
      }
    }
  }
  return errors;
}

function errorOf(tree: Tree, node: number, target: HeldOut["target"], row: number): number {
  const values = tree.value.subarray(node * tree.valueWidth, (node + 1) * tree.valueWidth);
  if (target.task === "regression") {
    const difference = values[0] - target.values[row];
    return difference * difference;
  }
  return values.indexOf(Math.max(...values)) === target.codes[row] ? 0 : 1;
}
