import { type CostMatrix, predictedClass } from "../tree/predicted-class.ts";
import { isLeaf, sumOfChildren, type Tree } from "../tree/tree.ts";
import { gridExponent, roundToStep } from "../util/grid.ts";
import { numbersInTurns } from "../util/number-by-row.ts";
import type { Turns } from "../util/turns.ts";

/**
 * From the bottom up, marks the nodes that are no worse as a leaf than what is left below them. A node may be worse by
 * `slack`; in a tie the smaller tree is taken. `costs` has what each node costs as a leaf.
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

/** Errors are told apart to this share of the tree's weight. */
const RESOLUTION = 4096;

/**
 * The weight of the training rows that each node of a classification tree would get wrong if it were a leaf; with costs what
 * these rows would cost. A tree keeps shares, and share · weight need not be the whole number that it
 * was: all errors are rounded to one grid, on which whole weights come back exactly and sums of errors are exact.
 */
export function* trainingErrors(tree: Tree, cost: CostMatrix | null = null): Turns<Float64Array> {
  const { cover, value, valueWidth } = tree;
  const step = gridExponent(RESOLUTION, cover[0] * Math.max(1, ...(cost ?? []).flat()));
  const wrongOf = (at: number) => {
    const decision = predictedClass(cost, value, at, valueWidth);
    if (cost === null) return 1 - value[at + decision];
    let wrong = 0;
    for (let actual = 0; actual < valueWidth; actual++) wrong += value[at + actual] * cost[actual][decision];
    return wrong;
  };
  return yield* numbersInTurns(tree.nodeCount, (node) => roundToStep(cover[node] * wrongOf(node * valueWidth), step));
}
