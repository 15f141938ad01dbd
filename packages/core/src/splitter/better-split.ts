import type { Split } from "./split.ts";
import type { TreeDraw } from "./splitter.ts";
import { winsTie } from "./wins-tie.ts";

/** Of two cuts of the node at `path` the one that gains more; of equals the one whose feature wins the tie. */
export function betterSplit(a: Split | null, b: Split | null, draw: TreeDraw | null, path: number): Split | null {
  if (a === null || b === null) return a ?? b;
  if (a.gain !== b.gain) return a.gain > b.gain ? a : b;
  return winsTie(draw, path, b.feature, a.feature) ? b : a;
}
