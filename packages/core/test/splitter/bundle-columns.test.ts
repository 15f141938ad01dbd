import { createPacer } from "@cambium/kernels";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BinnedColumn } from "../../src/dataset/bin-column.ts";
import { bundleColumns } from "../../src/engine/binned/bundle-columns.ts";

const ROWS = 2001;

function columnOf(binCount: number, binOf: (row: number) => number): BinnedColumn {
  const cuts = Float64Array.from({ length: binCount - 1 }, (_, cut) => cut);
  return { bins: Uint8Array.from({ length: ROWS }, (_, row) => binOf(row)), binCount, cuts };
}

const bundlesOf = (columns: readonly BinnedColumn[]) => bundleColumns(columns, createPacer());

describe("bundles of columns", () => {
  test("put two hundred columns of which one is 1 at a time into one", async () => {
    const columns = Array.from({ length: 200 }, (_, one) => columnOf(2, (row) => Number(row % 200 === one)));
    const bundles = await bundlesOf(columns);
    expect(bundles.map(({ features }) => features.length)).toEqual([200]);
  });

  test("put eight columns of 0 and 1 that know nothing of each other into one, and a ninth and tenth into another", async () => {
    const columns = Array.from({ length: 10 }, (_, bit) => columnOf(2, (row) => (row >> bit) & 1));
    const bundles = await bundlesOf(columns);
    expect(bundles.map(({ features }) => [...features])).toEqual([
      [8, 9],
      [0, 1, 2, 3, 4, 5, 6, 7],
    ]);
  });

  test("leave alone what has many bins, what nobody fits to, and all where bins take two bytes", async () => {
    const many = columnOf(40, (row) => row % 40);
    const few = columnOf(2, (row) => row % 2);
    expect(await bundlesOf([many, few])).toEqual([]);
    expect(await bundlesOf([few, columnOf(30, (row) => row % 30), columnOf(31, (row) => row % 31)])).toHaveLength(1);
    const wide = { ...many, bins: Uint16Array.from(many.bins), binCount: 300 };
    expect(await bundlesOf([wide, few, few])).toEqual([]);
  });

  test("tell the bin of each row by a byte, from wherever the bins stand", async () => {
    const table = fc
      .array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 9 })
      .chain((counts) => fc.record({ counts: fc.constant(counts), seed: fc.integer() }));
    await fc.assert(
      fc.asyncProperty(table, async ({ counts, seed }) => {
        const binOf = (row: number, feature: number) => Math.imul(row + seed, 2 * feature + 2_654_435_761) >>> 16;
        const columns = counts.map((count, feature) => {
          const column = columnOf(count, (row) => binOf(row, feature) % (count + 1));
          return { ...column, bins: Uint8Array.of(0, ...column.bins).subarray(1) };
        });
        for (const { features, bins, codes } of await bundlesOf(columns)) {
          expect(bins[0].length).toBeLessThanOrEqual(256);
          for (const [i, feature] of features.entries()) {
            expect(codes.map((code) => bins[i][code])).toEqual(columns[feature].bins);
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});
