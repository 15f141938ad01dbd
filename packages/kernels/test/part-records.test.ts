import { afterEach, describe, expect, test } from "vitest";
import {
  arenaBytes,
  BinnedRoom,
  configureKernels,
  createPacer,
  leaseArena,
  leaseSharedArena,
  PairPasses,
  Team,
} from "../src/index.ts";

// A node of more rows than narrow sums can take, parted on one side, in the middle and on the other one. What must come out
// is counted row by row.

const ROWS = 150_000;
const bins = Uint8Array.from({ length: ROWS }, (_, row) => Math.floor((row * 7919) % 100));
const steps = [1, 1] as const;

afterEach(() => configureKernels({}));

async function part(cutBin: number, side: 0 | 1 | null, threads: number) {
  const shape = { rowCount: ROWS, binCounts: [99], histograms: 2, countsRows: true, threads };
  const pairShape = { rowCount: ROWS, scoreCount: 0, hasWeights: false };
  const bytes = arenaBytes([4 * Team.words, ...PairPasses.byteLengths(pairShape), ...BinnedRoom.byteLengths(shape)]);
  const arena = threads === 1 ? await leaseArena(bytes) : (await leaseSharedArena(bytes, threads)).arena;
  if (arena === null) throw new Error("this host has no threads");
  try {
    const team = arena.team();
    const { pairs } = new PairPasses(arena, team, pairShape);
    const room = new BinnedRoom(arena, team, pairs, shape);
    const pacer = createPacer();
    await room.lay([bins], pacer);
    for (let row = 0; row < ROWS; row++) pairs.set([(row % 5) - 2, row % 3], 2 * row);
    const bag = room.bag(Uint32Array.from({ length: ROWS }, (_, row) => row));
    const run = await room.begin(bag, steps, 0, pacer);
    const writeSides = (sides: Uint8Array) => sides.fill(0).fill(1, cutBin + 1);
    const sum = side === null ? null : { side, histogram: 1, parent: 0 };
    const [left] = await room.cut([{ run, feature: 0, writeSides, sum }], pacer);
    // The summed side has histogram 1, and the other one that of the parent.
    const sums = side === null ? [] : [0, 1].map((of) => [[...room.slotsOf(of, 0)], [...room.rowsOf(of, 0)]]);
    return { left, strayed: strayedOf(room.rows, left, cutBin), sums: side === 0 ? sums.reverse() : sums };
  } finally {
    arena.release();
  }
}

function byHand(cutBin: number, side: 0 | 1 | null) {
  let left = 0;
  const slots = [0, 1].map(() => [new Array<number>(200).fill(0), new Array<number>(100).fill(0)]);
  bins.forEach((bin, row) => {
    const at = bin > cutBin ? 1 : 0;
    const [pairs, counts] = slots[at];
    pairs[2 * bin] += (row % 5) - 2;
    pairs[2 * bin + 1] += row % 3;
    counts[bin]++;
    left += 1 - at;
  });
  return { left, strayed: 0, sums: side === null ? [] : slots };
}

/** Rows on the wrong side, or not there once. */
function strayedOf(rows: Uint32Array, left: number, cutBin: number): number {
  const seen = new Uint8Array(ROWS);
  let strayed = 0;
  rows.forEach((row, place) => {
    if (seen[row]++ > 0 || bins[row] > cutBin !== place >= left) strayed++;
  });
  return strayed;
}

describe("parting the rows of a large node", () => {
  for (const cutBin of [0, 49, 97]) {
    for (const side of [0, 1, null] as const) {
      test(`at bin ${cutBin}, summing ${side === null ? "neither side" : `side ${side}`}, as by hand`, async () => {
        const expected = byHand(cutBin, side);
        for (const threads of [1, 2, 3, 8]) {
          const found = await part(cutBin, side, threads);
          expect(found).toEqual(expected);
        }
        configureKernels({ module: null });
        const twin = await part(cutBin, side, 1);
        expect(twin).toEqual(expected);
      });
    }
  }
});
