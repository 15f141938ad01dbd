import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { arenaBytes, type BinCut, BinnedRoom, configureKernels, createPacer, leaseArena } from "../src/index.ts";

afterEach(() => configureKernels({}));

const FEATURES = 5;
const BINS = 6;

interface Row {
  /** By feature; `BINS` is missing. */
  readonly bins: readonly number[];
  readonly gradient: number;
  readonly hessian: number;
}

interface Case {
  readonly rows: readonly Row[];
  readonly l2: number;
  readonly l1: number;
  readonly lower: number;
  readonly upper: number;
  /** Of the first two features. */
  readonly directions: readonly number[];
  readonly minChildWeight: number;
  readonly minRowsLeaf: number;
  /** Those by which the node is searched. */
  readonly features: readonly number[] | undefined;
}

const row = fc.record({
  bins: fc.array(fc.integer({ min: 0, max: BINS }), { minLength: FEATURES, maxLength: FEATURES }),
  gradient: fc.integer({ min: -20, max: 20 }).map((steps) => (steps || 1) / 8),
  hessian: fc.integer({ min: 0, max: 16 }).map((steps) => steps / 8),
});

const anyCase: fc.Arbitrary<Case> = fc.record({
  rows: fc.array(row, { minLength: 2, maxLength: 40 }),
  l2: fc.constantFrom(0, 1),
  l1: fc.constantFrom(0, 0, 0.75),
  lower: fc.constantFrom(Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, -0.5, 0.25),
  upper: fc.constantFrom(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0.75),
  directions: fc.constantFrom([0, 0], [0, 0], [1, -1]),
  minChildWeight: fc.constantFrom(0, 3),
  minRowsLeaf: fc.constantFrom(1, 4),
  features: fc.constantFrom(undefined, [0, 3], [2]),
});

/** The cuts of the root, of its larger child, and how the root's rows are parted by its best cut. */
async function search({ rows, features, lower, upper, directions, ...limits }: Case) {
  const shape = { rowCount: rows.length, featureCount: FEATURES, histograms: 2, countsRows: limits.minRowsLeaf > 1 };
  const arena = await leaseArena(arenaBytes(BinnedRoom.byteLengths(shape)));
  try {
    const room = new BinnedRoom(arena, shape);
    for (let feature = 0; feature < FEATURES; feature++) {
      room.setFeature(
        feature,
        Uint8Array.from(rows, ({ bins }) => bins[feature]),
        BINS,
      );
    }
    rows.forEach(({ gradient, hessian }, at) => {
      room.rows[at] = at;
      room.pairs.set([gradient, hessian], 2 * at);
    });
    room.monotone.set(directions);
    room.gainFactors[4] = 0.5;
    const pacer = createPacer();
    const root = nodeOf(rows, 0, rows.length);
    await room.sum(0, root, pacer);
    const cuts = room.scan(0, { ...root, lower, upper }, limits, features);
    const best = cuts.reduce((a, b) => (b.gain > a.gain ? b : a));
    if (best.gain === 0) return { engine: arena.engine, cuts };
    const middle = room.countLeft(root, best);
    await room.part(root, best, pacer);
    const order = [...room.rows];
    const inOrder = order.map((at) => rows[at]);
    const isLeftSmaller = middle <= rows.length - middle;
    const [smaller, larger] = isLeftSmaller
      ? [
          { start: 0, end: middle },
          { start: middle, end: rows.length },
        ]
      : [
          { start: middle, end: rows.length },
          { start: 0, end: middle },
        ];
    await room.sum(1, smaller, pacer);
    room.subtract(0, 1);
    const rest = nodeOf(inOrder, larger.start, larger.end);
    return {
      engine: arena.engine,
      cuts,
      middle,
      order,
      larger: inOrder.slice(larger.start, larger.end),
      cutsOfLarger: room.scan(0, { ...rest, lower, upper }, limits, features),
    };
  } finally {
    arena.release();
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

function nodeOf(rows: readonly Row[], start: number, end: number) {
  const own = rows.slice(start, end);
  return {
    start,
    end,
    gradients: sum(own.map(({ gradient }) => gradient)),
    hessians: sum(own.map(({ hessian }) => hessian)),
  };
}

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
  const { l2, minChildWeight, minRowsLeaf, features, directions } = one;
  if (features?.includes(feature) === false) return 0;
  const weight = (part: readonly Row[]) => sum(part.map(({ hessian }) => hessian));
  let best = 0;
  for (let bin = 0; bin < BINS; bin++) {
    for (const missingLeft of [true, false]) {
      const isLeft = ({ bins }: Row) => (bins[feature] === BINS ? missingLeft : bins[feature] <= bin);
      const sides = [rows.filter(isLeft), rows.filter((each) => !isLeft(each))];
      const isAllowed = sides.every(
        (side) => side.length >= minRowsLeaf && weight(side) + l2 > 0 && weight(side) >= minChildWeight,
      );
      if (!isAllowed) continue;
      const [left, right] = sides.map((side) => bestLeaf(side, one));
      const hasOrder = sides.every((side) => side.some(({ bins }) => bins[feature] < BINS));
      if (hasOrder && (directions[feature] ?? 0) * (right.value - left.value) < 0) continue;
      best = Math.max(best, left.saved + right.saved - bestLeaf(rows, one).saved);
    }
  }
  return feature === 4 ? best / 2 : best;
}

function expectBest(cuts: readonly BinCut[], rows: readonly Row[], one: Case): void {
  for (const { feature, gain } of cuts) expect(Math.abs(gain - bestGain(rows, feature, one))).toBeLessThan(1e-8);
}

describe("a room of bins", () => {
  test("finds the gains that brute force finds, for a node and for what is left of it without a child", async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (one) => {
        const found = await search(one);
        expectBest(found.cuts, one.rows, one);
        if (found.larger !== undefined) expectBest(found.cutsOfLarger, found.larger, one);
      }),
      { numRuns: 300 },
    );
  });

  test("parts the rows as the cut says, and keeps their order on both sides", async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (one) => {
        const { cuts, middle, order } = await search(one);
        if (order === undefined) return;
        const { feature, bin, missingLeft } = cuts.reduce((a, b) => (b.gain > a.gain ? b : a));
        const isLeft = (at: number) =>
          one.rows[at].bins[feature] === BINS ? missingLeft : one.rows[at].bins[feature] <= bin;
        const all = [...one.rows.keys()];
        expect(order).toEqual([...all.filter(isLeft), ...all.filter((at) => !isLeft(at))]);
        expect(middle).toBe(all.filter(isLeft).length);
      }),
    );
  });

  test("gives the same bits in WebAssembly and in its twin", async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (one) => {
        configureKernels({});
        const wasm = await search(one);
        configureKernels({ module: null });
        const twin = await search(one);
        expect([wasm.engine, twin.engine]).toEqual(["wasm", "twin"]);
        expect(twin).toEqual({ ...wasm, engine: "twin" }); // toEqual compares numbers by Object.is
      }),
      { numRuns: 300 },
    );
  });
});
