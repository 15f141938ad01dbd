import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { c45, cart, createPacer, EVERY_CHILD, isLeaf, leafCount, reducedError, type Tree } from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";
import { treeOfCounts } from "../support/tree-of-counts.ts";

interface Row {
  readonly x: number;
  readonly z: number;
  readonly y: number;
}

const row = fc.record({ x: fc.nat(5), z: fc.nat(5), y: fc.nat(3) });
const rowsUpTo = (maxLength: number) => fc.array(row, { minLength: 1, maxLength });

/** The prunings of the tree below a node, each with its leaves and its errors on the rows that come there. */
function everyPruning(tree: Tree, rows: readonly Row[], error: (node: number, row: Row) => number, node = 0): Pruned[] {
  const cutHere = { leaves: 1, error: rows.reduce((sum, each) => sum + error(node, each), 0) };
  if (isLeaf(tree, node)) return [cutHere];
  const goesFirst = ({ x, z }: Row) => [x, z][tree.feature[node]] <= tree.threshold[node];
  const child = tree.firstChild[node];
  const first = everyPruning(tree, rows.filter(goesFirst), error, child);
  const second = everyPruning(
    tree,
    rows.filter((each) => !goesFirst(each)),
    error,
    child + 1,
  );
  const kept = first.flatMap((a) => second.map((b) => ({ leaves: a.leaves + b.leaves, error: a.error + b.error })));
  return [cutHere, ...kept];
}

interface Pruned {
  readonly leaves: number;
  readonly error: number;
}

