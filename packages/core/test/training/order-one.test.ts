import {
  type BoostingOptions,
  boosting,
  configureKernels,
  type Loss,
  logistic,
  type Model,
  softmax,
  squaredError,
} from "@cambium/core";
import { afterEach, describe, expect, it } from "vitest";
import { bestStump } from "../support/best-stump.ts";
import { digest } from "../support/digest.ts";
import { failureOf } from "../support/failure-of.ts";
import { inOrder } from "../support/in-order.ts";
import { randomNumbers, roughlyNormal } from "../support/random-numbers.ts";

afterEach(() => configureKernels({}));

function noisyTable(rows: number, seed: number) {
  const random = randomNumbers(seed);
  const column = () => Float64Array.from({ length: rows }, () => roughlyNormal(random));
  const [a, b] = [column(), column()];
  const score = a.map((value, row) => 2 * value + Math.abs(b[row]) + roughlyNormal(random));
  return {
    columns: { a, b },
    numbers: score,
    pairs: Array.from(score, (value) => (value > 1 ? "yes" : "no")),
    classes: Array.from(score, (value) => (value < 0 ? "low" : value < 1.5 ? "middle" : "high")),
    counts: score.map((value) => Math.max(0, Math.round(3 * value))),
    w: Float64Array.from({ length: rows }, (_, row) => 1 + (row % 3)),
  };
}

const { kernel: _compiled, ...plainSquares } = squaredError();

/** Counts, whose second derivative is e^s: for numbers without a limit. */
const poisson: Loss<"regression"> = {
  ...plainSquares,
  spec: { name: "counts", parameters: {} },
  link: "exp",
  constantHessian: false,
  initialScore: () => 0,
  derivatives({ values }, scores, gradients, hessians, start, end) {
    for (let row = start; row < end; row++) {
      const mean = Math.exp(scores[row]);
      gradients[row] = mean - values[row];
      if (hessians !== null) hessians[row] = mean;
    }
  },
  value: ({ values }, row, score) => Math.exp(score) - values[row] * score,
};

/** Between the square and the size of a residual, by functions that no two engines differ in. */
const pseudoHuber: Loss<"regression"> = {
  ...plainSquares,
  spec: { name: "between", parameters: {} },
  constantHessian: false,
  derivatives({ values }, scores, gradients, hessians, start, end) {
    for (let row = start; row < end; row++) {
      const residual = scores[row] - values[row];
      const root = Math.sqrt(1 + residual * residual);
      gradients[row] = residual / root;
      if (hessians !== null) hessians[row] = 1 / (root * root * root);
    }
  },
  value: ({ values }, row, score) => Math.sqrt(1 + (score - values[row]) * (score - values[row])) - 1,
};

