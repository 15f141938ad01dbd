import { Worker } from "node:worker_threads";
import { configureKernels, createPacer } from "@cambium/kernels";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { binColumns } from "../../src/dataset/bin-columns.ts";
import { cart, createDataset } from "../../src/index.ts";
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
    const dataset = await createDataset({ c, y: c.map((_, row) => row) }, { target: "y", features: ["c"] });
    const { bins, binCount } = await dataset.binned(0, 255, pacer);
    expect(bins).toBeInstanceOf(kind);
    expect([binCount, bins[count]]).toEqual([count, count]);
  });

  it("are as many as two bytes can count beside the missing ones, and a column of more categories is refused", async () => {
    const tableOf = (count: number) => {
      const c = Array.from({ length: 2 * count }, (_, row) => `c${row >> 1}`);
      return { c, y: c.map((_, row) => row) };
    };
    const dataset = await createDataset(tableOf(2 ** 16 - 1), { target: "y" });
    expect((await dataset.binned(0, 255, pacer)).binCount).toBe(2 ** 16 - 1);
    expect(await failureOf(() => createDataset(tableOf(2 ** 16), { target: "y" }))).toBe(
      'too-large | cambium: column "c" has 65536 categories; at most 65535 are learned from. Leave it out: exclude: ["c"]',
    );
  });
});

const weighed = fc.uniqueArray(fc.integer({ min: -500, max: 500 }), { minLength: 1, maxLength: 60 }).chain((values) =>
  fc.record({
    values: fc.constant([...values].sort((a, b) => a - b)),
    weights: fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: values.length, maxLength: values.length })
      .filter((weights) => weights.some((weight) => weight > 0)),
  }),
);

async function binned(n: ArrayLike<number | null>, weight: readonly number[] | null, maxBins: number) {
  const y = Array.from(n, (_, row) => row);
  const dataset = await createDataset({ n, y }, { target: "y", ...(weight && { weight }) });
  const { bins, cuts, binCount } = await dataset.binned(0, maxBins, pacer);
  expect(binCount).toBe((cuts as Float64Array).length + 1);
  return { bins, cuts: [...(cuts as Float64Array)] };
}

