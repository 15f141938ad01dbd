import { Purpose, randomBits } from "../util/random.ts";
import type { TreeDraw } from "./splitter.ts";

/** What is drawn by where a tree was given nothing of its own. */
export const NO_DRAW: TreeDraw = { key: 0 };

/**
 * The features by which a node is searched: `count` of those that its tree may use, drawn without replacement, ascending. A
 * feature that is constant in the node does not count, and others are drawn in its place: while a node has something to
 * cut by, chance can not hide all of it.
 */
export function featuresOfNode(
  draw: TreeDraw,
  path: number,
  count: number,
  featureCount: number,
  isConstant: (feature: number) => boolean,
): number[] {
  const allowed = draw.features ?? Array.from({ length: featureCount }, (_, feature) => feature);
  if (count >= allowed.length) return [...allowed];
  const rank = new Float64Array(featureCount);
  for (const feature of allowed) rank[feature] = randomBits(draw.key, Purpose.NodeFeatures, path, feature);
  const inOrder = [...allowed].sort((a, b) => rank[a] - rank[b] || a - b);
  const drawn: number[] = [];
  for (const feature of inOrder) {
    if (drawn.length === count) break;
    if (!isConstant(feature)) drawn.push(feature);
  }
  return drawn.sort((a, b) => a - b);
}
