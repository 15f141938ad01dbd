import { isLeaf, sumOfChildren, type Tree } from "../tree/tree.ts";
import { CHUNK } from "../util/ranges.ts";
import { inTurns, type Turns } from "../util/turns.ts";
import type { PostPruning } from "./pruning-strategy.ts";
import { trainingErrors } from "./training-errors.ts";

/** What is added to the training errors of each leaf, since the leaf was chosen by them. */
const PER_LEAF = 0.5;

/**
 * Quinlan 1987: half an error is added for each leaf. A node becomes a leaf where its errors are then within one standard
 * error, √(e·(n - e)/n), of the e that its full subtree makes on n rows. Weights count as numbers of rows.
 */
export function pessimisticError(): PostPruning {
  return {
    stage: "after-growth",
    name: "pessimisticError",
    needs: { kind: "nothing" },
    task: "classification",
    prune: async (tree, _evidence, pacer) => ({
      collapse: await inTurns(nodesWithinOneError(tree), pacer),
      path: [],
      reason: "a subtree went where a leaf in its place is within one standard error, with ½ an error added per leaf",
    }),
  };
}

function* nodesWithinOneError(tree: Tree): Turns<Uint8Array> {
  const asLeaf = (yield* trainingErrors(tree)).map((errors) => errors + PER_LEAF);
  const below = asLeaf.slice();
  const collapse = new Uint8Array(tree.nodeCount);
  for (let node = tree.nodeCount - 1; node >= 0; node--) {
    if (node % CHUNK === 0) yield;
    if (isLeaf(tree, node)) continue;
    const errors = sumOfChildren(tree, node, below);
    below[node] = errors;
    if (asLeaf[node] <= errors + standardError(errors, tree.cover[node])) collapse[node] = 1;
  }
  return collapse;
}

/** Weights below 1 may leave less weight than the halves that were added. */
function standardError(errors: number, weight: number): number {
  return weight > errors ? Math.sqrt((errors * (weight - errors)) / weight) : 0;
}
