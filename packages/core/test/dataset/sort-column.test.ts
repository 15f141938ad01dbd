import { createPacer } from "@cambium/kernels";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sortColumn } from "../../src/dataset/sort-column.ts";

/** A stable comparison sort, NaN last. */
function expectedOrder(values: ArrayLike<number>): number[] {
  const key = (row: number) => (Number.isNaN(values[row]) ? 1 : 0);
  return Array.from(values, (_, row) => row).sort(
    (a, b) =>
      key(a) - key(b) || (key(a) === 1 ? 0 : values[a] < values[b] ? -1 : values[a] > values[b] ? 1 : 0) || a - b,
  );
}

const anyNumber = fc.oneof(
  fc.double(),
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(0, -0, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 5e-324, -5e-324, 2.5e-310),
);

describe("sortColumn", () => {
  it("gives the order of a stable comparison sort", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyNumber, { maxLength: 200 }), async (numbers) => {
        const values = Float64Array.from(numbers);
        expect([...(await sortColumn(values, createPacer()))]).toEqual(expectedOrder(values));
      }),
    );
  });

  it("does so for float32", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyNumber, { maxLength: 60 }), async (numbers) => {
        const values = Float32Array.from(numbers);
        expect([...(await sortColumn(values, createPacer()))]).toEqual(expectedOrder(values));
      }),
    );
  });

  it("tells NaNs of any bits from numbers", async () => {
    const values = new Float64Array(3);
    new BigUint64Array(values.buffer).set([0xfff8_0000_0000_0001n, 0x7ff8_0000_0000_0000n, 0n]);
    expect([...(await sortColumn(values, createPacer()))]).toEqual([2, 0, 1]);
  });

  it("rejects with the reason of the signal when it must pause", async () => {
    const pacer = { due: () => true, pause: () => Promise.reject(new Error("stop")) };
    await expect(sortColumn(Float64Array.of(2, 1), pacer)).rejects.toThrow("stop");
  });
});
