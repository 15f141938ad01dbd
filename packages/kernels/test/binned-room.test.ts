import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import {
  arenaBytes,
  type BinCut,
  BinnedRoom,
  configureKernels,
  createPacer,
  leaseArena,
  leaseSharedArena,
  PairPasses,
  type RowRun,
  Team,
} from "../src/index.ts";
import { bundledColumns } from "./support/bundled-columns.ts";

afterEach(() => configureKernels({}));

interface Row {
  /** By feature; the last one of a feature is missing. */
  readonly bins: readonly number[];
  readonly gradient: number;
  readonly hessian: number;
}

interface Case {
  readonly rows: readonly Row[];
  /** By feature, without the one for missing values. */
  readonly binCounts: readonly number[];
  readonly l2: number;
  readonly l1: number;
  readonly lower: number;
  readonly upper: number;
  /** Of the first two features. */
  readonly directions: readonly number[];
  /** Those by which nodes are searched. */
  readonly features: readonly number[] | undefined;
  readonly minChildWeight: number;
  readonly minRowsLeaf: number;
  readonly isNarrow: boolean;
  /** Every second row only. */
  readonly isSampled: boolean;
  /** Features that stand as one column. */
  readonly together: readonly number[];
}

interface Node {
  readonly rows: readonly number[];
  readonly cuts: readonly BinCut[];
}

/** Gradients and hessians of the cases are whole numbers of eighths, which narrow pairs hold exactly. */
const EIGHTHS = [8, 8] as const;

const pacer = createPacer();

function caseOf(binCounts: readonly number[], maxLength: number): fc.Arbitrary<Case> {
  const row = fc.record({
    bins: fc.tuple(...binCounts.map((count) => fc.integer({ min: 0, max: count }))),
    gradient: fc.integer({ min: -20, max: 20 }).map((steps) => (steps || 1) / 8),
    hessian: fc.integer({ min: 0, max: 16 }).map((steps) => steps / 8),
  });
  return fc.record({
    rows: fc.array(row, { minLength: 2, maxLength }),
    binCounts: fc.constant(binCounts),
    l2: fc.constantFrom(0, 1),
    l1: fc.constantFrom(0, 0, 0.75),
    lower: fc.constantFrom(Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, -0.5, 0.25),
    upper: fc.constantFrom(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0.75),
    directions: fc.constantFrom([0, 0], [0, 0], [1, -1]),
    features: fc.constantFrom(undefined, [0], [1]),
    minChildWeight: fc.constantFrom(0, 3),
    minRowsLeaf: fc.constantFrom(1, 4),
    isNarrow: fc.boolean(),
    isSampled: fc.boolean(),
    together: fc.constantFrom([], [0, 1], [...binCounts.keys()].slice(1)),
  });
}

const anyCase = fc.oneof(caseOf([6, 6, 6, 6, 6], 40), caseOf([300, 2, 40], 40), caseOf([255, 1], 40));

