import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { atOnce, collapseTree, costComplexity, createPacer, isLeaf, leafCount, type Tree } from "../../src/index.ts";
import { weakestLinks } from "../../src/pruning/cost-complexity.ts";
import type { CostMatrix } from "../../src/tree/predicted-class.ts";
import { TreeBuilder } from "../../src/tree/tree-builder.ts";
import { type Shape, treeOfCounts } from "../support/tree-of-counts.ts";

/** Trees of up to eight leaves with small whole gains, so that ties abound. `choices` say which open leaf is cut next. */
const trees: fc.Arbitrary<Tree> = fc
  .array(fc.tuple(fc.nat(7), fc.integer({ min: 1, max: 6 })), { maxLength: 7 })
  .map((choices) => {
    const builder = new TreeBuilder(1);
    const node = () => builder.addNode({ value: Float64Array.of(0), cover: 1, rowCount: 1 });
    const open = [node()];
    for (const [choice, gain] of choices) {
      const [chosen] = open.splice(choice % open.length, 1);
      const categories = new Uint32Array(0);
      builder.cut(chosen, { kind: "threshold", feature: 0, threshold: 0, categories, missingChild: 0, gain });
      open.push(node(), node());
    }
    return atOnce(builder.finishInTurns(100));
  });

/** Every tree that can be cut out of this one at its root, as its leaves and the gains of the splits that it keeps. */
function everyPruning(tree: Tree, node = 0): { leaves: number; gain: number }[] {
  const cutHere = { leaves: 1, gain: 0 };
  if (isLeaf(tree, node)) return [cutHere];
  const child = tree.firstChild[node];
  const [left, right] = [everyPruning(tree, child), everyPruning(tree, child + 1)];
  const kept = left.flatMap((l) =>
    right.map((r) => ({ leaves: l.leaves + r.leaves, gain: tree.gain[node] + l.gain + r.gain })),
  );
  return [cutHere, ...kept];
}

function sum(numbers: Float64Array): number {
  return numbers.reduce((total, x) => total + x, 0);
}

/** Some α's of the path, and some between and beyond. */
function probes(alphas: readonly number[]): number[] {
  const between = alphas.map((alpha, i) => (alpha + (alphas[i + 1] ?? alpha + 1)) / 2);
  return [...alphas, ...between];
}

const prunedAt = (tree: Tree, alpha: number) => costComplexity({ alpha }).prune(tree, [], createPacer());

describe("weakest-link pruning", () => {
  it("finds for every α the smallest of the cheapest prunings", async () => {
    await fc.assert(
      fc.asyncProperty(trees, async (tree) => {
        const all = everyPruning(tree);
        for (const alpha of probes(atOnce(weakestLinks(tree)).alphas)) {
          const cost = ({ leaves, gain }: { leaves: number; gain: number }) => alpha * leaves - gain;
          const least = Math.min(...all.map(cost));
          const smallest = Math.min(...all.filter((t) => cost(t) < least + 1e-9).map(({ leaves }) => leaves));
          const pruned = collapseTree(tree, (await prunedAt(tree, alpha)).collapse);
          expect(alpha * leafCount(pruned) - sum(pruned.gain)).toBeCloseTo(least, 9);
          expect(leafCount(pruned)).toBe(smallest);
        }
      }),
      { numRuns: 400 },
    );
  });

  it("gives a path of nested trees with ascending α's, from the full tree to the root", async () => {
    await fc.assert(
      fc.asyncProperty(trees, async (tree) => {
        const { path } = await prunedAt(tree, 0);
        expect(path[0]).toMatchObject({ alpha: 0, leaves: leafCount(tree), impurity: 100 - sum(tree.gain) });
        expect(path.at(-1)).toMatchObject({ leaves: 1, impurity: 100 });
        let outer: Uint8Array = new Uint8Array(tree.nodeCount);
        for (const [step, { alpha, leaves, impurity }] of path.entries()) {
          if (step > 0) {
            expect(alpha).toBeGreaterThan(path[step - 1].alpha);
            expect(leaves).toBeLessThan(path[step - 1].leaves);
          }
          const { collapse } = await prunedAt(tree, alpha);
          const pruned = collapseTree(tree, collapse);
          expect(leafCount(pruned)).toBe(leaves);
          expect(impurity).toBeCloseTo(100 - sum(pruned.gain), 9);
          expect(outer.every((mark, node) => mark <= collapse[node])).toBe(true);
          outer = collapse;
        }
      }),
    );
  });

  it("leaves the full tree at α = 0, and the root alone at an infinite α", async () => {
    await fc.assert(
      fc.asyncProperty(trees, async (tree) => {
        const leavesAt = async (alpha: number) => leafCount(collapseTree(tree, (await prunedAt(tree, alpha)).collapse));
        expect(await leavesAt(0)).toBe(leafCount(tree));
        expect(await leavesAt(Number.POSITIVE_INFINITY)).toBe(1);
      }),
    );
  });
});

