import type { Pacer } from "@cambium/kernels";
import { routeRow } from "../tree/route-row.ts";
import { gridExponent, powerOfTwo } from "../util/grid.ts";
import { forRanges } from "../util/ranges.ts";
import { collapseNoWorse } from "./collapse-no-worse.ts";
import { errorOf, weightOf } from "./held-out-errors.ts";
import type { HeldOut, PostPruning } from "./pruning-strategy.ts";

/**
 * Quinlan 1987: from the bottom up, a node becomes a leaf where that does not raise the error on the validation rows, so
 * also where none of them comes by. What is left is the smallest of all prunings that have the least error.
 */
export function reducedError(): PostPruning {
  return {
    stage: "after-growth",
    name: "reducedError",
    needs: { kind: "validation" },
    async prune(tree, [heldOut], pacer) {
      return {
        collapse: collapseNoWorse(tree, await errorsAsLeaf(heldOut, pacer), 0),
        path: [],
        reason: "a subtree went where a leaf in its place has no more error on the validation rows",
      };
    },
  };
}

/** What each node would get wrong as a leaf, over the held-out rows that pass through it, in steps of one grid: exact. */
async function errorsAsLeaf(heldOut: HeldOut, pacer: Pacer): Promise<Float64Array> {
  let most = 0;
  await visitErrors(heldOut, pacer, (_, error) => {
    most = Math.max(most, error);
  });
  const up = powerOfTwo(gridExponent(heldOut.rows.length, most));
  const errors = new Float64Array(heldOut.tree.nodeCount);
  await visitErrors(heldOut, pacer, (node, error) => {
    errors[node] += Math.round(error * up);
  });
  return errors;
}

/** Calls `visit` with each node that a row passes, and the row's weighted error there. */
async function visitErrors(
  heldOut: HeldOut,
  pacer: Pacer,
  visit: (node: number, error: number) => void,
): Promise<void> {
  const { tree, columns, rows } = heldOut;
  await forRanges(rows.length, pacer, (start, end) => {
    for (let i = start; i < end; i++) {
      const weight = weightOf(heldOut, rows[i]);
      for (let node = 0; node >= 0; node = routeRow(tree, columns, rows[i], node)) {
        visit(node, weight * errorOf(heldOut, node, rows[i]));
      }
    }
  });
}
