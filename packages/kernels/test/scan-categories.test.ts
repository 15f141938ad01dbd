import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { BinSlot, FoundSlot } from "../src/generated/bins-layout.ts";
import { TaskKind } from "../src/generated/tasks-layout.ts";
import { arenaBytes, configureKernels, createPacer, leaseArena, Team } from "../src/index.ts";
import { categoriesUpTo, categoryOrder, sortBytes } from "../src/sort-categories.ts";

afterEach(() => configureKernels({}));

/** The last one is what is missing. */
const BINS = 9;

interface Slot {
  readonly gradient: number;
  readonly hessian: number;
  readonly rows: number;
}

interface Case {
  readonly slots: readonly Slot[];
  readonly kind: 1 | 2;
  readonly l1: number;
  readonly l2: number;
  readonly upper: number;
  readonly minChildWeight: number;
  readonly most: number;
  /** 0: not counted. */
  readonly minRowsLeaf: number;
}

const slot = fc.oneof(
  fc.constant({ gradient: 0, hessian: 0, rows: 0 }),
  fc.record({
    gradient: fc.integer({ min: -20, max: 20 }).map((steps) => (steps || 1) / 8),
    hessian: fc.integer({ min: 1, max: 16 }).map((steps) => steps / 8),
    rows: fc.integer({ min: 1, max: 3 }),
  }),
);

const anyCase: fc.Arbitrary<Case> = fc.record({
  slots: fc.array(slot, { minLength: BINS + 1, maxLength: BINS + 1 }),
  kind: fc.constantFrom(1 as const, 2 as const),
  l1: fc.constantFrom(0, 0.5),
  l2: fc.constantFrom(0, 1),
  upper: fc.constantFrom(Number.POSITIVE_INFINITY, 0.5),
  minChildWeight: fc.constantFrom(0, 1),
  most: fc.constantFrom(0, 1, 2),
  minRowsLeaf: fc.constantFrom(0, 3),
});

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

async function scan(one: Case) {
  const { slots, kind, l1, l2, upper, minChildWeight, minRowsLeaf, most } = one;
  const lengths = [
    4 * Team.words,
    8 * BinSlot.size,
    8 * FoundSlot.size,
    16 * (BINS + 1),
    4 * (BINS + 1),
    4,
    4,
    8,
    sortBytes(BINS),
  ];
  const arena = await leaseArena(arenaBytes(lengths));
  try {
    const team = arena.team();
    const [job, found, pairs] = [
      arena.float64(BinSlot.size),
      arena.float64(FoundSlot.size),
      arena.float64(2 * BINS + 2),
    ];
    const [counts, binCounts, starts] = [arena.uint32(BINS + 1), arena.uint32(1), arena.uint32(1)];
    const kinds = arena.uint8(8);
    const scratch = arena.uint8(sortBytes(BINS));
    pairs.set(slots.flatMap(({ gradient, hessian }) => [gradient, hessian]));
    counts.set(slots.map(({ rows }) => rows));
    binCounts[0] = BINS;
    starts[0] = 0;
    kinds[0] = kind;
    const [G, H] = [sum(slots.map(({ gradient }) => gradient)), sum(slots.map(({ hessian }) => hessian))];
    const told: Partial<Record<keyof typeof BinSlot, number>> = {
      ...{
        histogram: pairs.byteOffset,
        slotStarts: starts.byteOffset,
        binCounts: binCounts.byteOffset,
        from: 0,
        to: 1,
      },
      ...{ allowed: 0, gradients: G, hessians: H, l1, l2, lower: Number.NEGATIVE_INFINITY, upper, minChildWeight },
      ...{ rowCounts: minRowsLeaf > 0 ? counts.byteOffset : 0, rows: sum(slots.map(({ rows }) => rows)), minRowsLeaf },
      ...{ nodeTerm: l2 === 0 ? 0 : (G * G * l2) / ((H + l2) * (H + 2 * l2)), found: found.byteOffset, monotone: 0 },
      ...{
        gainFactors: 0,
        categorical: kinds.byteOffset,
        mostCategories: most,
        smoothing: 0,
        scratch: scratch.byteOffset,
      },
    };
    for (const [name, value] of Object.entries(told)) job[BinSlot[name as keyof typeof BinSlot]] = value;
    found.fill(0);
    await team.run(1, () => team.set(TaskKind.scanBins, job.byteOffset), createPacer());
    const order = categoryOrder(pairs, BINS, minRowsLeaf > 0 ? counts : null, 0);
    return { engine: arena.engine, found: [...found], order };
  } finally {
    arena.release();
  }
}

