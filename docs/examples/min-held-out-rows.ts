import { type HeldOut, isLeaf, type PostPruning, routeRow, type Tree } from "@cambium/core";

/** Keeps a split only where at least `limit` validation rows reach each of its sides: what few rows see, none can judge. */
export function minHeldOutRows(limit: number): PostPruning {
  return {
    stage: "after-growth",
    name: "minHeldOutRows",
    needs: { kind: "validation" },
    prune(tree, evidence) {
      const reached = rowsReaching(tree, evidence);
      const collapse = new Uint8Array(tree.nodeCount);
      for (let node = 0; node < tree.nodeCount; node++) {
        if (isLeaf(tree, node)) continue;
        const child = tree.firstChild[node];
        if (Math.min(reached[child], reached[child + 1]) < limit) collapse[node] = 1;
      }
      return {
        collapse,
        path: [],
        reason: `a split went where less than ${limit} validation rows reach a side`,
      };
    },
  };
}

/** How many held-out rows pass through each node. */
function rowsReaching(tree: Tree, evidence: readonly HeldOut[]): Uint32Array {
  const reached = new Uint32Array(tree.nodeCount);
  for (const { columns, rows } of evidence) {
    for (const row of rows) {
      for (let node = 0; node >= 0; node = routeRow(tree, columns, row, node)) reached[node]++;
    }
  }
  return reached;
}
