import type { Pacer } from "@cambium/kernels";
import { type EncodedRows, leafOf } from "../../tree/route-row.ts";
import { isLeaf, type Tree } from "../../tree/tree.ts";
import { forRanges } from "../../util/ranges.ts";

/** The tree with each leaf as `leafValue` has it for the rows of the bag that come there. Where none comes, the leaf stays as it is. */
export async function refitLeaves(
  tree: Tree,
  leafValue: (rows: Uint32Array) => number,
  columns: EncodedRows,
  bag: Uint32Array,
  pacer: Pacer,
): Promise<Tree> {
  const leaves = new Uint32Array(bag.length);
  const starts = new Uint32Array(tree.nodeCount + 1);
  await forRanges(bag.length, pacer, (start, end) => {
    for (let i = start; i < end; i++) {
      leaves[i] = leafOf(tree, columns, bag[i]);
      starts[leaves[i] + 1]++;
    }
  });
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