describe("boosting of order 1", () => {
  it.each(["exact", "histogram"] as const)(
    "is Newton boosting without l2 for the squared error: %s",
    async (splitter) => {
      const { columns, numbers: y, w } = noisyTable(400, 1);
      const options = { rounds: 8, maxDepth: 4, splitter, rowSample: 0.7 };
      const train = (more: BoostingOptions) =>
        boosting({ ...options, ...more }).fit({ ...columns, y, w }, { target: "y", weight: "w" });
      expect(digest(await train({ order: 1 }))).toBe(digest(await train({ l2: 0 })));
      expect(digest(await train({ order: 1, l2: 3 }))).toBe(digest(await train({ order: 2, l2: 3 })));
      expect(digest(await train({ order: 2 }))).toBe(digest(await train({ l2: 1 })));
    },
  );

  it("cuts by the squares of the gradients, and has every leaf say what its rows lose least by", async () => {
    const { columns, pairs: y, w } = noisyTable(500, 2);
    const table = { ...columns, y, w };
    const options = { rounds: 1, learningRate: 1, maxDepth: 2, order: 1 } as const;
    const model = await boosting(options).fit(table, { target: "y", weight: "w" });
    const leaves = new Map<number, { yes: number; all: number }>();
    model.predictScore(table).forEach((score, row) => {
      const leaf = leaves.get(score) ?? { yes: 0, all: 0 };
      leaf.all += w[row];
      if (y[row] === "yes") leaf.yes += w[row];
      leaves.set(score, leaf);
    });
    expect(leaves.size).toBe(4);
    // From one score on, the likeliest leaf is the log-odds of its rows; covers count weights, not hessians.
    for (const [score, { yes, all }] of leaves) expect(score).toBeCloseTo(Math.log(yes / (all - yes)), 10);
    expect(model.ensemble.trees[0].cover[0]).toBe(w.reduce((sum, weight) => sum + weight, 0));
    const stump = await boosting({ ...options, maxDepth: 1 }).fit(table, { target: "y" });
    const share = y.filter((value) => value === "yes").length / y.length;
    const best = bestStump(
      [columns.a, columns.b],
      y.map((value) => Number(value === "yes") - share),
      y.map(() => 1),
    );
    expect(stump.ensemble.trees[0].feature[0]).toBe(best.feature);
    expect(stump.ensemble.trees[0].threshold[0]).toBeCloseTo(best.threshold, 12);
  });

  it("leaves no slope in any leaf, round after round", async () => {
    const { columns, counts: y } = noisyTable(300, 3);
    const options = { loss: poisson, order: 1, learningRate: 1, maxDepth: 2 } as const;
    const model = await boosting({ ...options, rounds: 5 }).fit({ ...columns, y }, { target: "y" });
    const before = model.slice(0, 4).predictScore(columns);
    const slopes = new Map<string, number>();
    model.predictScore(columns).forEach((score, row) => {
      const leaf = (score - before[row]).toFixed(9);
      slopes.set(leaf, (slopes.get(leaf) ?? 0) + Math.exp(score) - y[row]);
    });
    expect(slopes.size).toBeGreaterThan(2);
    for (const slope of slopes.values()) expect(Math.abs(slope)).toBeLessThan(1e-6);
  });

  it("makes one Newton step a leaf for several classes, by (K - 1) / K, as Friedman has it", async () => {
    const { columns, classes: y } = noisyTable(200, 4);
    const names = ["high", "low", "middle"];
    const options = { order: 1, rounds: 4, learningRate: 0.5, maxDepth: 1 } as const;
    const model = await boosting(options).fit({ ...columns, y }, { target: "y" });
    expect(model.loss).toEqual(softmax({ hessianFactor: 1 }).spec);
    const scores = names.map((name) => y.map(() => Math.log(y.filter((value) => value === name).length / y.length)));
    for (let round = 0; round < options.rounds; round++) {
      const shares = y.map((_, row) => {
        const powers = scores.map((of) => Math.exp(of[row]));
        return powers.map((power) => power / powers.reduce((sum, one) => sum + one, 0));
      });
      for (const [k, name] of names.entries()) {
        const residuals = y.map((value, row) => Number(value === name) - shares[row][k]);
        for (const rows of bestStump(
          [columns.a, columns.b],
          residuals,
          y.map(() => 1),
        ).sides) {
          const up = rows.reduce((sum, row) => sum + residuals[row], 0);
          const down = rows.reduce((sum, row) => sum + Math.abs(residuals[row]) * (1 - Math.abs(residuals[row])), 0);
          for (const row of rows) scores[k][row] += options.learningRate * (2 / 3) * (up / down);
        }
      }
    }
    model.predictScore(columns).forEach((score, at) => {
      expect(score).toBeCloseTo(scores[at % 3][Math.floor(at / 3)], 8);
    });
  });

  it("of several classes takes a row of weight 2 for two", async () => {
    const { columns, classes: y, w } = noisyTable(150, 9);
    const learner = boosting({ order: 1, rounds: 3, maxDepth: 3, learningRate: 0.5 });
    const weighed = await learner.fit({ ...columns, y, w }, { target: "y", weight: "w" });
    const rows = Array.from(w).flatMap((weight, row) => new Array<number>(weight).fill(row));
    const [a, b] = [columns.a, columns.b].map((column) => rows.map((row) => column[row]));
    const repeated = await learner.fit({ a, b, y: rows.map((row) => y[row]) }, { target: "y" });
    const expected = repeated.predictScore(columns);
    weighed.predictScore(columns).forEach((score, at) => {
      expect(score).toBeCloseTo(expected[at], 9);
    });
  });

  it("of a leaf with one class says what leaves a millionth of its slope, and stays finite", async () => {
    const x = Array.from({ length: 40 }, (_, row) => row);
    const table = { x, y: x.map((value) => value >= 20) };
    const model = await boosting({ order: 1, rounds: 1, learningRate: 1, maxDepth: 1 }).fit(table, { target: "y" });
    const [low, high] = [model.predictScore(table)[0], model.predictScore(table)[39]];
    expect(high).toBeCloseTo(-low, 9);
    expect(1 / (1 + Math.exp(high))).toBeCloseTo(2 ** -21, 15);
    const long = await boosting({ order: 1, rounds: 300, learningRate: 1 }).fit(table, { target: "y" });
    expect(long.predictScore(table).every(Number.isFinite)).toBe(true);
  });

  it("holds leaves back by l1, l2 and maxDeltaStep as a Newton step would, where that is exact", async () => {
    const { columns, numbers: y } = noisyTable(120, 5);
    // Said to be a bound, so its leaves are searched for.
    const searched: Loss<"regression"> = { ...plainSquares, curvature: "bound" };
    for (const held of [{}, { l2: 7 }, { l1: 4 }, { maxDeltaStep: 0.4 }, { l1: 3, l2: 2, maxDeltaStep: 0.7 }]) {
      const options = { ...held, order: 1, rounds: 3, maxDepth: 3 } as const;
      const [found, exact] = await Promise.all(
        [searched, squaredError()].map((loss) =>
          boosting({ ...options, loss }).fit({ ...columns, y }, { target: "y" }),
        ),
      );
      const expected = exact.predictScore(columns);
      found.predictScore(columns).forEach((score, row) => {
        expect(score).toBeCloseTo(expected[row], 9);
      });
    }
  });

  for (const target of ["pairs", "classes", "counts"] as const) {
    it(`gives the same bytes for any threads, engine and order of the rows: ${target}`, async () => {
      const { columns, w, ...targets } = noisyTable(3000, 6);
      const rowKey = "key";
      const table = { ...columns, w, y: targets[target], key: Float64Array.from(w, (_, row) => row) };
      const loss = target === "counts" ? pseudoHuber : "auto";
      for (const splitter of ["exact", "histogram"] as const) {
        const learner = boosting({ loss, order: 1, rounds: 4, maxDepth: 4, rowSample: 0.7, splitter });
        const run = { target: "y", weight: "w", rowKey };
        const expected = digest(await learner.fit(table, { ...run, threads: 1 }));
        expect(digest(await learner.fit(table, { ...run, threads: 2 }))).toBe(expected);
        const order = Array.from({ length: 3000 }, (_, row) => (row * 547) % 3000);
        expect(digest(await learner.fit(inOrder(table, order), run))).toBe(expected);
        configureKernels({ module: null });
        expect(digest(await learner.fit(table, run))).toBe(expected);
        configureKernels({});
      }
    });
  }

  it("goes on from a model as one fit would have", async () => {
    const { columns, pairs: y } = noisyTable(300, 7);
    const train = (rounds: number, continueFrom?: Model) =>
      boosting({ order: 1, rounds }).fit({ ...columns, y }, { target: "y", ...(continueFrom && { continueFrom }) });
    expect(digest(await train(3, await train(3)))).toBe(digest(await train(6)));
  });

  it.each<[string, BoostingOptions, string]>([
    ["a monotone column", { monotone: { x: 1 } }, "keep a column monotone; leave monotone out"],
    [
      "rows that are chosen by their gradients",
      { rowSample: { largest: 0.2, others: 0.1 } },
      "weigh rows that stand in for others; take a number as rowSample, such as 0.3",
    ],
  ])("refuses %s, and so does a loss that refits its leaves", async (_name, options, message) => {
    const table = { x: [1, 2, 3, 4], y: ["a", "b", "a", "b"] };
    const train = () => boosting({ ...options, order: 1, loss: logistic() }).fit(table, { target: "y" });
    expect(await failureOf(train)).toBe(
      `bad-option | cambium: boosting: order: 1 refits the leaves, which would not ${message}, or take order: 2`,
    );
    const loss: Loss<"classification"> = { ...logistic(), refitLeaf: () => 0 };
    expect(await failureOf(() => boosting({ ...options, loss }).fit(table, { target: "y" }))).toBe(
      `bad-option | cambium: boosting: the loss logistic refits its leaves, which would not ${message}, or take a loss without refitLeaf, as huber() is`,
    );
  });

  it("refuses any other order", async () => {
    expect(await failureOf(() => boosting({ order: 3 as never }))).toBe(
      "bad-option | cambium: boosting: order expects 1 or 2, got 3",
    );
  });
});
