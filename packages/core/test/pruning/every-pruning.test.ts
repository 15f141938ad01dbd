import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  collapseTree,
  createPacer,
  isLeaf,
  negativeGain,
  type PostPruning,
  pessimisticError,
  type Tree,
} from "../../src/index.ts";
import { type Shape, treeOfCounts } from "../support/tree-of-counts.ts";

const counts: fc.Arbitrary<Shape> = fc
  .array(fc.nat(9), { minLength: 3, maxLength: 3 })
  .filter((all) => all.some((count) => count > 0));

/** Trees of up to eight leaves, with whole gains of which many are alike. */
const shapes = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    counts,
    fc.record({ sides: fc.tuple(tie("shape"), tie("shape")), gain: fc.integer({ min: 1, max: 6 }) }),
  ),
})).shape;

/** The nodes at which a tree can be cut off so that another is left: all ways, by the marks of the new leaves. */
function everyPruning(tree: Tree, node = 0): number[][] {
  if (isLeaf(tree, node)) return [[]];
  const [left, right] = [0, 1].map((side) => everyPruning(tree, tree.firstChild[node] + side));
  return [[node], ...left.flatMap((l) => right.map((r) => [...l, ...r]))];
}

/** The inner nodes that a pruning keeps. */
function keptBy(tree: Tree, cut: readonly number[], node = 0): number[] {
  if (isLeaf(tree, node) || cut.includes(node)) return [];
  return [node, ...[0, 1].flatMap((side) => keptBy(tree, cut, tree.firstChild[node] + side))];
}

async function nodesKept(strategy: PostPruning, tree: Tree): Promise<number[]> {
  const { collapse } = await strategy.prune(tree, [], createPacer());
  const marked = [...collapse.keys()].filter((node) => collapse[node] === 1);
  const kept = keptBy(tree, marked);
  expect(collapseTree(tree, collapse).nodeCount).toBe(2 * kept.length + 1);
  return kept;
}

describe("of all prunings of a small tree", () => {
  it("pessimisticError finds the only one that cuts where the book's sum says so, and nowhere else", async () => {
    await fc.assert(
      fc.asyncProperty(shapes, async (shape) => {
        const tree = treeOfCounts(shape);
        const classesOf = (at: Shape): readonly number[] =>
          "sides" in at ? classesOf(at.sides[0]).map((count, k) => count + classesOf(at.sides[1])[k]) : at;
        const leavesOf = (at: Shape): (readonly number[])[] => ("sides" in at ? at.sides.flatMap(leavesOf) : [at]);
        // Breadth first, as the tree is numbered.
        const shapeOf: Shape[] = [shape];
        for (let at = 0; at < shapeOf.length; at++) {
          const each = shapeOf[at];
          if ("sides" in each) shapeOf.push(...each.sides);
        }
        const errors = (all: readonly number[]) => all.reduce((sum, count) => sum + count, 0) - Math.max(...all) + 0.5;
        const goes = (node: number) => {
          const rows = classesOf(shapeOf[node]).reduce((sum, count) => sum + count, 0);
          const below = leavesOf(shapeOf[node]).reduce((sum, leaf) => sum + errors(leaf), 0);
          const deviation = rows > below ? Math.sqrt((below * (rows - below)) / rows) : 0;
          return errors(classesOf(shapeOf[node])) <= below + deviation;
        };
        const right = everyPruning(tree).filter((cut) => cut.every(goes) && !keptBy(tree, cut).some(goes));
        expect(right.length).toBe(1);
        expect(await nodesKept(pessimisticError(), tree)).toEqual(keptBy(tree, right[0]));
      }),
      { numRuns: 300 },
    );
  });

  it("negativeGain finds the largest in which each split between two leaves is worth its price", async () => {
    await fc.assert(
      fc.asyncProperty(shapes, fc.integer({ min: 0, max: 7 }), async (shape, gamma) => {
        const tree = treeOfCounts(shape);
        const sound = everyPruning(tree)
          .map((cut) => keptBy(tree, cut))
          .filter((kept) =>
            kept.every((node) => {
              const isBetweenLeaves = [0, 1].every((side) => !kept.includes(tree.firstChild[node] + side));
              return !isBetweenLeaves || tree.gain[node] >= gamma;
            }),
          );
        const most = Math.max(...sound.map((kept) => kept.length));
        const largest = sound.filter((kept) => kept.length === most);
        expect(largest.length).toBe(1);
        expect(await nodesKept(negativeGain({ gamma }), tree)).toEqual(largest[0]);
      }),
      { numRuns: 300 },
    );
  });
});
