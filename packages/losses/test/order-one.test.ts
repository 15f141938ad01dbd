import { boosting, type Loss, type Model, type Target, type Task } from "@cambium/core";
import { describe, expect, it } from "vitest";
import { absoluteError, defineLoss } from "../src/index.ts";
import { lossesOfOneScore } from "./support/losses-of-one-score.ts";

const ROWS = 200;
const a = Float64Array.from({ length: ROWS }, (_, row) => (row * 7919) % 101);
const b = Float64Array.from({ length: ROWS }, (_, row) => (row * 104_729) % 89);
/** Above 0 and below 1, which every loss takes. */
const shares = a.map((value, row) => 0.05 + (0.9 * (((value + 3 * b[row] + ((row * 31) % 40)) * 0.37) % 17)) / 17);
const pairs = Array.from(shares, (share) => share > 0.4);
const weight = a.map((_, row) => 1 + (row % 4));

const targets: Readonly<Record<Task, Target>> = {
  regression: { task: "regression", name: "y", values: shares, weights: weight },
  classification: {
    task: "classification",
    name: "y",
    codes: Int32Array.from(pairs, Number),
    classes: [false, true],
    weights: weight,
  },
};
const digest = (model: Model) => Buffer.from(model.toBytes()).toString("base64");

describe("boosting of order 1", () => {
  // Where a hessian of 1 is a bound, a Newton step is not the best.
  const bounded = (): Loss => defineLoss({ value: "sqrt(1 + (s - y)^2)", hessian: "1" }) as Loss;

  it.each([...lossesOfOneScore, ["a formula", bounded] as const])(
    "has every leaf say what its rows lose least by: %s",
    async (_name, make) => {
      const loss = make();
      const target = targets[loss.task];
      const options = { loss, order: 1, rounds: 1, learningRate: 1, maxDepth: 2, minRowsLeaf: 20 } as const;
      const table = { a, b, y: loss.task === "regression" ? shares : pairs };
      const model = await boosting(options).fit(table, { target: "y", weight });
      const scores = model.predictScore(table);
      expect(new Set(scores).size).toBeGreaterThan(1);
      for (const leaf of new Set(scores)) {
        const lossAt = (score: number) =>
          scores.reduce(
            (sum, of, row) => (of === leaf ? sum + weight[row] * loss.value(target as never, row, score) : sum),
            0,
          );
        const least = lossAt(leaf);
        for (const step of [0.3, 0.01, 1e-4]) {
          for (const other of [leaf - step, leaf + step]) expect(lossAt(other)).toBeGreaterThanOrEqual(least - 1e-9);
        }
      }
    },
  );

  it("of the absolute error is the textbook's LAD boosting: trees of signs, and medians of residuals", async () => {
    const table = { a, b, y: shares };
    const options = { loss: absoluteError(), rounds: 4, maxDepth: 2, learningRate: 0.5 };
    const model = await boosting({ ...options, order: 1 }).fit(table, { target: "y" });
    expect(digest(model)).toBe(digest(await boosting({ ...options, l2: 0 }).fit(table, { target: "y" })));
    for (let round = 0; round < 4; round++) {
      const start = new Float64Array(ROWS).fill(model.ensemble.initialScore[0]);
      const before = round === 0 ? start : model.slice(0, round).predictScore(table);
      const after = model.slice(0, round + 1).predictScore(table);
      const leaves = new Map<string, number[]>();
      after.forEach((score, row) => {
        const leaf = (score - before[row]).toFixed(12);
        leaves.set(leaf, [...(leaves.get(leaf) ?? []), shares[row] - before[row]]);
      });
      for (const [leaf, residuals] of leaves) {
        const sorted = residuals.sort((x, y) => x - y);
        expect(Number(leaf)).toBeCloseTo(0.5 * sorted[Math.ceil(sorted.length / 2) - 1], 11);
      }
    }
  });
});
