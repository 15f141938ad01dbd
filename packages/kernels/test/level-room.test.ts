import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import {
  arenaBytes,
  BinnedRoom,
  configureKernels,
  createPacer,
  type LevelBinCut,
  LevelRoom,
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
  readonly binCounts: readonly number[];
  /** By node. */
  readonly nodes: readonly (readonly Row[])[];
  readonly l2: number;
  readonly l1: number;
  readonly lower: number;
  readonly upper: number;
  readonly minChildWeight: number;
  readonly minRowsLeaf: number;
  /** Features that stand as one column. */
  readonly together: readonly number[];
}

/** Gradients and hessians are whole numbers of eighths. */
const EIGHTHS = [8, 8] as const;

const pacer = createPacer();

function caseOf(binCounts: readonly number[], maxLength: number): fc.Arbitrary<Case> {
  const row = fc.record({
    bins: fc.tuple(...binCounts.map((count) => fc.integer({ min: 0, max: count }))),
    gradient: fc.integer({ min: -20, max: 20 }).map((steps) => steps / 8),
    hessian: fc.integer({ min: 1, max: 16 }).map((steps) => steps / 8),
  });
  return fc.record({
    binCounts: fc.constant(binCounts),
    nodes: fc.array(fc.array(row, { minLength: 1, maxLength }), { minLength: 1, maxLength: 4 }),
    l2: fc.constantFrom(0, 1),
    l1: fc.constantFrom(0, 0, 0.75),
    lower: fc.constantFrom(Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, -0.5),
    upper: fc.constantFrom(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0.75),
    minChildWeight: fc.constantFrom(0, 3),
    minRowsLeaf: fc.constantFrom(1, 3),
    together: fc.constantFrom([], [0, 1]),
  });
}

const anyCase = fc.oneof(caseOf([6, 5, 1], 12), caseOf([300, 2], 12));

/** The best cut on each feature alone, and on all of them; the second feature counts half. */
async function bestCuts(one: Case, threads = 1): Promise<(LevelBinCut | null | string)[]> {
  const { binCounts, nodes, together, lower, upper, ...limits } = one;
  const rows = nodes.flat();
  const countsRows = limits.minRowsLeaf > 1;
  const { columns, bundles } = bundledColumns(rows, binCounts, together);
  const shape = { rowCount: rows.length, binCounts, bundles, histograms: nodes.length, countsRows, threads };
  const pairShape = { rowCount: rows.length, scoreCount: 0, hasWeights: false };
  const sizes = [
    ...PairPasses.byteLengths(pairShape),
    ...BinnedRoom.byteLengths(shape),
    ...LevelRoom.byteLengths(shape),
  ];
  const bytes = arenaBytes([4 * Team.words, ...sizes]);
  const arena = threads === 1 ? await leaseArena(bytes) : (await leaseSharedArena(bytes, threads)).arena;
  if (arena === null) throw new Error("this host has no threads");
  try {
    const team = arena.team();
    const { pairs } = new PairPasses(arena, team, pairShape);
    const room = new BinnedRoom(arena, team, pairs, shape);
    const level = new LevelRoom(arena, team, room, shape);
    room.scans.gainFactors[1] = 0.5;
    await room.lay(columns, pacer);
    rows.forEach(({ gradient, hessian }, row) => {
      pairs.set([gradient, hessian], 2 * row);
    });
    await room.begin(room.bag(Uint32Array.from(rows.keys())), EIGHTHS, 0, pacer);
    const parts: { histogram: number; rows: number; gradients: number; hessians: number }[] = [];
    let start = 0;
    for (const [histogram, node] of nodes.entries()) {
      const run: RowRun = { start, end: start + node.length };
      await room.sum(run, histogram, pacer);
      const [gradients, hessians] = room.totalOf(histogram);
      parts.push({ histogram, rows: node.length, gradients, hessians });
      start = run.end;
    }
    const features = [...binCounts.keys()];
    const found: (LevelBinCut | null)[] = [];
    for (const some of [...features.map((feature) => [feature]), features]) {
      level.begin(some, limits, { lower, upper });
      // Those that have to wait for a histogram are added later.
      await level.add(parts.slice(0, 1), pacer);
      await level.add(parts.slice(1), pacer);
      found.push(level.best());
    }
    return [arena.engine, ...found];
  } finally {
    arena.release();
  }
}

