import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type BoostingOptions,
  boosting,
  encodeTable,
  isLeaf,
  leafCount,
  type Model,
  parentsOf,
  routeRow,
  type Tree,
} from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";
import { inOrder } from "../support/in-order.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { type SmallTable, smallTables } from "../support/random-tables.ts";

const symmetric = (options: BoostingOptions = {}) =>
  boosting({ growth: "symmetric", splitter: "histogram", rounds: 1, learningRate: 1, baseScore: 0, ...options });

/** One test for all open nodes: which rows it sends right. */
type LevelTest = (row: number) => boolean;

function everyTest({ columns: { n, m } }: SmallTable): LevelTest[] {
  return [n, m].flatMap((column) => {
    const values = [...new Set(column.filter((value) => value !== null))] as number[];
    return [...values, Number.POSITIVE_INFINITY].flatMap((threshold) =>
      [false, true].map((missingRight) => (row: number) => {
        const value = column[row] as number | null;
        return value === null ? missingRight : value > threshold;
      }),
    );
  });
}

/** By the textbook: with g = -y, h = 1 and l2 = 1. */
function gainOf(target: readonly (number | string)[], left: readonly number[], right: readonly number[]): number {
  const score = (rows: readonly number[]) =>
    rows.reduce((sum, row) => sum + Number(target[row]), 0) ** 2 / (rows.length + 1);
  return Math.max(0, score(left) + score(right) - score([...left, ...right]));
}

interface OpenRows {
  readonly node: number;
  readonly rows: readonly number[];
}

