import { Purpose, randomBits } from "../util/random.ts";
import type { Split } from "./split.ts";
import type { TreeDraw } from "./splitter.ts";

/** Of two splits of the node at `path` the one that gains more; a tie goes to the one whose feature wins the tie. */
export function betterSplit(a: Split | null, b: Split, draw: TreeDraw | null, path: number): Split {
  if (a === null || a.gain < b.gain) return b;
  return a.gain === b.gain && winsTie(draw, path, b.feature, a.feature) ? b : a;
}

/**
 * Of two features on which the best cuts of a node gain alike, whether the first one's is taken. It is the lower one; in the
 * trees of a forest the one that comes first in an order drawn for the node, or else all trees would lean on the same
 * columns, and be the more alike the more ties there are.
 */
export function winsTie(draw: TreeDraw | null, path: number, feature: number, rival: number): boolean {
  if (draw === null || feature === rival) return feature < rival;
  const bitsOf = (one: number) => randomBits(draw.key, Purpose.Ties, path, one);
  const difference = bitsOf(feature) - bitsOf(rival);
  return difference < 0 || (difference === 0 && feature < rival);
}