/** The least of 2Gw + (H + l2)w² + 2·l1·|w| within the bounds, by trying every place where it can be. */
function savedBy(part: readonly Row[], { l1, l2, lower, upper }: Case): number {
  const g = part.reduce((total, { gradient }) => total + gradient, 0);
  const k = part.reduce((total, { hessian }) => total + hessian, l2);
  const places = [lower, upper, 0, (-g - l1) / k, (-g + l1) / k];
  const leaves = places.filter((w) => Number.isFinite(w) && w >= lower && w <= upper);
  return Math.max(...leaves.map((w) => -(2 * g * w + k * w ** 2 + 2 * l1 * Math.abs(w))));
}

/** What a cut gains in those nodes that it leaves enough. */
function gainOf({ feature, bin, missingLeft }: Omit<LevelBinCut, "gain">, one: Case): number {
  const { binCounts, minChildWeight, minRowsLeaf, nodes } = one;
  const isLeft = ({ bins }: Row) => (bins[feature] === binCounts[feature] ? missingLeft : bins[feature] <= bin);
  const gains = nodes.map((rows) => {
    const sides = [rows.filter(isLeft), rows.filter((row) => !isLeft(row))];
    const isEnough = sides.every(
      (side) => side.length >= minRowsLeaf && side.reduce((total, { hessian }) => total + hessian, 0) >= minChildWeight,
    );
    return isEnough ? Math.max(0, savedBy(sides[0], one) + savedBy(sides[1], one) - savedBy(rows, one)) : 0;
  });
  return gains.reduce((a, b) => a + b, 0);
}

describe("a room of levels", () => {
  test("finds the cut that gains most in all nodes together, as trying all of them does", async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (one) => {
        const [, ...found] = (await bestCuts(one)) as (LevelBinCut | null)[];
        const most = one.binCounts.map((count, feature) =>
          Math.max(
            ...Array.from({ length: 2 * count }, (_, i) =>
              gainOf({ feature, bin: i >> 1, missingLeft: i % 2 === 0 }, one),
            ),
          ),
        );
        const factors = most.map((_, feature) => (feature === 1 ? 0.5 : 1));
        const mostOfAll = Math.max(...most.map((gain, feature) => gain * factors[feature]));
        for (const [feature, gain] of most.entries()) expect(found[feature]?.gain ?? 0).toBeCloseTo(gain, 8);
        const all = found[one.binCounts.length];
        expect(all === null ? 0 : all.gain * factors[all.feature]).toBeCloseTo(mostOfAll, 8);
        for (const cut of found) if (cut !== null) expect(gainOf(cut, one)).toBeCloseTo(cut.gain, 8);
      }),
      { numRuns: 100 },
    );
  });

  test("gives the same bits in WebAssembly and in its twin", async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (one) => {
        configureKernels({});
        const [engine, ...found] = await bestCuts(one);
        configureKernels({ module: null });
        expect(await bestCuts(one)).toEqual(["twin", ...found]); // toEqual compares numbers by Object.is
        expect(engine).toBe("wasm");
      }),
      { numRuns: 100 },
    );
  });

  test("gives the same bits on 1, 2 and 3 threads", async () => {
    const binCounts = Array.from({ length: 40 }, (_, feature) => 3 + feature);
    const rows = Array.from({ length: 2000 }, (_, row) => ({
      bins: binCounts.map((count, feature) => (row * (7 + feature)) % (count + 1)),
      gradient: (((row * 40_503) % 41) - 20) / 8,
      hessian: (((row * 40_503) % 16) + 1) / 8,
    }));
    const nodes = [rows.slice(0, 100), rows.slice(100, 900), rows.slice(900)];
    const limits = { l1: 0, l2: 1, minChildWeight: 0, minRowsLeaf: 1 };
    const bounds = { lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY };
    const one: Case = { binCounts, nodes, together: [], ...limits, ...bounds };
    const alone = await bestCuts(one);
    for (const threads of [2, 3]) expect(await bestCuts(one, threads)).toEqual(alone);
    expect(await bestCuts({ ...one, together: [0, 1, 2] }, 3)).toEqual(alone);
  });
});
