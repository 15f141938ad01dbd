import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boosting, c45, cart, EVERY_CHILD, leafIndices, regions, type Tree } from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";
import { holds } from "../support/holds.ts";
import { fitArguments, smallTables } from "../support/random-tables.ts";

/** Values between and beyond those of the random tables, the missing one, and a category that they lack. */
const numbers = [null, -Infinity, -1, 0, 0.5, 1, 2, 2.5, 3, 4.5, 5, Infinity];
const letters = [null, "a", "b", "c", "d", "e", "f", "g", "h", "never seen"];
/** Declared, for a column without any value would be read as numbers. */
const types = { n: "numeric", m: "numeric", c: "categorical" } as const;
const everywhere = numbers.flatMap((n) => numbers.flatMap((m) => letters.map((c) => ({ n, m, c }))));

describe("regions", () => {
  it("holds every possible row in exactly one region, that of the leaf it reaches", async () => {
    await fc.assert(
      fc.asyncProperty(smallTables("threeClasses"), async (small) => {
        const [table, options] = fitArguments(small);
        const model = await cart().fit(table, { ...options, types });
        const seen = new Set(model.features.flatMap((f) => (f.kind === "categorical" ? f.categories : [])));
        const leaves = leafIndices(model, everywhere);
        const boxes = regions(model);
        everywhere.forEach((row, index) => {
          const asRead = { ...row, c: row.c !== null && seen.has(row.c) ? row.c : null };
          const inside = boxes.filter(({ conditions }) =>
            conditions.every((condition) => holds(condition, asRead[condition.feature as "n" | "m" | "c"])),
          );
          expect(inside.map(({ leaf }) => leaf)).toEqual([leaves[index]]);
        });
      }),
      { numRuns: 25 },
    );
  });

  it("holds a row without a value in the box of every leaf that it has a part in", async () => {
    await fc.assert(
      fc.asyncProperty(smallTables("threeClasses"), async (small) => {
        const [table, options] = fitArguments(small);
        const model = await c45({ minChildWeight: 1, prune: [] }).fit(table, { ...options, types });
        const seen = new Set(model.features.flatMap((f) => (f.kind === "categorical" ? f.categories : [])));
        const [tree] = model.ensemble.trees;
        const boxes = regions(model);
        const leaves = leafIndices(model, everywhere);
        const shares = model.predictProbability(everywhere);
        const width = model.classes.length;
        everywhere.forEach((row, index) => {
          const asRead = { ...row, c: row.c !== null && seen.has(row.c) ? row.c : null };
          const inside = boxes
            .filter(({ conditions }) =>
              conditions.every((condition) => holds(condition, asRead[condition.feature as "n" | "m" | "c"])),
            )
            .map(({ leaf }) => leaf);
          const ways = leavesOf(tree, (feature) => asRead[model.features[feature].name as "n" | "m" | "c"]);
          expect(inside).toEqual(ways.map(({ leaf }) => leaf).sort((a, b) => a - b));
          expect(inside).toContain(leaves[index]);
          for (let k = 0; k < width; k++) {
            const average = ways.reduce((sum, { leaf, share }) => sum + share * tree.value[leaf * width + k], 0);
            expect(shares[index * width + k]).toBeCloseTo(average, 12);
          }
        });

        function leavesOf(
          of: Tree,
          ask: (feature: number) => number | string | null,
          node = 0,
          share = 1,
        ): { leaf: number; share: number }[] {
          const first = of.firstChild[node];
          if (of.childCount[node] === 0) return [{ leaf: node, share }];
          const value = ask(of.feature[node]);
          if (value !== null) return leavesOf(of, ask, first + sideOf(of, node, value), share);
          expect(of.missingChild[node]).toBe(EVERY_CHILD);
          const covers = [...of.cover.subarray(first, first + of.childCount[node])];
          const total = covers.reduce((sum, cover) => sum + cover, 0);
          return covers.flatMap((cover, side) =>
            cover > 0 ? leavesOf(of, ask, first + side, (share * cover) / total) : [],
          );
        }

        function sideOf(of: Tree, node: number, value: number | string): number {
          const schema = model.features[of.feature[node]];
          if (schema.kind === "numeric") return Number(Number(value) > of.threshold[node]);
          return of.categories[of.categoryStart[node] + schema.categories.indexOf(String(value))];
        }
      }),
      { numRuns: 15 },
    );
  });

  it("merges what a path asks of one feature more than once", async () => {
    const model = await cart().fit({ x: [1, 2, 3, 4, 5, 6], y: [0, 0, 9, 9, 4, 4] }, { target: "y" });
    const interval = (above: number | null, atMost: number | null, missing: boolean) => [
      { kind: "interval", feature: "x", above, atMost, missing },
    ];
    const inOrder = regions(model).sort((a, b) => a.value[0] - b.value[0]);
    expect(inOrder.map(({ value, rowCount, cover }) => [value, rowCount, cover])).toEqual([
      [[0], 2, 2],
      [[4], 2, 2],
      [[9], 2, 2],
    ]);
    expect(inOrder.map(({ conditions }) => conditions.map((c) => ({ ...c, missing: false })))).toEqual([
      interval(null, 2.5, false),
      interval(4.5, null, false),
      interval(2.5, 4.5, false),
    ]);
    expect(inOrder.filter(({ conditions }) => conditions[0].missing).length).toBe(1);
  });

  it("has no missing values where the model refuses them, and one region without conditions for a lone leaf", async () => {
    const table = { x: [1, 2, 3], y: [1, 2, 3] };
    const refusing = await cart({ missing: "error" }).fit(table, { target: "y" });
    expect(regions(refusing).flatMap(({ conditions }) => conditions.map(({ missing }) => missing))).not.toContain(true);
    const leaf = await cart({ maxDepth: 0 }).fit(table, { target: "y" });
    expect(regions(leaf)).toEqual([{ leaf: 0, conditions: [], value: [2], cover: 3, rowCount: 3 }]);
  });

  it("takes one tree of many, and refuses one that is not there", async () => {
    const model = await boosting({ rounds: 2 }).fit({ x: [1, 2, 3], y: [1, 2, 4] }, { target: "y" });
    expect(regions(model, 1)).not.toEqual(regions(model, 0));
    expect(await failureOf(() => regions(model, 2))).toBe(
      "bad-option | cambium: regions: tree expects a whole number from 0 to 1, got 2",
    );
  });
});