/** The root, and both children of its best cut; and what was summed and added row by row. */
async function grow(one: Case, threads = 1) {
  const { rows, binCounts, isNarrow, isSampled, together, lower, upper, directions, features, ...limits } = one;
  const rowCount = rows.length;
  const { columns, bundles } = bundledColumns(rows, binCounts, together);
  const shape = { rowCount, binCounts, bundles, histograms: 2, countsRows: limits.minRowsLeaf > 1, threads };
  const pairShape = { rowCount, scoreCount: 1, hasWeights: false };
  const bytes = arenaBytes([
    4 * Team.words,
    ...PairPasses.byteLengths(pairShape),
    ...BinnedRoom.byteLengths({ ...shape, threads }),
  ]);
  const arena = threads === 1 ? await leaseArena(bytes) : (await leaseSharedArena(bytes, threads)).arena;
  if (arena === null) throw new Error("this host has no threads");
  try {
    const team = arena.team();
    const passes = new PairPasses(arena, team, pairShape);
    const room = new BinnedRoom(arena, team, passes.pairs, shape);
    await room.lay(columns, pacer);
    rows.forEach(({ gradient, hessian }, row) => {
      passes.pairs.set([gradient, hessian], 2 * row);
    });
    const bag = room.bag(Uint32Array.from([...rows.keys()].filter((row) => !isSampled || row % 2 === 0)));
    const { sums } = await passes.round(bag, EIGHTHS, EIGHTHS, pacer);
    room.scans.monotone.set(directions);
    room.scans.gainFactors[1] = 0.5;
    const nodeOf = async (run: RowRun, histogram: number): Promise<Node> => {
      const own = [...room.rows.subarray(run.start, run.end)].sort((a, b) => a - b);
      const [gradients, hessians] = room.totalOf(histogram);
      const cuts: BinCut[] = [];
      const only = features && { features };
      const scan = { histogram, start: run.start, rows: own.length, gradients, hessians, lower, upper, ...only };
      await room.scan([scan], limits, pacer, (_, found) => {
        for (const feature of binCounts.keys()) cuts.push(found.cut(feature));
      });
      return { rows: own, cuts };
    };
    const run = await room.begin(bag, isNarrow ? EIGHTHS : null, 0, pacer);
    const root = await nodeOf(run, 0);
    const best = root.cuts.reduce((a, b) => (b.gain > a.gain ? b : a));
    const engine = arena.engine;
    if (best.gain === 0) return { engine, root, sums };
    const cut = {
      run,
      feature: best.feature,
      writeSides: (sides: Uint8Array) => {
        for (let bin = 0; bin < binCounts[best.feature]; bin++) sides[bin] = bin > best.bin ? 1 : 0;
        sides[binCounts[best.feature]] = best.missingLeft ? 0 : 1;
      },
      sum: { side: 1, histogram: 1, parent: 0 },
    } as const;
    const [middle] = await room.cut([cut], pacer);
    const runs = [
      { start: 0, end: middle },
      { start: middle, end: run.end },
    ];
    const children = [await nodeOf(runs[0], 0), await nodeOf(runs[1], 1)];
    const leafSums = await passes.sumRuns(room.rows, runs, pacer);
    passes.beginLeaves();
    await passes.markLeaves(room.rows, runs, [0, 1], pacer);
    expect(await passes.sumLeaves(2, pacer)).toEqual(leafSums);
    // Once leaf by leaf, and once row by row.
    await passes.addToRuns(room.rows, runs, [1, -3], pacer);
    await passes.addLeaves([0.5, 0.5], pacer);
    return { engine, root, sums, best, children, leafSums: [...leafSums], scores: [...passes.scores] };
  } finally {
    arena.release();
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** The least of 2Gw + (H + l2)w² + 2·l1·|w| within the bounds, by trying every place where it can be, and the w. */
function bestLeaf(part: readonly Row[], { l1, l2, lower, upper }: Case): { saved: number; value: number } {
  const g = sum(part.map(({ gradient }) => gradient));
  const k = sum(part.map(({ hessian }) => hessian)) + l2;
  const places = [lower, upper, 0, (-g - l1) / k, (-g + l1) / k];
  const leaves = places
    .filter((w) => Number.isFinite(w) && w >= lower && w <= upper)
    .map((value) => ({ value, saved: -(2 * g * value + k * value ** 2 + 2 * l1 * Math.abs(value)) }));
  return leaves.reduce((a, b) => (b.saved > a.saved ? b : a));
}

/** The gain of the best cut on a feature, over all cuts and both sides for what is missing. */
function bestGain(rows: readonly Row[], feature: number, one: Case): number {
  const { l2, minChildWeight, minRowsLeaf, binCounts, features, directions } = one;
  if (features?.includes(feature) === false) return 0;
  const missing = binCounts[feature];
  const weight = (part: readonly Row[]) => sum(part.map(({ hessian }) => hessian));
  let best = 0;
  for (const bin of new Set(rows.map(({ bins }) => bins[feature]))) {
    for (const missingLeft of [true, false]) {
      const isLeft = ({ bins }: Row) => (bins[feature] === missing ? missingLeft : bins[feature] <= bin);
      const sides = [rows.filter(isLeft), rows.filter((each) => !isLeft(each))];
      const isAllowed = sides.every(
        (side) => side.length >= minRowsLeaf && weight(side) + l2 > 0 && weight(side) >= minChildWeight,
      );
      if (!isAllowed) continue;
      const [left, right] = sides.map((side) => bestLeaf(side, one));
      const hasOrder = sides.every((side) => side.some(({ bins }) => bins[feature] < missing));
      if (hasOrder && (directions[feature] ?? 0) * (right.value - left.value) < 0) continue;
      best = Math.max(best, left.saved + right.saved - bestLeaf(rows, one).saved);
    }
  }
  return feature === 1 ? best / 2 : best;
}

function expectBest({ rows, cuts }: Node, one: Case): void {
  const own = rows.map((row) => one.rows[row]);
  for (const { feature, gain } of cuts) expect(Math.abs(gain - bestGain(own, feature, one))).toBeLessThan(1e-8);
}

describe("a room of bins", () => {
  test("finds the gains that brute force finds, for a node, for its child and for what is left without it", async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (one) => {
        const { root, children = [] } = await grow(one);
        for (const node of [root, ...children]) expectBest(node, one);
      }),
      { numRuns: 300 },
    );
  });

  test("parts the rows as the cut says, sums what they add up to, and adds to their scores", async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (one) => {
        const { root, sums, best, children, leafSums, scores } = await grow(one);
        const totals = (rows: readonly number[]) => [
          sum(rows.map((row) => one.rows[row].gradient)),
          sum(rows.map((row) => one.rows[row].hessian)),
        ];
        expect(sums).toEqual(totals(root.rows));
        if (best === undefined) return;
        const { feature, bin, missingLeft } = best;
        const isLeft = (row: number) => {
          const own = one.rows[row].bins[feature];
          return own === one.binCounts[feature] ? missingLeft : own <= bin;
        };
        const sides = [root.rows.filter(isLeft), root.rows.filter((row) => !isLeft(row))];
        expect(children.map(({ rows }) => rows)).toEqual(sides);
        expect(leafSums).toEqual(sides.flatMap(totals));
        const value = (row: number) => (root.rows.includes(row) ? (isLeft(row) ? 1.5 : -2.5) : 0);
        expect(scores).toEqual([...one.rows.keys()].map(value));
      }),
    );
  });

  test("gives the same bits in WebAssembly and in its twin", async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (one) => {
        configureKernels({});
        const wasm = await grow(one);
        configureKernels({ module: null });
        const twin = await grow(one);
        expect([wasm.engine, twin.engine]).toEqual(["wasm", "twin"]);
        expect(twin).toEqual({ ...wasm, engine: "twin" }); // toEqual compares numbers by Object.is
      }),
      { numRuns: 200 },
    );
  });

  test("gives the same bits where features stand together in a bundle", async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (one) => {
        const alone = await grow({ ...one, together: [] });
        expect(await grow({ ...one, together: [...one.binCounts.keys()].slice(0, -1) })).toEqual(alone);
      }),
    );
  });

  test("gives the same bits on 1, 2, 3 and 8 threads, where nodes are shared out among them", async () => {
    const rows = Array.from({ length: 60_000 }, (_, i) => ({
      bins: [(i * 7919) % 200, (i * 104_729) % 83, (i * 31) % 3],
      gradient: (((i * 2_654_435_761) % 41) - 20) / 8,
      hessian: (((i * 40_503) % 16) + 1) / 8,
    }));
    for (const isNarrow of [true, false]) {
      const limits = { l1: 0, l2: 1, minChildWeight: 0, minRowsLeaf: 2 };
      const free = { lower: -1e9, upper: 1e9, directions: [0, 0], features: undefined };
      const one: Case = { rows, binCounts: [200, 83, 2], ...limits, isNarrow, isSampled: false, ...free, together: [] };
      const alone = await grow(one);
      for (const threads of [2, 3, 8]) expect(await grow(one, threads)).toEqual(alone);
      for (const threads of [1, 2, 8]) expect(await grow({ ...one, together: [1, 2] }, threads)).toEqual(alone);
    }
  });
});
