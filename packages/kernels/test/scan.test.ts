import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { SCAN_SLICE } from "../src/generated/scan-layout.ts";
import { arenaBytes, configureKernels, createPacer, leaseArena, scanJobsBytes } from "../src/index.ts";
import { type Case, compareValues, giniCases, gridNumbers, newtonCases, wholeNumbers } from "./support/columns.ts";
import { type Column, type FoundCut, scanColumn } from "./support/scan-column.ts";
import { textbookCuts } from "./support/textbook-cuts.ts";

afterEach(() => configureKernels({}));

async function withBothEngines({ column, kernel }: Case): Promise<{ wasm: FoundCut; twin: FoundCut }> {
  configureKernels({});
  const wasm = await scanColumn(column, kernel);
  configureKernels({ module: null });
  const twin = await scanColumn(column, kernel);
  expect([wasm.engine, twin.engine]).toEqual(["wasm", "twin"]);
  return { wasm, twin };
}

async function expectSameBits(one: Case): Promise<FoundCut> {
  const { wasm, twin } = await withBothEngines(one);
  expect(twin).toEqual({ ...wasm, engine: "twin" }); // toEqual compares numbers by Object.is
  return wasm;
}

/**
 * The cut found must be one that the rules allow, its left sums right, and no allowed cut better than rounding
 * explains.
 */
function expectBest(one: Case, found: FoundCut): void {
  const cuts = textbookCuts(one.column, one.kernel);
  const best = Math.max(0, ...cuts.map(({ gain }) => gain));
  const tolerance = 1e-9 * (1 + best);
  expect(Math.abs(found.gain - best)).toBeLessThanOrEqual(tolerance);
  if (found.gain === 0) return;
  const same = cuts.find(({ rows, missingLeft }) => rows === found.rows && missingLeft === found.missingLeft);
  expect(same?.left).toEqual(found.left);
  expect(Math.abs((same?.gain ?? 0) - best)).toBeLessThanOrEqual(tolerance);
}

describe.each([
  ["newton", newtonCases],
  ["gini", giniCases],
] as const)("the %s scan", (_, cases) => {
  test("gives the same bits in WebAssembly and in its twin", async () => {
    await fc.assert(
      fc.asyncProperty(cases(gridNumbers), async (one) => {
        await expectSameBits(one);
      }),
      { numRuns: 400 },
    );
  });

  test("finds the best cut that the textbook's formula finds by trying all", async () => {
    await fc.assert(
      fc.asyncProperty(cases(wholeNumbers), async (one) => expectBest(one, await expectSameBits(one))),
      { numRuns: 400 },
    );
  });

  test("does not depend on the order of rows with equal values", async () => {
    await fc.assert(
      fc.asyncProperty(cases(gridNumbers), async ({ column, kernel }) => {
        const { values } = column;
        const order = Array.from(column.order).sort((a, b) => compareValues(values[a], values[b]) || b - a);
        expect(await scanColumn({ ...column, order }, kernel)).toEqual(await scanColumn(column, kernel));
      }),
      { numRuns: 100 },
    );
  });
});

describe("a scan in several slices", () => {
  const shapes = [
    { name: "without missing rows", rows: 3 * SCAN_SLICE + 5, missing: 0 },
    { name: "exactly a slice long", rows: SCAN_SLICE, missing: 0 },
    { name: "with more missing rows than a slice", rows: 3 * SCAN_SLICE, missing: SCAN_SLICE + 7 },
    { name: "with exactly a slice of missing rows", rows: 2 * SCAN_SLICE, missing: SCAN_SLICE },
    { name: "with nothing but missing rows", rows: SCAN_SLICE + 1, missing: SCAN_SLICE + 1 },
  ];

  test.each(shapes)("agrees with all cuts tried in one go: $name", async ({ rows, missing }) => {
    for (const classes of [0, 3]) {
      const one: Case = {
        column: longColumn(rows, missing, classes),
        kernel: classes === 0 ? { loop: "newton", l2: 1 } : { loop: "gini", l2: 0 },
      };
      expectLong(one, await expectSameBits(one));
    }
  });

  /** As `expectBest`, without spreading a hundred thousand arguments, and with room for the textbook's cancellation. */
  function expectLong(one: Case, found: FoundCut): void {
    const cuts = textbookCuts(one.column, one.kernel);
    const best = cuts.reduce((most, { gain }) => Math.max(most, gain), 0);
    expect(Math.abs(found.gain - best)).toBeLessThanOrEqual(1e-6 * (1 + best));
    if (found.gain === 0) return;
    const same = cuts.find(({ rows, missingLeft }) => rows === found.rows && missingLeft === found.missingLeft);
    expect(same?.left).toEqual(found.left);
  }
});

/** Whole numbers by a linear congruential generator, each value four times, the rows stored in another order. */
function longColumn(rows: number, missing: number, classes: number): Column {
  let state = 1;
  const draw = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const stride = 7919; // a prime that divides none of the lengths: place → row is a permutation
  const order = Uint32Array.from({ length: rows }, (_, place) => (place * stride) % rows);
  const values = new Float64Array(rows).fill(Number.NaN);
  for (let place = 0; place < rows - missing; place++) values[order[place]] = Math.floor((place + 2) / 4);
  const signal = Float64Array.from({ length: rows }, () => (classes === 0 ? draw(21) - 10 : draw(classes)));
  const weights = Float64Array.from({ length: rows }, () => 1 + draw(3));
  return { order, values, signal, weights, classes, minRowsLeaf: 20, minChildWeight: 0 };
}

test.each(["wasm", "twin"])("a list of jobs gives each its own rows and results: %s", async (engine) => {
  configureKernels(engine === "wasm" ? {} : { module: null });
  const arena = await leaseArena(arenaBytes([24, 48, 48, 48, scanJobsBytes(2, 2)]));
  const order = arena.uint32(6);
  const values = arena.float64(6);
  const signal = arena.float64(6);
  const weights = arena.float64(6);
  const jobs = arena.scanJobs(2, 2);
  order.set([3, 4, 5, 0, 1, 2]);
  values.set([10, 20, 30, 1, 2, 3]);
  signal.set([-4, 2, 2, -1, -1, 2]);
  weights.fill(1);
  const job = {
    order,
    start: 0,
    count: 3,
    values,
    signal,
    weights,
    parent: new Float64Array([9, 0, 3]),
    parentAt: 1,
    minRowsLeaf: 1,
    minChildWeight: 0,
  };
  jobs.set(0, job);
  job.start = 3;
  jobs.set(1, job);
  await arena.scan({ loop: "newton", l2: 0 }, jobs, 2, createPacer());

  const results = [0, 1].map((index) => ({
    gain: jobs.gain(index),
    rows: jobs.rows(index),
    missingLeft: jobs.missingLeft(index),
    left: Array.from(jobs.records.subarray(jobs.leftAt(index), jobs.leftAt(index) + 2)),
  }));
  arena.release();
  // −1 −1 | 2: (−2)²/2 + 2²/1 = 6. −4 | 2 2: (−4)²/1 + 4²/2 = 24.
  expect(arena.engine).toBe(engine);
  expect(results).toEqual([
    { gain: 6, rows: 2, missingLeft: false, left: [-2, 2] },
    { gain: 24, rows: 1, missingLeft: false, left: [-4, 1] },
  ]);
});
