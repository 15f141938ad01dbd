import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arenaBytes, ColumnRoom, createPacer, Team } from "../src/index.ts";
import { lease } from "./support/lease.ts";

type Values = Float32Array | Float64Array;

/** The rule as it is stated: values in their order take a bin after the other, each until its share is full. */
function cutsOf(values: Values, weights: Float64Array | null, maxBins: number): number[] {
  const weightOf = new Map<number, number>();
  values.forEach((value, row) => {
    if (!Number.isNaN(value)) weightOf.set(value, (weightOf.get(value) ?? 0) + (weights?.[row] ?? 1));
  });
  const distinct = [...weightOf].sort(([a], [b]) => a - b);
  let left = distinct.reduce((sum, [, weight]) => sum + weight, 0);
  let share = left / maxBins;
  let inBin = 0;
  const cuts: number[] = [];
  distinct.forEach(([value, weight], i) => {
    const binsAfter = maxBins - cuts.length - 1;
    const isFull = inBin + weight / 2 > share || distinct.length - i <= binsAfter;
    if (i > 0 && isFull && binsAfter > 0) {
      const [below] = distinct[i - 1];
      const middle = below / 2 + value / 2;
      cuts.push(middle >= below && middle < value ? middle : below);
      left -= inBin;
      share = left / binsAfter;
      inBin = 0;
    }
    inBin += weight;
  });
  return cuts;
}

function binsOf(values: Values, cuts: readonly number[]): number[] {
  return Array.from(values, (value) => {
    if (Number.isNaN(value)) return cuts.length + 1;
    const bin = cuts.findIndex((cut) => value <= cut);
    return bin < 0 ? cuts.length : bin;
  });
}

async function binned(values: Values, weights: Float64Array | null, maxBins: number) {
  const shape = { rowCount: values.length, bytes: values.BYTES_PER_ELEMENT, maxBins };
  const sizes = [
    4 * Team.words,
    ...(weights ? [8 * values.length] : []),
    ...ColumnRoom.byteLengths(shape, weights !== null),
  ];
  const arena = await lease(arenaBytes(sizes));
  try {
    const given = weights && arena.float64(weights.length);
    if (weights) given?.set(weights);
    const room = new ColumnRoom(arena, shape, given);
    room.begin(values);
    await ColumnRoom.run([room], arena.team(), createPacer());
    const { bins, cuts } = room.take();
    return { bins: [...bins], bytes: bins.BYTES_PER_ELEMENT, cuts: [...cuts] };
  } finally {
    arena.release();
  }
}

const [infinite, least] = [Number.POSITIVE_INFINITY, Number.MIN_VALUE];
/** What columns are like, and what breaks a sort by bits. */
const kinds: fc.Arbitrary<number>[] = [
  fc.integer({ min: -3, max: 3 }),
  fc.integer({ min: 0, max: 400 }),
  fc.integer({ min: 0, max: 2 ** 24 }).map((steps) => 1 + steps / 2 ** 30),
  fc.integer({ min: 0, max: 10 ** 6 }).map((cents) => cents / 100),
  fc.oneof(fc.constant(0), fc.integer({ min: 10 ** 9, max: 10 ** 9 + 5000 })),
  fc.double({ noNaN: false }).map((value) => value + 0),
  fc.constantFrom(-infinite, infinite, Number.NaN, 0, least, -least, 1e-310, 5, 6, 7),
];

const columns = fc.record({
  maxBins: fc.constantFrom(2, 3, 16, 255, 256, 65_535),
  isNarrow: fc.boolean(),
  rows: fc.constantFrom(...kinds).chain((kind) =>
    fc.array(fc.record({ value: kind, weight: fc.integer({ min: 0, max: 5 }) }), {
      minLength: 1,
      maxLength: 600,
      size: "max",
    }),
  ),
  isWeighted: fc.boolean(),
});

describe("ColumnRoom", () => {
  it("cuts by the rule, and puts each row into its bin", async () => {
    await fc.assert(
      fc.asyncProperty(columns, async ({ maxBins, isNarrow, rows, isWeighted }) => {
        const given = rows.map(({ value }) => value);
        // To four bytes a tiny number below 0 is -0, which columns never have.
        const values = isNarrow
          ? Float32Array.from(given, (value) => Math.fround(value) + 0)
          : Float64Array.from(given);
        const weights = isWeighted ? Float64Array.from(rows, ({ weight }) => weight / 4) : null;
        const found = await binned(values, weights, maxBins);
        const cuts = cutsOf(values, weights, maxBins);
        expect(found).toEqual({ cuts, bins: binsOf(values, cuts), bytes: cuts.length < 255 ? 1 : 2 });
      }),
      { numRuns: 200 },
    );
  });

  it.each<[string, (row: number) => number]>([
    ["spread", (row) => ((row * 7919) % 20_011) / 7],
    ["beside an outlier", (row) => (row === 0 ? -1e300 : 1 + ((row * 7919) % 20_011) * 2 ** -40)],
    ["mostly one", (row) => (row % 10 > 0 ? 0 : ((row * 7919) % 20_011) + 0.1)],
  ])("does the same where values are many (%s)", async (_name, value) => {
    for (const Kind of [Float32Array, Float64Array]) {
      const values = new Kind(20_011).map((_, row) => value(row));
      const weights = Float64Array.from(values, (_, row) => row % 3);
      for (const maxBins of [255, 2000]) {
        for (const given of [null, weights]) {
          const { bins, cuts } = await binned(values, given, maxBins);
          expect(cuts).toEqual(cutsOf(values, given, maxBins));
          const wrong = bins.findIndex(
            (bin, row) => !(values[row] <= (cuts[bin] ?? infinite) && !(values[row] <= cuts[bin - 1])),
          );
          expect(wrong).toBe(-1);
        }
      }
    }
  });

  it("finds the same in any order of the rows", async () => {
    const values = Float64Array.from({ length: 5000 }, (_, row) => ((row * 2477) % 5003) / 3);
    const weights = values.map((value) => Math.round(value) % 4);
    const { cuts, bins } = await binned(values, weights, 40);
    const backwards = await binned(values.slice().reverse(), weights.slice().reverse(), 40);
    expect(backwards.cuts).toEqual(cuts);
    expect(backwards.bins).toEqual(bins.reverse());
  });
});
