import fc from "fast-check";
import { expect, test } from "vitest";
import { tidyLayout } from "../../src/tree/tidy-layout.ts";
import { type VisibleNode, visibleNodes } from "../../src/tree/visible-tree.ts";
import { randomTree } from "../support/random-tree.ts";

const laidOut = fc.tuple(randomTree(), fc.integer({ min: 0, max: 8 })).map(([tree, depth]) => {
  const nodes = visibleNodes(tree, 8);
  return { nodes, depth, places: tidyLayout(nodes, depth) };
});

test("nodes of a level stand in their order, a card or more apart", () => {
  fc.assert(
    fc.property(laidOut, ({ nodes, depth, places }) => {
      for (let level = 0; level <= depth; level++) {
        const row = nodes
          .map((node, index) => ({ ...node, place: places[index] }))
          .filter((node) => node.depth === level)
          .sort((a, b) => (a.path < b.path ? -1 : 1));
        for (let i = 1; i < row.length; i++) {
          expect(row[i].place - row[i - 1].place).toBeGreaterThanOrEqual(1 - 1e-9);
        }
      }
    }),
  );
});

test("a parent stands in the middle above its children, and the leftmost node at 0", () => {
  fc.assert(
    fc.property(laidOut, ({ nodes, depth, places }) => {
      nodes.forEach((parent, index) => {
        const children = places.filter((_, child) => nodes[child].parent === index && nodes[child].depth <= depth);
        if (children.length > 0 && parent.depth < depth) {
          expect((children[0] + children[1]) / 2).toBeCloseTo(places[index], 9);
        }
      });
      expect(Math.min(...places.filter((place) => !Number.isNaN(place)))).toBe(0);
    }),
  );
});

test("a mirrored tree is laid out as the mirror image", () => {
  fc.assert(
    fc.property(laidOut, ({ nodes, depth, places }) => {
      const width = Math.max(...places.filter((place) => !Number.isNaN(place)));
      const swapped = { "1": "2", "2": "1" } as const;
      const mirrored = nodes.map((node) => ({
        ...node,
        path: node.path.replace(/[12]/g, (side) => swapped[side as "1" | "2"]),
      }));
      // Siblings are found by their order in the list, so the pairs change places too.
      const order = nodes.map((_, index) => (index === 0 ? 0 : index % 2 === 1 ? index + 1 : index - 1));
      const at = new Map(order.map((from, to) => [from, to]));
      const list = order.map((from) => ({ ...mirrored[from], parent: at.get(mirrored[from].parent) ?? -1 }));
      const image = tidyLayout(list, depth);
      order.forEach((from, to) => {
        if (!Number.isNaN(places[from])) expect(image[to]).toBeCloseTo(width - places[from], 9);
      });
    }),
  );
});

test("deeper nodes have no place", () => {
  fc.assert(
    fc.property(laidOut, ({ nodes, depth, places }) => {
      for (const [index, node] of nodes.entries()) expect(Number.isNaN(places[index])).toBe(node.depth > depth);
    }),
  );
});

/** Nodes by their paths, as `visibleNodes` would list them. */
function nodesAt(...paths: string[]): VisibleNode[] {
  return paths.map((path, node) => ({
    node,
    path,
    parent: paths.indexOf(path.slice(0, -1)),
    depth: path.length - 1,
    leaf: !paths.includes(`${path}1`),
  }));
}

test("the children of one parent stand side by side, however many there are", () => {
  expect([...tidyLayout(nodesAt("·", "·1", "·2", "·3", "·4", "·5"), 1)]).toEqual([2, 0, 1, 2, 3, 4]);
});

test("a small subtree between two large ones stands in the middle of its gap", () => {
  const nodes = nodesAt("·", "·1", "·2", "·3", "·11", "·12", "·13", "·31", "·32", "·33");
  const [, first, second, third] = tidyLayout(nodes, 2);
  expect(third - first).toBeCloseTo(3.1, 9);
  expect(second).toBeCloseTo((first + third) / 2, 9);
});
