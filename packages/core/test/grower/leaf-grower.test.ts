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
  type NodeTrace,
  newton,
  parentsOf,
  type SearchNode,
  type SplitSearch,
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

/** So many rows are a region; larger nodes have one of their own. */
function regionOf({ start, end }: SearchNode, rows: number): number {
  return end - start > rows ? -1 : Math.floor(start / rows);
}

/** The search, with what it says of waves, and told of those that come. */
function withWaves(
  search: SplitSearch,
  region: number | undefined,
  onWave: (nodes: readonly SearchNode[]) => void = () => {},
) {
  return {
    engine: search.engine,
    ...(region !== undefined && { regionOf: (node: SearchNode) => regionOf(node, region) }),
    root: (...tree: Parameters<SplitSearch["root"]>) => search.root(...tree),
    findBest: (...wave: Parameters<SplitSearch["findBest"]>) => search.findBest(...wave),
    apply: (...[nodes, splits]: Parameters<SplitSearch["apply"]>) => {
      onWave(nodes);
      return search.apply(nodes, splits);
    },
    end: () => search.end(),
  };
}

/** Hands a maker of trees by squared error on this table to `use`. */
async function withTrees<T>(
  splitter: Splitter,
  columns: Readonly<Record<string, ArrayLike<number | string | null>>>,
  use: (grow: (leaves: number | null, run?: Partial<GrowRun>) => Promise<Tree>) => Promise<T>,
): Promise<T> {
  const dataset = await createDataset(columns as Record<string, number[]>, { target: "y" });
  const criterion = newton({ l2: 0 });
  const pacer = createPacer();
  const search = await splitter.begin({ dataset, criterion, minRowsLeaf: 1, pacer });
  const rows = Uint32Array.from({ length: dataset.rowCount }, (_, row) => row);
  const { goal } = goalOfTarget(criterion, dataset.target, rows);
  try {
    return await use((leaves, { region, onWave, ...rest } = {}) =>
      (leaves === null ? depthGrower() : leafGrower(leaves)).grow({
        search: withWaves(search, region, onWave),
        ...{ criterion, goal, rows, draw: { key: 5 }, rules: [maxDepth(7)], gainUnit: 1, rootImpurity: 0, pacer },
        ...rest,
      }),
    );
  } finally {
    search.end();
  }
}

interface GrowRun {
  /** How many rows it has; none unless told. */
  readonly region: number;
  readonly onWave: (nodes: readonly SearchNode[]) => void;
  readonly onNode: (trace: NodeTrace) => void;
}

describe("depthGrower a part at a time", () => {
  it("gives the tree of whole levels, in waves of one region and depth", async () => {
    await fc.assert(
      fc.asyncProperty(smallTables("numbers", { weighted: false, rows: 40 }), async (small) => {
        const { n, m } = small.columns;
        await withTrees(histogramSplitter(), { n, m, y: small.target }, async (grow) => {
          const byLevel = await grow(null);
          for (const region of [1, 7, 20]) {
            const onWave = (nodes: readonly SearchNode[]) => {
              expect(new Set(nodes.map((node) => regionOf(node, region))).size).toBe(nodes.length > 0 ? 1 : 0);
              expect(new Set(nodes.map(({ depth }) => depth)).size).toBeLessThan(2);
            };
            expect(await grow(null, { region, onWave })).toEqual(byLevel);
          }
        });
      }),
      { numRuns: 50 },
    );
  });
});

describe("leafGrower ahead of its tree", () => {
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
            const ahead = await grow(most, { region: 1000 });
            expect(ahead).toEqual(bestFirst(await grow(null), most));
            expect(ahead).toEqual(await grow(most));
            for (const region of [1, 10]) expect(await grow(most, { region })).toEqual(ahead);
          });
        }),
        { numRuns: 150 },
      );
    },
  );

  const n = 20_000;
  const columns = Array.from({ length: 6 }, () => Float64Array.from({ length: n }, random));
  const signal = columns[0].map(
    (value, row) => Math.sin(9 * value) + value * columns[1][row] + columns[2][row] * random(),
  );
  const large = { ...Object.fromEntries(columns.map((column, i) => [`x${i}`, column])), y: signal };

  it("works on several cuts at once, on few for nothing, and gives the tree of one by one", async () => {
    await withTrees(histogramSplitter(), large, async (grow) => {
      const widths: number[] = [];
      let rows = 0;
      const onWave = (nodes: readonly SearchNode[]) => {
        widths.push(nodes.length);
        rows += nodes.reduce((sum, { start, end }) => sum + end - start, 0);
      };
      const ahead = await grow(100, { region: n, onWave });
      const waves = widths.splice(0).length;
      const rowsAhead = rows;
      rows = 0;
      expect(await grow(100, { onWave })).toEqual(ahead);
      expect(widths).toEqual(Array(99).fill(1));
      expect(waves).toBeLessThan(99 / 5);
      expect(rowsAhead).toBeLessThan(1.1 * rows);
    });
  });

  it("makes what is beneath some rows before it turns to others", async () => {
    await withTrees(histogramSplitter(), large, async (grow) => {
      const waves: (readonly SearchNode[])[] = [];
      const ahead = await grow(100, { region: n / 8, onWave: (nodes) => waves.push(nodes) });
      expect(ahead).toEqual(await grow(100));
      expect(waves.length).toBeLessThan(99 / 2);
      const regions = waves.map((nodes) => {
        const [region, ...others] = new Set(nodes.map((node) => regionOf(node, n / 8)));
        expect(others).toEqual([]);
        return region;
      });
      const turns = regions.filter((region, i) => region !== regions[i - 1]).length;
      expect(turns).toBeLessThanOrEqual(waves.length / 2);
    });
  });

  it("tells whoever watches of the nodes that there are, one by one", async () => {
    await withTrees(histogramSplitter(), large, async (grow) => {
      const told: NodeTrace[][] = [[], []];
      await grow(20, { region: n, onNode: (trace) => told[0].push(trace) });
      await grow(20, { onNode: (trace) => told[1].push(trace) });
      expect(told[0]).toEqual(told[1]);
    });
  });
});