describe("symmetricGrower", () => {
  it("makes on each level the cut whose gains add up to the most, as trying all of them finds", async () => {
    const options = fc.record({
      maxDepth: fc.integer({ min: 1, max: 4 }),
      minRowsLeaf: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(smallTables("numbers", { weighted: false, rows: 14 }), options, async (small, limits) => {
        const { n, m } = small.columns;
        const model = await symmetric(limits).fit(
          { n, m, y: small.target },
          { target: "y", types: { n: "numeric", m: "numeric" } },
        );
        expect(hasBestLevels(model, small, limits)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  /** Whether the tree comes out of the best cut of each level; where several are as good, out of one of them. */
  function hasBestLevels(
    model: Model,
    small: SmallTable,
    { maxDepth, minRowsLeaf }: { maxDepth: number; minRowsLeaf: number },
  ): boolean {
    const [tree] = model.ensemble.trees;
    const columns = encodeTable(model, small.columns as Record<string, number[]>);
    const goesRight = (node: number, row: number) => routeRow(tree, columns, row, node) !== tree.firstChild[node];
    const isEnough = ({ rows }: OpenRows, test: LevelTest) =>
      [true, false].every((side) => rows.filter((row) => test(row) === side).length >= minRowsLeaf);
    const levelsFrom = (open: readonly OpenRows[], level: number): boolean => {
      const totals = everyTest(small).map((test) => {
        const cut = open.filter((each) => isEnough(each, test));
        const gains = cut.map(({ rows }) =>
          gainOf(
            small.target,
            rows.filter((row) => !test(row)),
            rows.filter(test),
          ),
        );
        return { test, total: gains.reduce((a, b) => a + b, 0), cut };
      });
      const most = Math.max(0, ...totals.map(({ total }) => total));
      if (level === maxDepth || most < 1e-9) return open.every(({ node }) => isLeaf(tree, node));
      return totals.some(({ test, total, cut }) => {
        const isMade = ({ node, rows }: OpenRows) =>
          !isLeaf(tree, node) && rows.every((row) => goesRight(node, row) === test(row));
        if (total < most - 1e-9 || !cut.every(isMade)) return false;
        const childrenOf = ({ node, rows }: OpenRows) =>
          [0, 1].map((side) => ({
            node: tree.firstChild[node] + side,
            rows: rows.filter((row) => test(row) === (side === 1)),
          }));
        return levelsFrom(
          open.flatMap((each) => (cut.includes(each) ? childrenOf(each) : [each])),
          level + 1,
        );
      });
    };
    return levelsFrom([{ node: 0, rows: [...small.target.keys()] }], 0);
  }

  const random = randomNumbers(8);
  const count = 3000;
  const columns = Array.from({ length: 5 }, () =>
    Array.from({ length: count }, () => (random() < 0.05 ? null : random())),
  );
  const y = columns[0].map((value, row) => Math.sin(6 * (value ?? 0.3)) + (columns[1][row] ?? 2) * random());
  const table = { a: columns[0], b: columns[1], c: columns[2], d: columns[3], e: columns[4], y };

  it("makes complete trees where all sides have rows, with one feature, threshold and side of missing values a level", async () => {
    const steps = columns[0].map((_, row) =>
      columns.reduce((sum, column, i) => sum + ((column[row] ?? 1) > 0.5 ? 2 ** i : 0), 0),
    );
    const { ensemble } = await symmetric({ maxDepth: 4 }).fit({ ...table, y: steps }, { target: "y" });
    for (const tree of ensemble.trees) {
      expect([tree.nodeCount, leafCount(tree)]).toEqual([31, 16]);
      const depth = depths(tree);
      for (let level = 0; level < 4; level++) {
        const cuts = [...depth.keys()].filter((node) => depth[node] === level);
        expect(cuts).toHaveLength(2 ** level);
        expect(
          new Set(cuts.map((node) => [tree.feature[node], tree.threshold[node], tree.missingChild[node]].join())).size,
        ).toBe(1);
      }
    }
  });

  it("gives the same bytes for any order of the rows", async () => {
    const order = [...y.keys()].sort((a, b) => ((a * 7919) % count) - ((b * 7919) % count));
    const shuffled = inOrder(table, order);
    const learner = symmetric({ rounds: 3, maxDepth: 5 });
    const model = await learner.fit(table, { target: "y" });
    expect((await learner.fit(shuffled, { target: "y" })).toBytes()).toEqual(model.toBytes());
  });

  it("keeps to the columns of a tree and a level, and to those that may meet", async () => {
    const options = {
      rounds: 6,
      maxDepth: 3,
      columnSample: { tree: 0.6, level: 0.5 },
      interactions: [
        ["a", "b"],
        ["c", "d", "e"],
      ],
    };
    const { ensemble } = await symmetric(options).fit(table, { target: "y" });
    for (const tree of ensemble.trees) {
      const used = new Set(tree.feature.filter((feature) => feature >= 0));
      expect(used.size).toBeLessThanOrEqual(3);
      expect([...used].every((feature) => feature < 2) || [...used].every((feature) => feature >= 2)).toBe(true);
    }
  });

  it("grows the same trees where there is no room for the histograms of all nodes of a level", async () => {
    const constant = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`z${i}`, y.map(() => i)]));
    const learner = symmetric({ rounds: 2, maxDepth: 8, minRowsLeaf: 2 });
    const trees = (await learner.fit(table, { target: "y" })).ensemble.trees;
    const crowded = await learner.fit({ ...table, ...constant }, { target: "y" });
    expect(crowded.ensemble.trees).toEqual(trees);
    expect(leafCount(trees[0])).toBeGreaterThan(20);
  });

  function depths(tree: Tree): number[] {
    const depth: number[] = [];
    for (const [node, parent] of parentsOf(tree).entries()) depth[node] = parent < 0 ? 0 : depth[parent] + 1;
    return depth;
  }
});

describe("growth of boosting", () => {
  const random = randomNumbers(9);
  const table = { x: Array.from({ length: 200 }, random), y: Array.from({ length: 200 }, random) };
  const bytesOf = async (options: BoostingOptions) =>
    (await boosting({ rounds: 3, ...options }).fit(table, { target: "y" })).toBytes();

  it("is what the limits say unless told", async () => {
    expect(await bytesOf({ growth: "depth" })).toEqual(await bytesOf({}));
    expect(await bytesOf({ growth: "leaf" })).toEqual(await bytesOf({}));
    expect(await bytesOf({ growth: "leaf", maxLeaves: 5 })).toEqual(await bytesOf({ maxLeaves: 5 }));
  });

  it.each<[BoostingOptions, string]>([
    [{ growth: "depth", maxLeaves: 8 }, 'growth "depth" has no use for a limit on leaves'],
    [{ growth: "symmetric", splitter: "histogram", maxLeaves: 8 }, "has no use for a limit on leaves"],
    [{ growth: "symmetric", splitter: "exact" }, 'leave splitter: "exact" out'],
    [{ growth: "symmetric", splitter: "histogram", monotone: { x: 1 } }, "keeps no column monotone"],
    [{ growth: "symmetric", splitter: "histogram", columnSample: { node: 0.5 } }, "draw by tree or level"],
  ])("refuses what has no use beside it (%j)", async (options, sentence) => {
    expect(await failureOf(() => bytesOf(options))).toContain(sentence);
  });

  it("refuses to cut categories level by level alike", async () => {
    const words = { ...table, word: table.x.map((value) => (value > 0.5 ? "a" : "b")) };
    const learner = boosting({ growth: "symmetric", splitter: "histogram" });
    expect(await failureOf(() => learner.fit(words, { target: "y" }))).toContain('"word" has categories');
  });
});