const leafCounts: fc.Arbitrary<Shape> = fc
  .array(fc.nat(4), { minLength: 3, maxLength: 3 })
  .filter((counts) => Math.max(...counts) > 0);

const shapes = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leafCounts,
    fc.record({ sides: fc.tuple(tie("shape"), tie("shape")) }),
  ),
})).shape;

const someCosts: fc.Arbitrary<CostMatrix | null> = fc.constantFrom(null, [
  [0, 0.25, 0.75],
  [0.5, 0, 0.5],
  [1, 0, 0],
]);

/** What each pruning gets wrong, of the counts themselves. */
function everyErrors(shape: Shape, costs: CostMatrix | null): { leaves: number; errors: number }[] {
  const counts = (at: Shape): readonly number[] =>
    "sides" in at ? counts(at.sides[0]).map((count, k) => count + counts(at.sides[1])[k]) : at;
  const all = counts(shape);
  const price = (decision: number) =>
    all.reduce((sum, count, actual) => sum + count * (costs?.[actual][decision] ?? Number(actual !== decision)), 0);
  const cutHere = { leaves: 1, errors: Math.min(...all.map((_, decision) => price(decision))) };
  if (!("sides" in shape)) return [cutHere];
  const [left, right] = shape.sides.map((side) => everyErrors(side, costs));
  const kept = left.flatMap((l) => right.map((r) => ({ leaves: l.leaves + r.leaves, errors: l.errors + r.errors })));
  return [cutHere, ...kept];
}

describe("weakest-link pruning by errors", () => {
  it("finds for every α the smallest of the cheapest prunings, with costs or without", async () => {
    await fc.assert(
      fc.asyncProperty(shapes, someCosts, async (shape, costs) => {
        const tree = treeOfCounts(shape);
        const all = everyErrors(shape, costs);
        const verdictAt = (alpha: number) =>
          costComplexity({ alpha, measure: "error" }).prune(tree, [], createPacer(), costs);
        const { path } = await verdictAt(0);
        for (const alpha of probes(path.map((step) => step.alpha))) {
          const cost = ({ leaves, errors }: (typeof all)[number]) => alpha * leaves + errors / tree.cover[0];
          const least = Math.min(...all.map(cost));
          const smallest = Math.min(...all.filter((t) => cost(t) < least + 1e-9).map(({ leaves }) => leaves));
          const pruned = collapseTree(tree, (await verdictAt(alpha)).collapse);
          const step = path.filter((each) => each.alpha <= alpha).at(-1);
          expect(leafCount(pruned)).toBe(smallest);
          expect(step?.leaves).toBe(smallest);
          expect(alpha * smallest + (step?.trainingError ?? 0)).toBeCloseTo(least, 9);
          expect(step?.impurity).toBeCloseTo(Math.max(0, 1 - sum(pruned.gain)), 9);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("gives nested trees, from the smallest that errs no more than the full one to the root", async () => {
    await fc.assert(
      fc.asyncProperty(shapes, async (shape) => {
        const tree = treeOfCounts(shape);
        const at = (alpha: number) => costComplexity({ alpha, measure: "error" }).prune(tree, [], createPacer());
        const { path } = await at(0);
        const full = everyErrors(shape, null).find(({ leaves }) => leaves === leafCount(tree));
        expect((path[0].trainingError ?? 0) * tree.cover[0]).toBeCloseTo(full?.errors ?? 0, 9);
        expect(path.at(-1)?.leaves).toBe(1);
        let outer: Uint8Array = new Uint8Array(tree.nodeCount);
        for (const { alpha } of path) {
          const { collapse } = await at(alpha);
          expect(outer.every((mark, node) => mark <= collapse[node])).toBe(true);
          outer = collapse;
        }
      }),
    );
  });
});
