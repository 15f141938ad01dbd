import { sideOfPath, type VisibleNode } from "./visible-tree.ts";

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
  for (const siblings of children) siblings.sort((a, b) => sideOfPath(nodes[a].path) - sideOfPath(nodes[b].path));
  const offsets = new Float64Array(nodes.length);
  const outlines: Outline[] = [];
  for (let index = nodes.length - 1; index >= 0; index--) {
    outlines[index] = outlineOf(
      children[index],
      children[index].map((child) => outlines[child]),
      offsets,
    );
  }
  return place(nodes, depth, offsets);
}

/** The outline of a node above these children; writes down how far each child stands from it. */
function outlineOf(children: readonly number[], outlines: readonly Outline[], offsets: Float64Array): Outline {
  if (children.length === 0) return { left: [0], right: [0] };
  let all = outlines[0];
  const at = [0];
  for (const outline of outlines.slice(1)) {
    const gap = gapBetween(all, outline);
    at.push(gap);
    all = { left: reach(all.left, outline.left, gap), right: reach(outline.right, all.right, -gap, gap) };
  }
  const middle = at[at.length - 1] / 2;
  children.forEach((child, i) => {
    offsets[child] = at[i] - middle;
  });
  const around = (edge: readonly number[]) => [0, ...edge.map((x) => x - middle)];
  return { left: around(all.left), right: around(all.right) };
}

/** The outer edge of two subtrees: the near one's, moved by `own`, and below it that of the other, which is `shift` further. */
function reach(near: readonly number[], far: readonly number[], shift: number, own = 0): number[] {
  const beyond = far.slice(near.length).map((x) => x + shift + own);
  return [...near.map((x) => x + own), ...beyond];
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

function place(nodes: readonly VisibleNode[], depth: number, offsets: Float64Array): Float64Array {
  const places = new Float64Array(nodes.length).fill(Number.NaN);
  let leftmost = 0;
  nodes.forEach((node, index) => {
    if (node.depth > depth) return;
    places[index] = node.parent < 0 ? 0 : places[node.parent] + offsets[index];
    leftmost = Math.min(leftmost, places[index]);
  });
  return places.map((x) => x - leftmost);
}
