import { createPacer, type Pacer } from "@cambium/kernels";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { orderInTurns } from "../../src/util/order-of-values.ts";
import { inTurns } from "../../src/util/turns.ts";

const sortColumn = (values: Float64Array | Float32Array, pacer: Pacer) => inTurns(orderInTurns(values), pacer);

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

/** So many times the same values: few rows are sorted otherwise than many. */
const times = fc.constantFrom(1, 40);

describe("orderInTurns", () => {
  it("gives the order of a stable comparison sort", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyNumber, { maxLength: 200 }), times, async (numbers, count) => {
        const values = Float64Array.from(Array.from({ length: count }, () => numbers).flat());
        expect([...(await sortColumn(values, createPacer()))]).toEqual(expectedOrder(values));
      }),
    );
  });

  it("does so for float32", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyNumber, { maxLength: 60 }), times, async (numbers, count) => {
        const values = Float32Array.from(Array.from({ length: count }, () => numbers).flat());
        expect([...(await sortColumn(values, createPacer()))]).toEqual(expectedOrder(values));
      }),
    );
  });

  it("tells NaNs of any bits from numbers", async () => {
    for (const zeros of [1, 300]) {
      const values = new Float64Array(2 + zeros);
      new BigUint64Array(values.buffer).set([0xfff8_0000_0000_0001n, 0x7ff8_0000_0000_0000n]);
      const order = [...(await sortColumn(values, createPacer()))];
      expect([order[0], ...order.slice(-2)]).toEqual([2, 0, 1]);
    }
  });

  it("rejects with the reason of the signal when it must pause", async () => {
    const pacer = { due: () => true, pause: () => Promise.reject(new Error("stop")) };
    await expect(
      sortColumn(
        Float64Array.from({ length: 1000 }, (_, row) => -row / 3),
        pacer,
      ),
    ).rejects.toThrow("stop");
  });
});
