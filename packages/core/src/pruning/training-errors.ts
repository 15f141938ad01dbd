import type { Tree } from "../tree/tree.ts";
import { gridExponent, roundToStep } from "../util/grid.ts";
import { indexOfLargest } from "../util/index-of-largest.ts";

/** Errors are told apart to this share of the tree's weight. */
const RESOLUTION = 4096;

/**
 * The weight of the training rows that each node of a classification tree would get wrong if it were a leaf. A tree keeps
 * shares, and share · weight need not be the whole number that it was: all errors are rounded to one grid, on which whole
 * weights come back exactly and sums of errors are exact.
 */
export function trainingErrors(tree: Tree): Float64Array {
  const { cover, value, valueWidth } = tree;
  const step = gridExponent(RESOLUTION, cover[0]);
  return Float64Array.from(cover, (weight, node) => {
    const at = node * valueWidth;
    return roundToStep(weight * (1 - value[at + indexOfLargest(value, at, valueWidth)]), step);
  });
}
