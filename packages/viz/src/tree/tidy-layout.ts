import { sideOfPath, type VisibleNode } from "./visible-tree.ts";

/** Between the middles of two siblings, in widths of a card. */
const SIBLING_GAP = 1;
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
  const at = pushTogether(outlines);
  const middle = at[at.length - 1] / 2;
  const all: Outline = { left: [0], right: [0] };
  children.forEach((child, i) => {
    offsets[child] = at[i] - middle;
    widen(all, outlines[i], offsets[child]);
  });
  return all;
}

/**
 * Where subtrees stand beside each other, from 0: halfway between pushed to the left and pushed to the right. Both orders
 * take the same room, so a small subtree between two large ones stands in the middle of its gap.
 */
function pushTogether(outlines: readonly Outline[]): number[] {
  const fromLeft = pushLeft(outlines);
  const width = fromLeft[fromLeft.length - 1];
  const fromRight = pushLeft(outlines.map(mirrored).reverse()).reverse();
  return fromLeft.map((x, i) => (x + width - fromRight[i]) / 2);
}

/** Each subtree as far to the left as those before it allow. */
function pushLeft(outlines: readonly Outline[]): number[] {
  const right: number[] = [];
  return outlines.map((outline) => {
    let x = 0;
    for (let level = 0; level < Math.min(right.length, outline.left.length); level++) {
      x = Math.max(x, right[level] - outline.left[level] + (level === 0 ? SIBLING_GAP : COUSIN_GAP));
    }
    outline.right.forEach((reach, level) => {
      right[level] = x + reach;
    });
    return x;
  });
}

function mirrored({ left, right }: Outline): Outline {
  const turned = (edge: readonly number[]): number[] => edge.map((x) => -x);
  return { left: turned(right), right: turned(left) };
}

/** Adds a subtree, whose root stands at `x` one level below, at the right of an outline. */
function widen({ left, right }: Outline, subtree: Outline, x: number): void {
  subtree.left.forEach((reach, level) => {
    left[level + 1] ??= reach + x;
    right[level + 1] = subtree.right[level] + x;
  });
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
