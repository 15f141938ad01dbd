import { createPacer } from "@cambium/kernels";
import { describe, expect, it } from "vitest";
import { createDataset } from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";

const pacer = createPacer();

describe("bins of categories", () => {
  it("are the codes, and what is missing is after the last one", async () => {
    const dataset = await createDataset({ c: ["b", "a", null, "c"], y: [1, 2, 3, 4] }, { target: "y" });
    const { bins, binCount, cuts } = await dataset.binned(0, 255, pacer);
    expect([...bins]).toEqual([1, 0, 3, 2]);
    expect([binCount, cuts]).toEqual([3, null]);
  });

  it.each([
    [255, Uint8Array],
    [256, Uint16Array],
  ])("take one byte where %i and the bin of missing values fit, else two", async (count, kind) => {
    const c = Array.from({ length: count + 1 }, (_, row) => (row === count ? null : `c${row}`));
    const dataset = await createDataset({ c, y: c.map((_, row) => row) }, { target: "y" });
    const { bins, binCount } = await dataset.binned(0, 255, pacer);
    expect(bins).toBeInstanceOf(kind);
    expect([binCount, bins[count]]).toEqual([count, count]);
  });

  it("are refused where two bytes can not count them and the missing ones", async () => {
    const c = Array.from({ length: 2 ** 16 }, (_, row) => `c${row}`);
    const dataset = await createDataset({ c, y: c.map((_, row) => row) }, { target: "y" });
    expect(await failureOf(() => dataset.binned(0, 255, pacer))).toBe(
      'too-large | cambium: column "c" has 65536 categories; in histograms at most 65535 are counted: pass splitter: "exact", or leave it out: features: [...]',
    );
  });
});
