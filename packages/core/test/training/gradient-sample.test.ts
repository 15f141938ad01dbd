import { boosting, evaluate, squaredError } from "@cambium/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nthLargest } from "../../src/util/nth-largest.ts";
import { atOnce } from "../../src/util/turns.ts";
import { digest } from "../support/digest.ts";
import { failureOf } from "../support/failure-of.ts";
import { randomNumbers } from "../support/random-numbers.ts";

function tableOf(rows: number, seed: number) {
  const next = randomNumbers(seed);
  const column = () => Float64Array.from({ length: rows }, next);
  const [a, b, c] = [column(), column(), column()];
  const y = a.map((value, i) => 3 * value + Math.sin(6 * b[i]) + 0.2 * next());
  return {
    a,
    b,
    c,
    y,
    z: Array.from(y, (value) => ["low", "middle", "high"][Math.max(0, Math.min(2, Math.floor(value)))]),
  };
}

describe("the n-th largest", () => {
  it("is the one that a sort finds", () => {
    const numbers = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(numbers, fc.nat(), (values, place) => {
        const n = 1 + (place % values.length);
        expect(atOnce(nthLargest(Float64Array.from(values), n))).toBe([...values].sort((x, y) => y - x)[n - 1]);
      }),
    );
  });
});

describe("rows that are chosen by their gradients", () => {
  const sample = { rowSample: { largest: 0.2, others: 0.1 }, learningRate: 0.5, seed: 2 };

  for (const target of ["y", "z"] as const) {
    it(`are the same for any splitter's threads, and few: ${target}`, async () => {
      const { y, z, ...columns } = tableOf(6000, 1);
      const table = { ...columns, [target]: target === "y" ? y : z };
      const learner = boosting({ ...sample, rounds: 6, splitter: "histogram" });
      const model = await learner.fit(table, { target, threads: 1 });
      for (const threads of [2, 3]) expect(digest(await learner.fit(table, { target, threads }))).toBe(digest(model));
      const perRound = target === "y" ? 1 : 3;
      const counts = model.ensemble.trees
        .filter((_, index) => index % perRound === 0)
        .map(({ rowCount }) => rowCount[0]);
      // The first trees, one by the learning rate, learn from all.
      expect(counts.slice(0, 2)).toEqual([6000, 6000]);
      for (const count of counts.slice(2)) expect(Math.abs(count / 6000 - 0.3)).toBeLessThan(0.03);
    });
  }

  it("weigh as much as all rows do together: leaves are as large as those of all rows", async () => {
    const { z: _classes, ...table } = tableOf(20_000, 3);
    const options = { rounds: 3, learningRate: 0.5, maxDepth: 1, loss: squaredError(), l2: 0 };
    const model = await boosting({ ...options, rowSample: sample.rowSample }).fit(table, { target: "y" });
    const all = await boosting(options).fit(table, { target: "y" });
    const [sampled, whole] = [model, all].map(({ ensemble }) => ensemble.trees[2]);
    expect(Math.abs(sampled.cover[0] / whole.cover[0] - 1)).toBeLessThan(0.03);
    expect(Math.abs(sampled.value[1] - whole.value[1])).toBeLessThan(0.05);
  });

  it("learn nearly as much as all rows, and more than as many rows by chance", async () => {
    const { z: _classes, ...table } = tableOf(8000, 4);
    const { z: _others, ...test } = tableOf(4000, 5);
    const errorOf = async (rowSample: number | typeof sample.rowSample) => {
      const learner = boosting({ rowSample, rounds: 60, learningRate: 0.2, maxDepth: 4 });
      const { rmse } = evaluate(await learner.fit(table, { target: "y" }), test) as { readonly rmse: number };
      return rmse;
    };
    const [all, chosen] = [await errorOf(1), await errorOf(sample.rowSample)];
    expect(chosen).toBeLessThan(1.1 * all);
  });

  it.each<[string, object, string]>([
    ["shares above 1", { largest: 0.8, others: 0.3 }, "expects two shares that are 1 together at the most"],
    ["a misspelt share", { largest: 0.2, other: 0.1 }, 'has no option "other"'],
  ])("are refused: %s", async (_name, rowSample, message) => {
    expect(await failureOf(() => boosting({ rowSample: rowSample as never }))).toContain(message);
  });
});
