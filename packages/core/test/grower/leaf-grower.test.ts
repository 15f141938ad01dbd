import { createPacer } from "@cambium/kernels";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { goalOfTarget } from "../../src/criterion/goal-of-target.ts";
import {
  cart,
  collapseTree,
  createDataset,
  depthGrower,
  exactSplitter,
  histogramSplitter,
  isLeaf,
  leafCount,
  leafGrower,
  maxDepth,
  maxLeaves,
  newton,
  parentsOf,
  type Splitter,
  type Tree,
} from "../../src/index.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { smallTables } from "../support/random-tables.ts";

const random = randomNumbers(31);
const x = Float64Array.from({ length: 600 }, random);
const colour = Array.from({ length: 600 }, () => "pqrs"[Math.floor(4 * random())]);
const y = x.map((value, row) => Math.floor(5 * value) + (colour[row] === "q" ? 2 : 0) + random());
const label = Array.from(y, (value) => (value + random() > 4 ? "high" : value + random() > 2 ? "middle" : "low"));
const table = { x, colour, y, label };

async function treeOf(options: Parameters<typeof cart>[0], target: string, data: object = table): Promise<Tree> {
  const model = await cart(options).fit(data as typeof table, { target, features: Object.keys(data).slice(0, 2) });
  return model.ensemble.trees[0];
}

/** The full tree cut back to what is left when its best open cut is made so many times, looking at all of them each time. */
function bestFirst(full: Tree, leaves: number): Tree {
  const open = new Set([0]);
  const isCut = new Uint8Array(full.nodeCount);
  for (let count = 1; count < leaves; count++) {
    const candidates = [...open].filter((node) => !isLeaf(full, node));
    if (candidates.length === 0) break;
    const best = candidates.reduce((a, b) => (full.gain[b] > full.gain[a] ? b : a));
    isCut[best] = 1;
    open.delete(best);
    open.add(full.firstChild[best]).add(full.firstChild[best] + 1);
  }
  return collapseTree(
    full,
    isCut.map((mark) => 1 - mark),
  );
}

describe.each(["y", "label"])("leafGrower (target %s)", (target) => {
  it.each([1, 2, 3, 7, 20, 60])("makes the %i leaves that the best open cuts of the full tree make", async (leaves) => {
    const full = await treeOf({}, target);
    const tree = await treeOf({ maxLeaves: leaves }, target);
    expect(leafCount(full)).toBeGreaterThan(60);
    expect(leafCount(tree)).toBe(leaves);
    expect(tree).toEqual(bestFirst(full, leaves));
  });

  it("gives the bytes of growth by depth when its limit is not reached", async () => {
    const limited = await cart({ maxLeaves: 600 }).fit(table, { target, features: ["x", "colour"] });
    const free = await cart().fit(table, { target, features: ["x", "colour"] });
    expect(limited.toBytes()).toEqual(free.toBytes());
  });

  it("obeys the other rules too", async () => {
    const options = { maxDepth: 3, minRowsLeaf: 10, minRowsSplit: 40, minGain: 0.001 };
    const tree = await treeOf({ ...options, maxLeaves: 6 }, target);
    expect(tree).toEqual(bestFirst(await treeOf(options, target), 6));
    expect(leafCount(tree)).toBe(6);
  });

  it("takes the least limit, of the option and of the values in prune", async () => {
    const four = await treeOf({ maxLeaves: 4 }, target);
    expect(await treeOf({ prune: maxLeaves(4) }, target)).toEqual(four);
    expect(await treeOf({ maxLeaves: 9, prune: [maxLeaves(4), maxLeaves(6)] }, target)).toEqual(four);
    expect(await treeOf({ maxLeaves: 4, prune: maxLeaves(9) }, target)).toEqual(four);
  });
});

describe("leafGrower", () => {
  it("numbers the nodes level by level, whichever was cut first", async () => {
    const parents = parentsOf(await treeOf({ maxLeaves: 25 }, "y"));
    const inner = parents.filter((parent) => parent >= 0);
    expect(inner).toEqual(inner.slice().sort((a, b) => a - b));
  });

  it("cuts the node that was made first when two gain the same", async () => {
    const twins = { half: [0, 0, 0, 0, 1, 1, 1, 1], side: [0, 0, 1, 1, 0, 0, 1, 1], y: [0, 0, 2, 2, 10, 10, 12, 12] };
    const tree = await treeOf({ maxLeaves: 3 }, "y", twins);
    expect([...tree.feature]).toEqual([0, 1, -1, -1, -1]);
  });
});

/** Hands a maker of trees by squared error on this table to `use`. */
async function withTrees<T>(
  splitter: Splitter,
  columns: Readonly<Record<string, ArrayLike<number | string | null>>>,
  use: (grow: (leaves: number | null) => Promise<Tree>) => Promise<T>,
): Promise<T> {
  const dataset = await createDataset(columns as Record<string, number[]>, { target: "y" });
  const criterion = newton({ l2: 0 });
  const pacer = createPacer();
  const search = await splitter.begin({ dataset, criterion, minRowsLeaf: 1, pacer });
  const rows = Uint32Array.from({ length: dataset.rowCount }, (_, row) => row);
  const { goal } = goalOfTarget(criterion, dataset.target, rows);
  try {
    return await use((leaves) =>
      (leaves === null ? depthGrower() : leafGrower(leaves)).grow({
        ...{ search, criterion, goal, rows, draw: { key: 5 }, rules: [maxDepth(7)], pacer },
        ...{ gainUnit: 1, rootImpurity: 0 },
      }),
    );
  } finally {
    search.end();
  }
}

describe("leafGrower on a search", () => {
  it.each([histogramSplitter(), exactSplitter()])(
    "comes to the best open cuts, ties and all ($name)",
    async (splitter) => {
      const leaves = fc.integer({ min: 1, max: 16 });
      await fc.assert(
        fc.asyncProperty(smallTables("numbers", { weighted: false, rows: 40 }), leaves, async (small, most) => {
          const { n, m, c } = small.columns;
          // Without text, histograms are searched in compiled loops.
          const columns = { n, m, ...(splitter.name === "exact" && { c }), y: small.target };
          await withTrees(splitter, columns, async (grow) => {
            expect(await grow(most)).toEqual(bestFirst(await grow(null), most));
          });
        }),
        { numRuns: 150 },
      );
    },
  );
});
