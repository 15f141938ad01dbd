import { describe, expect, it } from "vitest";
import { boosting } from "../../src/index.ts";

const rows = (count: number, make: (row: number) => number) =>
  Float64Array.from({ length: count }, (_, row) => make(row));
const stump = { rounds: 1, splitter: "histogram", maxDepth: 1, learningRate: 1, l2: 0, baseScore: 0 } as const;

describe("boosting in bins", () => {
  it.each([254, 255, 256, 1000])(
    "cuts %i values exactly up to 255 of them, and else within a bin",
    async (distinct) => {
      for (const at of [1, Math.floor(distinct / 2), distinct - 1]) {
        const x = rows(4 * distinct, (row) => row % distinct);
        const y = x.map((value) => (value < at ? -1 : 1));
        const model = await boosting({ ...stump, gradientBits: "wide" }).fit({ x, y }, { target: "y", threads: 2 });
        const said = model.predict({ x, y });
        const wrong = new Set(x.filter((_, row) => said[row] !== y[row]));
        if (distinct <= 255) expect(model.ensemble.trees[0].threshold[0]).toBe(at - 0.5);
        // Where the values of two leaves lie in one bin, both say its mean, which is neither.
        else expect(Math.abs(model.ensemble.trees[0].threshold[0] - at)).toBeLessThanOrEqual(Math.ceil(distinct / 255));
        if (distinct <= 255) expect(wrong.size).toBe(0);
      }
    },
  );

  it.each(["auto", "wide", 16] as const)(
    "tells rows of 1e30 from those of 1e-30, and stays finite: %j",
    async (gradientBits) => {
      const x = rows(400, (row) => row % 4);
      const y = x.map((value) => [1e30, -1e30, 1e-30, -1e-30][value]);
      const model = await boosting({ ...stump, maxDepth: 3, gradientBits }).fit({ x, y }, { target: "y", threads: 2 });
      const [high, low, ...tiny] = model.predict({ x: [0, 1, 2, 3], y: [0, 0, 0, 0] }) as number[];
      expect(high / 1e30).toBeCloseTo(1, 3);
      expect(low / 1e30).toBeCloseTo(-1, 3);
      // Beside 1e30, they are nothing: 2^-50 of it and more are.
      for (const value of tiny) expect(Math.abs(value)).toBeLessThan(1e30 * 2 ** -10);
    },
  );

  it("says the mean of a constant target, and of columns that are missing whole, in one leaf", async () => {
    const x = rows(300, (row) => row % 5);
    const none = x.map(() => Number.NaN);
    for (const table of [
      { x, none, y: x.map(() => 7) },
      { none, y: x },
    ]) {
      const model = await boosting({ ...stump, maxDepth: 4 }).fit(table, { target: "y", threads: 2 });
      expect(model.ensemble.trees.map(({ nodeCount }) => nodeCount)).toEqual([1]);
      const mean = table.y.reduce((sum, value) => sum + value, 0) / table.y.length;
      for (const value of model.predict(table) as Iterable<number>) expect(value).toBeCloseTo(mean, 9);
    }
  });

  it("is not told anything by rows of weight 0: the leaves are those of the other rows", async () => {
    const x = rows(600, (row) => row % 10);
    const weight = x.map((_, row) => (row % 3 === 0 ? 0 : 1));
    const y = x.map((value, row) => (weight[row] === 0 ? 1000 : value * value));
    const learner = boosting({ ...stump, maxDepth: 4, gradientBits: "wide" });
    const model = await learner.fit({ x, y }, { target: "y", weight, threads: 2 });
    const kept = [...x.keys()].filter((row) => weight[row] > 0);
    const part = { x: kept.map((row) => x[row]), y: kept.map((row) => y[row]) };
    const alone = await learner.fit(part, { target: "y" });
    expect(model.predict(part)).toEqual(alone.predict(part));
  });
});
