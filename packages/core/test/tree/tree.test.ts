import { describe, expect, it } from "vitest";
import { atOnce, collapseTree, isLeaf, leafCount, parentsOf, routeRow, type Tree } from "../../src/index.ts";
import { TreeBuilder } from "../../src/tree/tree-builder.ts";

/** Root: x <= 1. Left: a leaf. Right: c in {0, 33}, of two words; there on the right: c < 32, of one word. */
function threeSplits(): Tree {
  const builder = new TreeBuilder(2);
  const node = (value: number) =>
    builder.addNode({ value: Float64Array.of(value, -value), cover: value, rowCount: value });
  const root = node(10);
  builder.cut(root, {
    kind: "threshold",
    feature: 0,
    threshold: 1,
    categories: new Uint32Array(0),
    missingChild: 1,
    gain: 5,
  });
  node(4);
  const right = node(6);
  builder.cut(right, {
    kind: "categories",
    feature: 1,
    threshold: Number.NaN,
    categories: Uint32Array.of(1, 2),
    missingChild: 0,
    gain: 3,
  });
  node(1);
  const last = node(5);
  builder.cut(last, {
    kind: "categories",
    feature: 1,
    threshold: Number.NaN,
    categories: Uint32Array.of(0xffffffff),
    missingChild: 1,
    gain: 1,
  });
  node(3);
  node(2);
  return atOnce(builder.finishInTurns(8));
}

describe("a tree", () => {
  const tree = threeSplits();

  it("is packed into arrays, children side by side after their parent", () => {
    expect(tree).toMatchObject({ nodeCount: 7, valueWidth: 2, rootImpurity: 8 });
    expect([...tree.kind]).toEqual([1, 0, 2, 0, 2, 0, 0]);
    expect([...tree.firstChild]).toEqual([1, 0, 3, 0, 5, 0, 0]);
    expect([...tree.feature]).toEqual([0, -1, 1, -1, 1, -1, -1]);
    expect([...tree.value]).toEqual([10, -10, 4, -4, 6, -6, 1, -1, 5, -5, 3, -3, 2, -2]);
    expect([...parentsOf(tree)]).toEqual([-1, 0, 0, 2, 2, 4, 4]);
    expect(leafCount(tree)).toBe(4);
  });

  it.each<[number, number, number[]]>([
    [1, 0, [0, 1]],
    [1.5, 0, [0, 2, 3]],
    [2, 33, [0, 2, 3]],
    [2, 1, [0, 2, 4, 5]],
    [2, 32, [0, 2, 4, 6]],
    [2, 64, [0, 2, 4, 6]],
    [2, 1e6, [0, 2, 4, 6]],
    [Number.NaN, -1, [0, 2, 3]],
    [Number.NEGATIVE_INFINITY, -1, [0, 1]],
  ])("sends x = %d, c = %d down the path %j", (x, c, path) => {
    const rows = { rowCount: 1, columns: [Float64Array.of(x), Int32Array.of(c)] };
    const walked: number[] = [];
    for (let node = 0; node >= 0; node = routeRow(tree, rows, 0, node)) walked.push(node);
    expect(walked).toEqual(path);
  });

  it("collapses to a new tree, in which the marked nodes say what they would say as leaves", () => {
    const collapsed = collapseTree(tree, Uint8Array.of(0, 0, 1, 0, 0, 0, 0));
    expect(collapsed.nodeCount).toBe(3);
    expect([...collapsed.value]).toEqual([10, -10, 4, -4, 6, -6]);
    expect(isLeaf(collapsed, 2)).toBe(true);
    expect(collapsed.categories.length).toBe(0);
    expect(tree.nodeCount).toBe(7);
    expect(collapseTree(tree, new Uint8Array(7))).toEqual(tree);
    expect(collapseTree(tree, new Uint8Array(7).fill(1)).nodeCount).toBe(1);
  });
});
