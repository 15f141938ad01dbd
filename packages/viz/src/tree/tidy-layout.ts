import type { VisibleNode } from "./visible-tree.ts";

/** Neighbours that are no siblings stand a little further apart. */
const COUSIN_GAP = 1.1;

/** How far a subtree reaches to either side of its root, level by level. */
interface Outline {
  readonly left: number[];
  readonly right: number[];
}

/**
 * Where the nodes of a tree cut at `depth` stand, from left to right, in widths of a card; the leftmost stands at 0. Each
 * parent stands in the middle above its children, and subtrees are pushed together until their outlines touch (Reingold
 * and Tilford 1981; outlines are lists here, since at most a few dozen leaves are drawn). Deeper nodes get NaN.
 */
export function tidyLayout(nodes: readonly VisibleNode[], depth: number): Float64Array {
  const children: number[][] = nodes.map(() => []);
  nodes.forEach((node, index) => {
    if (node.parent >= 0 && node.depth <= depth) children[node.parent].push(index);
  });
  const halfGaps = new Float64Array(nodes.length);
  const outlines: Outline[] = [];
  for (let index = nodes.length - 1; index >= 0; index--) {
    const [first, second] = children[index];
    if (first === undefined || second === undefined) {
      outlines[index] = { left: [0], right: [0] };
      continue;
    }
    const a = outlines[first];
    const b = outlines[second];
    const half = gapBetween(a, b) / 2;
    halfGaps[index] = half;
    outlines[index] = { left: [0, ...hull(a.left, b.left, half)], right: [0, ...hull(b.right, a.right, -half)] };
  }
  return place(nodes, depth, halfGaps);
}

/** How far apart two subtrees must stand. */
function gapBetween(a: Outline, b: Outline): number {
  let gap = 1;
  const levels = Math.min(a.right.length, b.left.length);
  for (let level = 1; level < levels; level++) {
    gap = Math.max(gap, a.right[level] - b.left[level] + COUSIN_GAP);
  }
  return gap;
}

/** The outer edge of two subtrees, the near one standing at -shift and the far one at +shift. */
function hull(near: readonly number[], far: readonly number[], shift: number): number[] {
  const beyond = far.slice(near.length).map((reach) => reach + shift);
  return [...near.map((reach) => reach - shift), ...beyond];
}

function place(nodes: readonly VisibleNode[], depth: number, halfGaps: Float64Array): Float64Array {
  const places = new Float64Array(nodes.length).fill(Number.NaN);
  let leftmost = 0;
  nodes.forEach((node, index) => {
    if (node.depth > depth) return;
    const side = node.path.endsWith("1") ? -1 : 1;
    places[index] = node.parent < 0 ? 0 : places[node.parent] + side * halfGaps[node.parent];
    leftmost = Math.min(leftmost, places[index]);
  });
  return places.map((x) => x - leftmost);
}
