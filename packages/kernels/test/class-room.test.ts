import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import {
  arenaBytes,
  BinnedRoom,
  ClassRoom,
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
  readonly code: number;
  readonly weight: number;
}

interface Case {
  readonly rows: readonly Row[];
  readonly binCounts: readonly number[];
  readonly classes: number;
  readonly features: readonly number[] | undefined;
  readonly minChildWeight: number;
  readonly minRowsLeaf: number;
  readonly isNarrow: boolean;
  /** Features that stand as one column. */
  readonly together: readonly number[];
}

interface FoundCut {
  readonly gain: number;
  readonly bin: number;
  readonly missingLeft: boolean;
}

interface Node {
  readonly rows: readonly number[];
  readonly cuts: readonly FoundCut[];
}

const pacer = createPacer();

function caseOf(binCounts: readonly number[], classes: number, maxLength: number): fc.Arbitrary<Case> {
  const row = fc.record({
    bins: fc.tuple(...binCounts.map((count) => fc.integer({ min: 0, max: count }))),
    code: fc.integer({ min: 0, max: classes - 1 }),
    weight: fc.integer({ min: 1, max: 5 }),
  });
  return fc.record({
    rows: fc.array(row, { minLength: 2, maxLength }),
    binCounts: fc.constant(binCounts),
    classes: fc.constant(classes),
    features: fc.constantFrom(undefined, [1]),
    minChildWeight: fc.constantFrom(0, 4),
    minRowsLeaf: fc.constantFrom(1, 3),
    isNarrow: fc.boolean(),
    together: fc.constantFrom([], [0, 1]),
  });
}

const anyCase = fc.oneof(
  caseOf([6, 6, 1], 2, 30),
  caseOf([6, 6, 1], 3, 30),
  caseOf([4, 9], 7, 40),
  caseOf([300, 2, 40], 5, 40),
);

/** The root, and both children of its best cut: one of them summed, and what the root has left without it. */
async function grow(one: Case, threads = 1) {
  const { rows, binCounts, classes, isNarrow, together, features, ...limits } = one;
  const rowCount = rows.length;
  const classPairs = Math.ceil(classes / 2);
  const countsRows = limits.minRowsLeaf > 1;
  const { columns, bundles } = bundledColumns(rows, binCounts, together);
  const shape = { rowCount, binCounts, bundles, histograms: 2, countsRows, threads, classPairs };
  const pairShape = { rowCount, scoreCount: 0, hasWeights: false };
  const sizes = [
    ...PairPasses.byteLengths(pairShape),
    ...BinnedRoom.byteLengths(shape),
    ...ClassRoom.byteLengths(shape),
  ];
  const bytes = arenaBytes([4 * Team.words, rowCount, ...sizes]);
  const arena = threads === 1 ? await leaseArena(bytes) : (await leaseSharedArena(bytes, threads)).arena;
  if (arena === null) throw new Error("this host has no threads");
  try {
    const team = arena.team();
    const { pairs } = new PairPasses(arena, team, pairShape);
    const pairOfRow = classPairs > 1 ? arena.uint8(rowCount) : null;
    const room = new BinnedRoom(arena, team, pairs, shape, { classPairs: pairOfRow });
    const scans = new ClassRoom(arena, team, room, shape);
    await room.lay(columns, pacer);
    rows.forEach(({ code, weight }, row) => {
      pairs.set(code % 2 === 0 ? [weight, 0] : [0, weight], 2 * row);
      pairOfRow?.set([code >> 1], row);
    });
    const nodeOf = async (run: RowRun, histogram: number): Promise<Node> => {
      const own = [...room.rows.subarray(run.start, run.end)].sort((a, b) => a - b);
      const weights = new Float64Array(classes + 1);
      for (const row of own) for (const at of [rows[row].code, classes]) weights[at] += rows[row].weight;
      const cuts: FoundCut[] = [];
      const scan = { histogram, rows: own.length, weights, ...(features && { features }) };
      await scans.scan([scan], limits, pacer, (_, found) => {
        for (const feature of binCounts.keys()) {
          const { gain, bin, missingLeft } = found.cut(feature);
          cuts.push({ gain, bin, missingLeft });
        }
      });
      return { rows: own, cuts };
    };
    const run = await room.begin(room.bag(Uint32Array.from(rows.keys())), isNarrow ? [8, 8] : null, 0, pacer);
    const root = await nodeOf(run, 0);
    const feature = root.cuts.reduce((best, { gain }, i) => (gain > root.cuts[best].gain ? i : best), 0);
    const best = root.cuts[feature];
    if (best.gain === 0) return { engine: arena.engine, nodes: [root] };
    const cut = {
      run,
      feature,
      writeSides: (sides: Uint8Array) => {
        for (let bin = 0; bin < binCounts[feature]; bin++) sides[bin] = bin > best.bin ? 1 : 0;
        sides[binCounts[feature]] = best.missingLeft ? 0 : 1;
      },
      sum: { side: 1, histogram: 1, parent: 0 },
    } as const;
    const [middle] = await room.cut([cut], pacer);
    const left = await nodeOf({ start: 0, end: middle }, 0);
    const right = await nodeOf({ start: middle, end: run.end }, 1);
    return { engine: arena.engine, nodes: [root, left, right] };
  } finally {
    arena.release();
  }
}