/** The least of 2Gw + (H + l2)w² + 2·l1·|w| up to the bound, by trying every place where it can be. */
function saved(part: readonly Slot[], { l1, l2, upper }: Case): number {
  const g = sum(part.map(({ gradient }) => gradient));
  const k = sum(part.map(({ hessian }) => hessian)) + l2;
  const places = [upper, 0, (-g - l1) / k, (-g + l1) / k].filter((w) => Number.isFinite(w) && w <= upper);
  return Math.max(...places.map((w) => -(2 * g * w + k * w ** 2 + 2 * l1 * Math.abs(w))));
}

/** Over all sets of categories, or single ones and all, and both sides for what is missing. */
function bestGain(one: Case, mayGoLeft: (set: number) => boolean): number {
  const { slots, minChildWeight, minRowsLeaf } = one;
  let best = 0;
  for (let set = 1; set < 2 ** BINS; set++) {
    if (!mayGoLeft(set)) continue;
    for (const missingLeft of [1, 0]) {
      const isLeft = (at: number) => (at === BINS ? missingLeft : (set >> at) & 1) === 1;
      const sides = [slots.filter((_, at) => isLeft(at)), slots.filter((_, at) => !isLeft(at))];
      const isAllowed = sides.every(
        (side) =>
          sum(side.map(({ rows }) => rows)) >= Math.max(1, minRowsLeaf) &&
          sum(side.map(({ hessian }) => hessian)) >= minChildWeight,
      );
      if (isAllowed) best = Math.max(best, saved(sides[0], one) + saved(sides[1], one) - saved(slots, one));
    }
  }
  return best;
}

describe("a scan of categories", () => {
  test("finds the best of all partitions, where leaves are free and no limit forbids it", async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (given) => {
        const one: Case = {
          ...given,
          kind: 1,
          l1: 0,
          l2: 0,
          upper: Number.POSITIVE_INFINITY,
          minChildWeight: 0,
          most: 0,
          minRowsLeaf: 0,
        };
        const { found } = await scan(one);
        expect(found[FoundSlot.gain]).toBeCloseTo(
          bestGain(one, () => true),
          8,
        );
      }),
      { numRuns: 200 },
    );
  });

  test("finds the best of the sorted runs, or of one against the rest, whatever holds leaves back", async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (one) => {
        const { found, order } = await scan(one);
        const few = (at: number) => one.most === 0 || at < one.most || order.length - 1 - at <= one.most;
        const places = [...order.keys()].filter(few);
        const runs = new Set(places.map((at) => sum(order.slice(0, at + 1).map((code) => 2 ** code))));
        const singles = new Set([...order.map((code) => 2 ** code), sum(order.map((code) => 2 ** code))]);
        const gain = bestGain(one, (set) => (one.kind === 1 ? runs : singles).has(set));
        expect(found[FoundSlot.gain]).toBeCloseTo(gain, 8);
        if (found[FoundSlot.gain] === 0) return;
        const bin = found[FoundSlot.bin];
        const left = one.kind === 1 ? order.slice(0, order.indexOf(bin) + 1) : bin === BINS ? order : [bin];
        const sides = found[FoundSlot.missingLeft] === 1 ? [...left, BINS] : left;
        expect(found[FoundSlot.leftGradients]).toBe(sum(sides.map((at) => one.slots[at].gradient)));
        expect(found[FoundSlot.leftHessians]).toBe(sum(sides.map((at) => one.slots[at].hessian)));
      }),
      { numRuns: 300 },
    );
  });

  test("gives the same bits in WebAssembly and in its twin", async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (one) => {
        configureKernels({});
        const wasm = await scan(one);
        configureKernels({ module: null });
        const twin = await scan(one);
        expect([wasm.engine, twin.engine]).toEqual(["wasm", "twin"]);
        expect(twin).toEqual({ ...wasm, engine: "twin" }); // toEqual compares numbers by Object.is
      }),
      { numRuns: 300 },
    );
  });

  test("takes the categories up to one of them as their order does, with equal ones and absent ones", () => {
    const slot = fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: 0, max: 2 }));
    fc.assert(
      fc.property(
        fc.array(slot, { minLength: 1, maxLength: 40 }),
        fc.nat(39),
        fc.constantFrom(0, 10),
        fc.boolean(),
        (slots, place, smoothing, takesAbsent) => {
          const pairs = Float64Array.from(slots.flat());
          const order = categoryOrder(pairs, slots.length, null, smoothing);
          if (place >= order.length) return;
          const bits = categoriesUpTo(order[place], pairs, slots.length, null, smoothing, takesAbsent);
          const isIn = slots.map((_, code) => ((bits[code >>> 5] >>> (code & 31)) & 1) === 1);
          const expected = slots.map((_, code) => {
            const at = order.indexOf(code);
            return at < 0 ? takesAbsent : at <= place;
          });
          expect(isIn).toEqual(expected);
        },
      ),
    );
  });
});
