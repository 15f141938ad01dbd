import { configureKernels } from "@cambium/kernels";
import { afterEach, describe, expect, it } from "vitest";
import { type BoostingOptions, boosting, createDataset, type Loss, logistic, squaredError } from "../../src/index.ts";
import { inOrder } from "../support/in-order.ts";
import { randomNumbers } from "../support/random-numbers.ts";

afterEach(() => configureKernels({}));

/** More rows than one task has; with gaps, columns of few values, and one of more than 255. */
function tableOf(rows: number, task: "classification" | "regression") {
  const next = randomNumbers(7);
  const column = (make: () => number) => Float64Array.from({ length: rows }, make);
  const x = column(() => next() * 6 - 3);
  const gaps = column(() => (next() < 0.2 ? Number.NaN : Math.floor(next() * 9)));
  const few = column(() => Math.floor(next() * 3));
  const noise = column(() => next() - 0.5);
  const score = noise.map((e, row) => x[row] * few[row] + (gaps[row] > 4 ? 1 : 0) + 2 * e);
  const y = task === "regression" ? score : score.map((s) => (s > 0.5 ? 1 : 0));
  return { x, gaps, few, y, w: column(() => Math.floor(next() * 4)) };
}

const forms: [string, BoostingOptions][] = [
  ["by depth", { maxDepth: 5 }],
  ["by leaf", { maxLeaves: 20, maxDepth: 20 }],
  ["by levels cut alike", { growth: "symmetric", maxDepth: 6 }],
  ["of sampled rows", { maxDepth: 4, rowSample: 0.5 }],
  ["by wide gradients", { maxDepth: 4, gradientBits: "wide" }],
  ["by narrow ones", { maxDepth: 4, gradientBits: 16 }],
  ["with limits on rows", { maxDepth: 6, minRowsLeaf: 300, minChildWeight: 20 }],
  ["in bins of two bytes", { maxDepth: 4, maxBins: 2000 }],
];

describe("boosting in bins", () => {
  for (const task of ["classification", "regression"] as const) {
    it.each(forms)(
      `gives the same bytes on any number of threads and in plain JavaScript: ${task}, %s`,
      async (_, options) => {
        const table = tableOf(9000, task);
        const learner = boosting({ rounds: 4, splitter: "histogram", ...options });
        const bytesOf = async (threads: number) =>
          (await learner.fit(table, { target: "y", task, weight: "w", threads })).toBytes();
        const alone = await bytesOf(1);
        for (const threads of [2, 3, 8]) expect(await bytesOf(threads)).toEqual(alone);
        configureKernels({ module: null });
        expect(await bytesOf(2)).toEqual(alone);
      },
    );

    it(`gives the same bytes for rows in any order: ${task}`, async () => {
      const table = tableOf(9000, task);
      const order = [...table.y.keys()].sort((a, b) => table.x[a] - table.x[b]);
      const shuffled = inOrder(table, order);
      const learner = boosting({ rounds: 4, splitter: "histogram", maxLeaves: 20 });
      const run = { target: "y", task, weight: "w", threads: 2 };
      expect((await learner.fit(shuffled, run)).toBytes()).toEqual((await learner.fit(table, run)).toBytes());
    });
  }

  it("has the leaves and covers of wide sums, by whatever bits the cuts were chosen", async () => {
    const table = tableOf(3000, "regression");
    const learner = boosting({
      rounds: 1,
      splitter: "histogram",
      maxDepth: 4,
      gradientBits: 16,
      l2: 0,
      learningRate: 1,
    });
    const model = await learner.fit(table, { target: "y", features: ["x", "gaps", "few"] });
    const predicted = model.predict(table);
    const byLeaf = new Map<unknown, number[]>();
    table.y.forEach((y, row) => {
      byLeaf.set(predicted[row], [...(byLeaf.get(predicted[row]) ?? []), y]);
    });
    expect(byLeaf.size).toBe(16);
    // The mean of a leaf's rows: 16 bits of the gradients would be off by 10^-5.
    for (const [value, own] of byLeaf) {
      expect(value).toBeCloseTo(own.reduce((sum, y) => sum + y, 0) / own.length, 10);
    }
  });

  it("takes wide gradients by itself where narrow ones would lose what matters", async () => {
    const table = tableOf(3000, "regression");
    table.y[0] = 1e6;
    const trees = async (gradientBits: "auto" | "wide" | 16) =>
      (await boosting({ rounds: 2, splitter: "histogram", gradientBits }).fit(table, { target: "y" })).ensemble.trees;
    expect(await trees("auto")).toEqual(await trees("wide"));
    expect(await trees(16)).not.toEqual(await trees("wide"));
  });

  it.each([squaredError(), logistic()])(
    "derives what a loss without a compiled pass derives, to the bit",
    async (loss) => {
      const { kernel: _, ...plain } = loss;
      const table = tableOf(3000, loss.task);
      const run = { target: "y", task: loss.task, weight: "w" } as const;
      const [ours, theirs] = [loss, plain].map((each) =>
        boosting({ rounds: 5, splitter: "histogram", loss: each as Loss }),
      );
      expect((await theirs.fit(table, run)).toBytes()).toEqual((await ours.fit(table, run)).toBytes());
    },
  );

  it("fits a dataset twice to the same bytes, whatever was fitted between", async () => {
    const data = await createDataset(tableOf(3000, "classification"), { target: "y", task: "classification" });
    const bytesOf = async (maxDepth: number) =>
      (await boosting({ rounds: 3, splitter: "histogram", maxDepth }).fit(data, { threads: 2 })).toBytes();
    const first = await bytesOf(4);
    await bytesOf(2);
    expect(await bytesOf(4)).toEqual(first);
  });
});