/** Breiman's: what the impurity of a node, times its weight, falls by. */
function impurity(rows: readonly Row[]): number {
  const weights = new Map<number, number>();
  for (const { code, weight } of rows) weights.set(code, (weights.get(code) ?? 0) + weight);
  const total = weightOf(rows);
  return total - [...weights.values()].reduce((sum, weight) => sum + weight ** 2, 0) / total;
}

const weightOf = (rows: readonly Row[]) => rows.reduce((sum, { weight }) => sum + weight, 0);

function gainOf(
  rows: readonly Row[],
  one: Case,
  feature: number,
  { bin, missingLeft }: Omit<FoundCut, "gain">,
): number {
  const missing = one.binCounts[feature];
  const isLeft = ({ bins }: Row) => (bins[feature] === missing ? missingLeft : bins[feature] <= bin);
  const sides = [rows.filter(isLeft), rows.filter((row) => !isLeft(row))];
  const isEnough = sides.every((side) => side.length >= one.minRowsLeaf && weightOf(side) >= one.minChildWeight);
  return isEnough ? impurity(rows) - impurity(sides[0]) - impurity(sides[1]) : 0;
}

function bestGain(rows: readonly Row[], one: Case, feature: number): number {
  if (one.features?.includes(feature) === false) return 0;
  const gains = rows.flatMap(({ bins }) =>
    [true, false].map((missingLeft) => gainOf(rows, one, feature, { bin: bins[feature], missingLeft })),
  );
  return Math.max(0, ...gains);
}

describe("a room of classes", () => {
  test("finds the gains that brute force finds, for a node, for its child and for what is left without it", async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (one) => {
        for (const { rows, cuts } of (await grow(one)).nodes) {
          const own = rows.map((row) => one.rows[row]);
          for (const [feature, found] of cuts.entries()) {
            expect(found.gain).toBeCloseTo(bestGain(own, one, feature), 8);
            if (found.gain > 0) expect(gainOf(own, one, feature, found)).toBeCloseTo(found.gain, 8);
          }
        }
      }),
      { numRuns: 150 },
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
        expect(twin.nodes).toEqual(wasm.nodes); // toEqual compares numbers by Object.is
      }),
      { numRuns: 100 },
    );
  });

  test("gives the same bits on 1, 2 and 3 threads, by narrow sums and by wide ones", async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => ({
      bins: [(i * 7919) % 200, (i * 104_729) % 83, (i * 31) % 3],
      code: (i * 40_503) % 5,
      weight: 1 + (i % 3),
    }));
    const limits = { minChildWeight: 0, minRowsLeaf: 2, features: undefined };
    const one: Case = { rows, binCounts: [200, 83, 2], classes: 5, isNarrow: false, together: [], ...limits };
    const alone = await grow(one);
    for (const isNarrow of [false, true]) {
      for (const threads of [1, 2, 3]) expect(await grow({ ...one, isNarrow }, threads)).toEqual(alone);
      expect(await grow({ ...one, isNarrow, together: [1, 2] }, 2)).toEqual(alone);
    }
  });
});
