import { leafCount } from "@cambium/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { MOST_VISIBLE_LEAVES, nodeDepths, readableDepth, visibleNodes } from "../../src/tree/visible-tree.ts";
import { makeTree, type Sketch } from "../support/make-tree.ts";
import { randomTree } from "../support/random-tree.ts";

/** Leaves, and branches that are cut at this depth. */
function visibleLeaves(tree: Parameters<typeof visibleNodes>[0], depth: number): number {
  return visibleNodes(tree, depth).filter((node) => node.leaf || node.depth === depth).length;
}

test("the readable depth is the largest that shows no more leaves than can be read", () => {
  fc.assert(
    fc.property(randomTree(), fc.integer({ min: 1, max: 12 }), (tree, most) => {
      const depth = readableDepth(tree, most);
      const deepest = Math.max(...nodeDepths(tree));
      expect(visibleLeaves(tree, depth)).toBeLessThanOrEqual(most);
      if (depth < deepest) expect(visibleLeaves(tree, depth + 1)).toBeGreaterThan(most);
      else expect(visibleLeaves(tree, depth)).toBe(leafCount(tree));
    }),
  );
});

test("a tree as deep as it has leaves is cut as well", () => {
  let chain: Sketch = { value: [0], rows: 1 };
  for (let i = 0; i < 5000; i++) {
    chain = { value: [0], rows: 1, split: { feature: 0, threshold: 0, first: { value: [0], rows: 1 }, second: chain } };
  }
  expect(readableDepth(makeTree(chain))).toBe(MOST_VISIBLE_LEAVES - 1);
});

test("the path of an ancestor is a prefix of the path of its heirs, and of no other", () => {
  fc.assert(
    fc.property(randomTree(), (tree) => {
      const nodes = visibleNodes(tree, 5);
      nodes.forEach((node, index) => {
        const line = new Set<number>();
        for (let at = index; at >= 0; at = nodes[at].parent) line.add(at);
        for (const [at, other] of nodes.entries()) expect(node.path.startsWith(other.path)).toBe(line.has(at));
      });
    }),
  );
});
