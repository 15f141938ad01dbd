import type { Pacer } from "@cambium/kernels";
import { partsOfWeight } from "../tree/part-rows.ts";
import { routeRow } from "../tree/route-row.ts";
import type { RowPart } from "../tree/share-row.ts";
import { isLeaf } from "../tree/tree.ts";
import { gridExponent, powerOfTwo } from "../util/grid.ts";
import { forRanges } from "../util/ranges.ts";
import { roundInTurns } from "../util/round-to-grid.ts";
import { inTurns } from "../util/turns.ts";
import { collapseNoWorse } from "./collapse-no-worse.ts";
import { errorOf } from "./held-out-errors.ts";
import type { HeldOut, PostPruning } from "./pruning-strategy.ts";

/**
 * Quinlan 1987: from the bottom up, a node becomes a leaf where that does not raise the error on the validation rows, so
 * also where none of them comes by. What is left is the smallest of all prunings that have the least error. A row that goes
 * down every branch errs in each by its part, as if chance sent it down one of them; prediction averages the branches
 * instead, which no rule that judges nodes one by one could follow.
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

type VisitError = (node: number, error: number) => void;

/** Calls `visit` with each node that a row passes, or a part of it, and the weighted error there. */
async function visitErrors(heldOut: HeldOut, pacer: Pacer, visit: VisitError): Promise<void> {
  const { tree, columns, target, rows } = heldOut;
  const weights = target.weights?.slice() ?? new Float64Array(columns.rowCount).fill(1);
  const step = await inTurns(roundInTurns(weights, rows), pacer);
  await forRanges(rows.length, pacer, (start, end) => {
    for (let i = start; i < end; i++) {
      const weight = weights[rows[i]];
      if (tree.sharesRows) visitParts(heldOut, rows[i], weight, step, visit);
      else visitNodes(heldOut, rows[i], weight, visit);
    }
  });
}

function visitNodes(heldOut: HeldOut, row: number, weight: number, visit: VisitError): void {
  const { tree, columns } = heldOut;
  for (let node = 0; node >= 0; node = routeRow(tree, columns, row, node)) {
    visit(node, weight * errorOf(heldOut, tree, node, row));
  }
}

function visitParts(heldOut: HeldOut, row: number, weight: number, step: number, visit: VisitError): void {
  const { tree, columns } = heldOut;
  const open: RowPart[] = [{ node: 0, share: weight }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    visit(part.node, part.share * errorOf(heldOut, tree, part.node, row));
    if (!isLeaf(tree, part.node)) open.push(...partsOfWeight(tree, columns, row, part, step));
  }
}
