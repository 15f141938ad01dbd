import type { Pacer } from "@cambium/kernels";
import { type EncodedRows, leafOf } from "../../tree/route-row.ts";
import { isLeaf, type Tree } from "../../tree/tree.ts";

/** The tree with each leaf as `leafValue` has it for the rows of the bag that come there. Where none comes, the leaf stays as it is. */
export async function refitLeaves(
  tree: Tree,
  leafValue: (rows: Uint32Array) => number,
  { columns, bag }: RefitRows,
  pacer: Pacer,
): Promise<Tree> {
  const leaves = new Uint32Array(bag.length);
  const starts = new Uint32Array(tree.nodeCount + 1);
  for (let i = 0; i < bag.length; i++) {
    if (i % ROWS === 0 && pacer.due()) await pacer.pause();
    leaves[i] = leafOf(tree, columns, bag[i]);
    starts[leaves[i] + 1]++;
  }
  for (let node = 0; node < tree.nodeCount; node++) starts[node + 1] += starts[node];
  const byLeaf = new Uint32Array(bag.length);
  const next = starts.slice();
  for (let i = 0; i < bag.length; i++) byLeaf[next[leaves[i]]++] = bag[i];
  const value = tree.value.slice();
  for (let node = 0; node < tree.nodeCount; node++) {
    if (!isLeaf(tree, node) || starts[node] === starts[node + 1]) continue;
    if (pacer.due()) await pacer.pause();
    value[node] = leafValue(byLeaf.subarray(starts[node], starts[node + 1]));
  }
  return { ...tree, value };
}

/** Between two looks at the clock. */
const ROWS = 16_384;

/** What leaves are fitted to. */
export interface RefitRows {
  readonly columns: EncodedRows;
  readonly bag: Uint32Array;
}
