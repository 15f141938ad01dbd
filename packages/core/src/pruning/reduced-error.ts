import { partsOfWeight, type RowPart } from "../tree/part-rows.ts";
import { sideOfRow } from "../tree/route-row.ts";
import { EVERY_CHILD, isLeaf } from "../tree/tree.ts";
import { gridExponent, powerOfTwo } from "../util/grid.ts";
import { roundInTurns } from "../util/round-to-grid.ts";
import { inTurns, type Turns, turnsOver } from "../util/turns.ts";
import { errorOf } from "./held-out-errors.ts";
import type { HeldOut, PostPruning } from "./pruning-strategy.ts";
import { collapseNoWorse } from "./training-errors.ts";

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
    prune: async (tree, [heldOut], pacer) => ({
      collapse: collapseNoWorse(tree, await inTurns(errorsAsLeaf(heldOut), pacer), 0),
      path: [],
      reason: "a subtree went where a leaf in its place has no more error on the validation rows",
    }),
  };
}

/** What each node would get wrong as a leaf, over the held-out rows that pass through it, in steps of one grid: exact. */
function* errorsAsLeaf(heldOut: HeldOut): Turns<Float64Array> {
  const { target, columns, rows, tree } = heldOut;
  const weights = target.weights?.slice() ?? new Float64Array(columns.rowCount).fill(1);
  const step = yield* roundInTurns(weights, rows);
  const visitAll = (visit: VisitError) =>
    turnsOver(rows.length, (start, end) => {
      for (let i = start; i < end; i++) visitNodes(heldOut, rows[i], weights[rows[i]], step, visit);
    });
  let most = 0;
  yield* visitAll((_, error) => {
    most = Math.max(most, error);
  });
  const up = powerOfTwo(gridExponent(rows.length, most));
  const errors = new Float64Array(tree.nodeCount);
  yield* visitAll((node, error) => {
    errors[node] += Math.round(error * up);
  });
  return errors;
}

type VisitError = (node: number, error: number) => void;

/** Calls `visit` with each node that a row passes, or a part of it, and the weighted error there. */
function visitNodes(heldOut: HeldOut, row: number, weight: number, step: number, visit: VisitError): void {
  const { tree, columns } = heldOut;
  const open: RowPart[] = [{ node: 0, share: weight }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    let { node } = part;
    visit(node, part.share * errorOf(heldOut, tree, node, row));
    while (!isLeaf(tree, node)) {
      const side = sideOfRow(tree, columns, row, node);
      if (side === EVERY_CHILD) {
        open.push(...partsOfWeight(tree, node, part.share, step));
        break;
      }
      node = tree.firstChild[node] + side;
      visit(node, part.share * errorOf(heldOut, tree, node, row));
    }
  }
}
