import { boosting, createDataset, type Dataset, evaluate, squaredError } from "@cambium/core";
import { createPacer } from "@cambium/kernels";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BoostingBags } from "../../src/training/boosting/boosting-rows.ts";
import { atOnce } from "../../src/util/turns.ts";
import { nthLargest } from "../../src/util/weighted-quantile.ts";
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

describe("the draw of a round", () => {
  const rows = 1000;
  const next = randomNumbers(7);
  const shares = () => Float64Array.from({ length: 2 * rows }, () => next() + 0.01);
  const y = Float64Array.from({ length: rows }, next);
  const w = Float64Array.from({ length: rows }, (_, row) => [0, 1, 2, 3][row % 4]);
  const sample = { largest: 0.2, others: 0.1 };
  const bagsOf = (dataset: Dataset, seed: number, learningRate: number) =>
    new BoostingBags(dataset, { rowSample: sample, seed, learningRate }, createPacer());

  it.each([1, 2])(
    "has the largest gradients times hessians, by weights, and stands in for the rest: %d a row",
    async (scores) => {
      const dataset = await createDataset({ y, w, x: y }, { target: "y", weight: "w" });
      const gradients = shares()
        .map((share, at) => (at % 3 === 0 ? -share : share))
        .subarray(0, scores * rows);
      const hessians = shares().subarray(0, scores * rows);
      const derivatives = { gradients: gradients.slice(), hessians: hessians.slice() };
      const bag = new Set(await bagsOf(dataset, 3, 0.5).choose(9, derivatives));
      const sizeOf = (row: number) => {
        let size = 0;
        for (let at = row; at < gradients.length; at += rows)
          size += Math.abs(w[row] * gradients[at] * w[row] * hessians[at]);
        return size;
      };
      const weighed = Array.from(y.keys()).filter((row) => w[row] > 0);
      const bySize = weighed.sort((a, b) => sizeOf(b) - sizeOf(a));
      const large = new Set(bySize.slice(0, Math.ceil(0.2 * weighed.length)));
      expect([...large].every((row) => bag.has(row))).toBe(true);
      const others = [...bag].filter((row) => !large.has(row));
      expect(Math.abs(others.length / weighed.length - 0.1)).toBeLessThan(0.03);
      const drawn = new Set(others);
      for (let at = 0; at < gradients.length; at++) {
        const share = drawn.has(at % rows) ? sample.others / (1 - sample.largest) : 1;
        expect(derivatives.gradients[at]).toBe(gradients[at] / share);
        expect(derivatives.hessians[at]).toBe(hessians[at] / share);
      }
      expect([...bag].every((row) => w[row] > 0)).toBe(true);
    },
  );

  it("begins when as many trees are made as the learning rate goes into 1, as in LightGBM", async () => {
    const dataset = await createDataset({ y, x: y }, { target: "y" });
    const first = (learningRate: number) => {
      const bags = bagsOf(dataset, 0, learningRate);
      return [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].find((round) => bags.choosesIn(round));
    };
    expect([1, 0.7, 0.5, 0.3, 0.1].map(first)).toEqual([2, 2, 3, 4, 11]);
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

  it("learn nearly as much as all rows", async () => {
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

  it("may be all rows together", () => {
    expect(boosting({ rowSample: { largest: 0.5, others: 0.5 } }).name).toBe("boosting");
  });

  it.each<[string, object, string]>([
    ["shares above 1", { largest: 0.8, others: 0.3 }, "expects two shares that are 1 together at the most"],
    ["a misspelt share", { largest: 0.2, other: 0.1 }, 'has no option "other"'],
  ])("are refused: %s", async (_name, rowSample, message) => {
    expect(await failureOf(() => boosting({ rowSample: rowSample as never }))).toContain(message);
  });
});
