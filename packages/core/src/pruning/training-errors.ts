import { type CostMatrix, predictedClass } from "../tree/predicted-class.ts";
import type { Tree } from "../tree/tree.ts";
import { gridExponent, roundToStep } from "../util/grid.ts";
import { type Turns, turnsOver } from "../util/turns.ts";

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
  const errors = new Float64Array(tree.nodeCount);
  yield* turnsOver(errors.length, (start, end) => {
    for (let node = start; node < end; node++)
      errors[node] = roundToStep(cover[node] * wrongOf(node * valueWidth), step);
  });
  return errors;
}