describe("bins of numbers", () => {
  it("are one for each value while there are bins enough, cut halfway between neighbours", async () => {
    expect((await binned([1, 2, 4, 8], [9, 1, 1, 1], 4)).cuts).toEqual([1.5, 3, 6]);
    expect((await binned([1, 2, 4, 8], [0, 1, 0, 0], 255)).cuts).toEqual([1.5, 3, 6]);
  });

  it.each([
    [255, 254, Uint8Array],
    [256, 254, Uint8Array],
  ])(
    "are 255 of one byte where %i values ask for no more, and the missing one after them",
    async (count, cuts, kind) => {
      const n = [...Array.from({ length: count }, (_, row) => row), null];
      const found = await binned(n, null, 255);
      expect(found.cuts).toHaveLength(cuts);
      expect(found.bins).toBeInstanceOf(kind);
      expect(found.bins[count]).toBe(255);
      const exact = await binned(n, null, 256);
      expect(exact.bins).toBeInstanceOf(count === 255 ? Uint8Array : Uint16Array);
      expect([...exact.bins]).toEqual(n.map((value) => value ?? count));
    },
  );

  it("have no cut where there is one value, or none", async () => {
    expect((await binned([3, 3], [2, 1], 255)).cuts).toEqual([]);
    expect(await binned([null, null], null, 255)).toEqual({ bins: Uint8Array.of(1, 1), cuts: [] });
  });

  it("part infinities, both zeros from neither, and the smallest numbers", async () => {
    const least = Number.MIN_VALUE;
    const n = [Number.NEGATIVE_INFINITY, -least, -0, 0, least, 1, Number.POSITIVE_INFINITY];
    const { bins, cuts } = await binned(n, null, 255);
    expect([...bins]).toEqual([0, 1, 2, 2, 3, 4, 5]);
    expect(cuts).toEqual([Number.NEGATIVE_INFINITY, -least, 0, 0.5, 1]);
  });

  it("give a value that outweighs many one of them, and share the rest among the others", async () => {
    const values = Array.from({ length: 101 }, (_, i) => i);
    const weights = values.map((value) => (value === 0 ? 900 : 1));
    const { cuts } = await binned(values, weights, 11);
    expect(cuts).toEqual([0.5, 10.5, 20.5, 30.5, 40.5, 50.5, 60.5, 70.5, 80.5, 90.5]);
  });

  it("are the quantiles of many equal weights", async () => {
    const values = Array.from({ length: 1000 }, (_, i) => (i * 7) % 1000);
    expect((await binned(values, null, 4)).cuts).toEqual([249.5, 499.5, 749.5]);
  });

  it("are all used where there are values enough, and none that could be lighter outweighs two shares", async () => {
    await fc.assert(
      fc.asyncProperty(weighed, fc.integer({ min: 2, max: 20 }), async ({ values, weights }, maxBins) => {
        const { bins, cuts } = await binned(values, weights, maxBins);
        expect(cuts).toHaveLength(Math.min(maxBins, values.length) - 1);
        const share = weights.reduce((sum, weight) => sum + weight, 0) / maxBins;
        const heaviest = Math.max(...weights);
        const sums = new Array<number>(cuts.length + 1).fill(0);
        weights.forEach((weight, row) => {
          sums[bins[row]] += weight;
        });
        for (const sum of sums) expect(sum).toBeLessThanOrEqual(share + heaviest + 1e-9);
      }),
    );
  });

  it("are made once, and again for another number of them only", async () => {
    const dataset = await createDataset({ n: [1, 2, 3, 4], y: [1, 2, 3, 4] }, { target: "y" });
    const first = await dataset.binned(0, 2, pacer);
    expect((await dataset.binned(0, 3, pacer)).binCount).toBe(3);
    expect(await dataset.binned(0, 2, pacer)).toBe(first);
  });

  it("are not made when the signal says stop", async () => {
    const n = Float64Array.from({ length: 300_000 }, (_, row) => (row * 7919) % 300_007);
    const dataset = await createDataset({ n, y: n }, { target: "y" });
    const controller = new AbortController();
    const stopped = dataset.binned(0, 255, createPacer(controller.signal));
    controller.abort(new Error("enough"));
    await expect(stopped).rejects.toThrow("enough");
    expect((await dataset.binned(0, 255, pacer)).binCount).toBe(255);
  });

  it("are made at once where maxBins is given, and those of another number at the first fit", async () => {
    const table = {
      n: Array.from({ length: 50 }, (_, row) => (row * 7) % 50),
      y: Array.from({ length: 50 }, (_, row) => row),
    };
    const learner = cart({ splitter: "histogram", maxBins: 5 });
    const bytes = (await learner.fit(table, { target: "y" })).toBytes();
    for (const maxBins of [5, 9]) {
      const dataset = await createDataset(table, { target: "y", maxBins });
      const before = dataset.toBytes();
      expect(dataset.toBytes()).toEqual(before);
      expect((await learner.fit(dataset)).toBytes()).toEqual(bytes);
      expect(dataset.toBytes().length > before.length).toBe(maxBins === 9);
    }
    expect(await failureOf(() => createDataset(table, { target: "y", maxBins: 1 }))).toContain("maxBins");
  });

  it.each([
    ["a worker for each further thread, but not for more than there are columns", 8, 2],
    ["none where one thread is asked for", 1, 0],
  ])("are cut by createDataset with %s", async (_what, threads, started) => {
    const table = { a: [3, 1, 2], b: [5, 5, 4], c: [9, 7, 8], y: [1, 2, 3] };
    const alone = (await createDataset(table, { target: "y", maxBins: 2, threads: 1 })).toBytes();
    const start = vi.fn(() => new Worker("", { eval: true }));
    configureKernels({ worker: start });
    expect((await createDataset(table, { target: "y", maxBins: 2, threads })).toBytes()).toEqual(alone);
    expect(start).toHaveBeenCalledTimes(started);
    configureKernels({});
    expect(await failureOf(() => createDataset(table, { target: "y", threads: 0 }))).toContain("threads");
  });

  it("say how many bytes they need where a memory can not hold so many rows", async () => {
    const values = { length: 2 ** 29, BYTES_PER_ELEMENT: 8 } as unknown as Float64Array;
    const column = { kind: "numeric", name: "n", values } as const;
    expect(await failureOf(() => binColumns([column], null, 255, pacer))).toMatch(
      /^too-large \| cambium: a run's memory: expected at most 4294967296 bytes \(4 GiB\), got 1342\d{7} bytes; use fewer rows/,
    );
  });

  it.each([2, 3, 8])("are the same on %i threads", async (threads) => {
    const columns = Array.from({ length: 7 }, (_, feature) => ({
      kind: "numeric" as const,
      name: `n${feature}`,
      values: Float64Array.from({ length: 4000 }, (_, row) => ((row * 7919) % (1009 + feature)) / 3),
    }));
    const weights = columns[0].values.map((value) => 1 + (Math.round(value) % 3));
    const alone = await binColumns(columns, weights, 100, pacer);
    expect(await binColumns(columns, weights, 100, pacer, threads)).toEqual(alone);
  });
});