describe("reducedError", () => {
  it("finds the smallest of all prunings that make the fewest errors (classes)", async () => {
    await fc.assert(
      fc.asyncProperty(rowsUpTo(9), rowsUpTo(9), async (train, validation) => {
        const named = (rows: readonly Row[]) => rows.map(({ x, z, y }) => ({ x, z, y: `class ${y}` }));
        const run = { target: "y", features: ["x", "z"] };
        const full = await cart().fit(named(train), run);
        const model = await cart({ prune: reducedError() }).fit(named(train), {
          ...run,
          validation: named(validation),
        });
        const [tree] = full.ensemble.trees;
        const classes = full.task === "classification" ? full.classes : [];
        const labels = Array.from({ length: tree.nodeCount }, (_, node) => {
          const shares = [...tree.value.subarray(node * tree.valueWidth, (node + 1) * tree.valueWidth)];
          return classes[shares.indexOf(Math.max(...shares))];
        });
        const all = everyPruning(tree, validation, (node, { y }) => (labels[node] === `class ${y}` ? 0 : 1));
        const least = Math.min(...all.map(({ error }) => error));
        const predicted = [...model.predict(named(validation))];
        expect(predicted.filter((label, i) => label !== `class ${validation[i].y}`)).toHaveLength(least);
        const smallest = Math.min(...all.filter(({ error }) => error === least).map(({ leaves }) => leaves));
        expect(leafCount(model.ensemble.trees[0])).toBe(smallest);
      }),
    );
  });

  it("finds the least squared error of all prunings (numbers)", async () => {
    await fc.assert(
      fc.asyncProperty(rowsUpTo(9), rowsUpTo(9), async (train, validation) => {
        const run = { target: "y", features: ["x", "z"] };
        const full = await cart().fit(train, run);
        const model = await cart({ prune: reducedError() }).fit(train, { ...run, validation });
        const [tree] = full.ensemble.trees;
        const all = everyPruning(tree, validation, (node, { y }) => (tree.value[node] - y) ** 2);
        const least = Math.min(...all.map(({ error }) => error));
        const predicted = [...model.predict(validation)].map(Number);
        const came = predicted.reduce((sum, value, i) => sum + (value - validation[i].y) ** 2, 0);
        expect(came).toBeCloseTo(least, 9);
      }),
    );
  });

  it("counts a row without a value in every branch, by its part", async () => {
    const gappy = fc.record({
      x: fc.option(fc.constantFrom("p", "q", "r"), { freq: 2 }),
      z: fc.option(fc.constantFrom("s", "t"), { freq: 2 }),
      y: fc.nat(2),
    });
    const gappyRows = fc.array(gappy, { minLength: 1, maxLength: 16 });
    await fc.assert(
      fc.asyncProperty(gappyRows, gappyRows, async (train, validation) => {
        const named = (rows: typeof train) => rows.map(({ x, z, y }) => ({ x, z, y: `class ${y}` }));
        const run = { target: "y", types: { x: "categorical", z: "categorical" } } as const;
        const full = await c45({ minChildWeight: 1, prune: [] }).fit(named(train), run);
        const [tree] = full.ensemble.trees;
        const learner = c45({ minChildWeight: 1, prune: reducedError() });
        const held = named(validation).map((each) => ({ ...each, y: full.classes.includes(each.y) ? each.y : null }));
        const known = held.filter(({ y }) => y !== null);
        fc.pre(known.length > 0);
        const pruned = (await learner.fit(named(train), { ...run, validation: known })).ensemble.trees[0];
        const parts = known.map((each) => ({ ...each, part: 1 }));
        const all = prunings(tree, 0, parts);
        const least = Math.min(...all.map(({ error }) => error));
        expect(errorOfParts(pruned, 0, parts)).toBeCloseTo(least, 9);
        const smallest = Math.min(...all.filter(({ error }) => error < least + 1e-9).map(({ leaves }) => leaves));
        expect(leafCount(pruned)).toBe(smallest);

        type Part = { x: string | null; z: string | null; y: string | null; part: number };

        function errorAsLeaf(of: Tree, node: number, items: readonly Part[]): number {
          const shares = [...of.value.subarray(node * of.valueWidth, (node + 1) * of.valueWidth)];
          const says = full.classes[shares.indexOf(Math.max(...shares))];
          return items.reduce((sum, { y, part }) => sum + (y === says ? 0 : part), 0);
        }

        function partsOf(of: Tree, node: number, items: readonly Part[]): Part[][] {
          const feature = full.features[of.feature[node]];
          const known = feature.kind === "categorical" ? feature.categories : [];
          const first = of.firstChild[node];
          const covers = [...of.cover.subarray(first, first + of.childCount[node])];
          expect(of.missingChild[node]).toBe(EVERY_CHILD);
          const total = covers.reduce((sum, cover) => sum + cover, 0);
          return covers.map((cover, side) =>
            items.flatMap((item) => {
              const code = known.indexOf(item[feature.name as "x" | "z"] ?? "");
              if (code < 0) return { ...item, part: (item.part * cover) / total };
              return of.categories[of.categoryStart[node] + code] === side ? item : [];
            }),
          );
        }

        function errorOfParts(of: Tree, node: number, items: readonly Part[]): number {
          if (isLeaf(of, node)) return errorAsLeaf(of, node, items);
          const below = partsOf(of, node, items).map((part, side) =>
            errorOfParts(of, of.firstChild[node] + side, part),
          );
          return below.reduce((sum, error) => sum + error, 0);
        }

        function prunings(of: Tree, node: number, items: readonly Part[]): Pruned[] {
          const cutHere = { leaves: 1, error: errorAsLeaf(of, node, items) };
          if (isLeaf(of, node)) return [cutHere];
          let kept: Pruned[] = [{ leaves: 0, error: 0 }];
          partsOf(of, node, items).forEach((part, side) => {
            const below = prunings(of, of.firstChild[node] + side, part);
            kept = kept.flatMap((a) => below.map((b) => ({ leaves: a.leaves + b.leaves, error: a.error + b.error })));
          });
          return [cutHere, ...kept];
        }
      }),
      { numRuns: 60 },
    );
  });

  it("does not depend on the order of the validation rows", async () => {
    await fc.assert(
      fc.asyncProperty(rowsUpTo(9), rowsUpTo(9), async (train, validation) => {
        const learner = cart({ prune: reducedError() });
        const one = await learner.fit(train, { target: "y", validation });
        const other = await learner.fit(train, { target: "y", validation: [...validation].reverse() });
        expect(other.toBytes()).toEqual(one.toBytes());
      }),
      { numRuns: 40 },
    );
  });

  it("cuts where no validation row comes by", async () => {
    const train = { x: [1, 2, 3, 4], y: ["a", "b", "c", "c"] };
    const validation = { x: [3, 4], y: ["c", "c"] };
    const model = await cart({ prune: reducedError() }).fit(train, { target: "y", validation });
    expect(model.ensemble.trees[0].nodeCount).toBe(1);
  });

  it("counts the weights of the validation rows", async () => {
    // The root says the first class, its second side the other: one row is right by the split, two are by the leaf.
    const tree = treeOfCounts({
      sides: [
        [4, 0],
        [0, 3],
      ],
    });
    const marksWith = async (weights: Float64Array | null) => {
      const codes = Int32Array.of(1, 0, 0);
      const target = { task: "classification", name: "y", classes: ["a", "b"], codes, weights } as const;
      const columns = { rowCount: 3, columns: [Float64Array.of(1, 1, 1)] };
      const heldOut = { tree, columns, target, rows: Uint32Array.of(0, 1, 2) };
      return [...(await reducedError().prune(tree, [heldOut], createPacer())).collapse];
    };
    expect(await marksWith(null)).toEqual([1, 0, 0]);
    expect(await marksWith(Float64Array.of(3, 1, 1))).toEqual([0, 0, 0]);
  });

  it("needs a validation set", async () => {
    expect(await failureOf(() => cart({ prune: reducedError() }).fit({ x: [1, 2], y: [1, 2] }, { target: "y" }))).toBe(
      "bad-option | cambium: cart: prune chooses by a validation set, but fit was given none; pass fit(…, { validation })",
    );
  });
});
