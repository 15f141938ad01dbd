import { describe, expect, it } from "vitest";
import {
  type BoostingOptions,
  boosting,
  crossValidate,
  evaluate,
  foldsOf,
  gridSearch,
  type Model,
  type RoundReport,
} from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";
import { inOrder } from "../support/in-order.ts";
import { randomNumbers } from "../support/random-numbers.ts";

const random = randomNumbers(3);
const ROWS = 240;
const x = Float64Array.from({ length: ROWS }, random);
const z = Float64Array.from({ length: ROWS }, random);
const table = {
  x,
  z,
  y: x.map((value, row) => Math.sin(6 * value) + z[row] + 2 * (random() - 0.5)),
  kind: Array.from(x, (value) => ["a", "b", "c"][Math.floor(3 * Math.min(0.99, Math.max(0, value + random() - 0.5)))]),
  w: Float64Array.from({ length: ROWS }, (_, row) => 1 + (row % 3)),
};

const part = (rows: ArrayLike<number>) => inOrder(table, rows);
const bytesOf = (model: Model) => Buffer.from(model.slice(0).toBytes()).toString("base64");

const options = { rounds: 60, maxDepth: 3, learningRate: 0.3 };
const rule = { patience: 5 };
const features = ["x", "z"];

/** All rounds of each fold by hand, and the mean of what was measured after them. */
async function byHand(
  target: "y" | "kind",
  more: BoostingOptions,
  metric: "meanLoss" | "rmse" | "accuracy",
  weight?: "w",
) {
  const folds = foldsOf(table, { folds: 3, seed: 1, ...(target === "kind" && { stratify: "kind" }) });
  const curves: number[][] = [];
  for (const { train, test } of folds) {
    const curve: number[] = [];
    const onRound = ({ sets }: RoundReport) => void curve.push(sets.validation[metric]);
    const run = { target, features, ...(weight && { weight }), ...(metric !== "meanLoss" && { metrics: [metric] }) };
    await boosting({ ...options, ...more }).fit(part(train), { ...run, validation: part(test), onRound });
    curves.push(curve);
  }
  const means = curves[0].map((_, round) => (curves[0][round] + curves[1][round] + curves[2][round]) / 3);
  return { folds, means };
}

describe("crossValidate of a learner that stops early", () => {
  it.each<["y" | "kind", "meanLoss" | "rmse" | "accuracy", "lower" | "higher", BoostingOptions, ("w" | undefined)?]>([
    ["y", "meanLoss", "lower", {}],
    ["y", "rmse", "lower", { splitter: "histogram", treesPerRound: 2, rowSample: 0.7, seed: 1 }],
    ["y", "meanLoss", "lower", {}, "w"],
    ["kind", "meanLoss", "lower", {}],
    ["kind", "accuracy", "higher", { splitter: "histogram" }],
  ])("ends all folds where the mean of them is best: %s by %s", async (target, metric, better, more, weight) => {
    const { folds, means } = await byHand(target, more, metric, weight);
    const sign = better === "lower" ? 1 : -1;
    let best = 0;
    let last = 0;
    while (last - best < rule.patience && last + 1 < means.length) {
      last++;
      if (sign * means[last] < sign * means[best]) best = last;
    }
    const learner = boosting({ ...options, ...more, earlyStopping: { ...rule, metric } });
    const run = { target, features, folds: 3, seed: 1, ...(weight && { weight }) };
    const found = await crossValidate(learner, table, run);
    expect(found.stop?.metric).toBe(metric);
    expect(found.stop?.rounds).toBe(best + 1);
    expect(found.stop?.curve.map(({ round }) => round)).toEqual(means.slice(0, last + 1).map((_, i) => i + 1));
    found.stop?.curve.forEach(({ mean }, i) => {
      expect(Math.abs(mean - means[i])).toBeLessThan(1e-12);
    });
    for (const [fold, { train, test }] of folds.entries()) {
      const { target: _target, folds: _folds, seed: _seed, features: _features, ...weighed } = run;
      const model = await boosting({ ...options, ...more, rounds: best + 1 }).fit(part(train), {
        ...{ target, features },
        ...weighed,
      });
      expect(found.scores[fold]).toEqual(evaluate(model, part(test), weighed));
    }
    expect(await crossValidate(learner, table, run)).toEqual(found);
  });

  it("keeps all rounds where they are asked for, and makes all where none is in vain", async () => {
    const run = { target: "y", features, folds: 3, seed: 1 };
    const all = await crossValidate(boosting({ ...options, rounds: 9 }), table, run);
    expect(all.stop).toBeNull();
    const kept = { ...rule, patience: 1000, restoreBest: false };
    const found = await crossValidate(boosting({ ...options, rounds: 9, earlyStopping: kept }), table, run);
    expect(found.scores).toEqual(all.scores);
    expect(found.stop?.curve).toHaveLength(9);
  });

  it("is what a search tries, whose learner is then one of so many rounds", async () => {
    const make = ({ maxDepth }: { maxDepth: number }) => boosting({ ...options, maxDepth, earlyStopping: rule });
    const run = { target: "y", features, folds: 3, seed: 1, refit: true };
    const { best, learner, model, trials } = await gridSearch(make, { maxDepth: [1, 3] }, table, run);
    for (const { parameters, value, stop } of trials) {
      const alone = await crossValidate(make(parameters), table, { target: "y", features, folds: 3, seed: 1 });
      expect(alone.mean).toHaveProperty("rmse", value);
      expect(stop).toEqual(alone.stop);
    }
    expect(learner.options).toEqual({ ...options, ...best.parameters, rounds: best.stop?.rounds });
    const whole = await learner.fit(table, { target: "y", features });
    expect(bytesOf(model as Model)).toBe(bytesOf(whole));
  });

  it("fails as a fold does, and leaves nothing waiting", async () => {
    const of = (earlyStopping: object, run: object = {}) =>
      failureOf(() =>
        crossValidate(boosting({ ...options, earlyStopping: { ...rule, ...earlyStopping } }), table, {
          ...{ target: "y", features, folds: 3 },
          ...run,
        }),
      );
    expect(await of({ set: "near" })).toContain('nothing is measured on a set "near"');
    expect(await of({ metric: "auc" })).toContain('"auc"');
    expect(await of({}, { weight: table.w })).toContain("pass weight: the name of one");
    const holed = { name: "holed", better: "lower", of: () => Number.NaN } as const;
    expect(await of({ metric: holed })).toContain('goes by "holed", which has no value');
    const after = (calls: number, act: () => void) => {
      let called = 0;
      const measure = () => {
        if (++called === calls) act();
        return 1;
      };
      return { name: "counted", better: "lower", of: measure } as const;
    };
    const thrown = of({
      metric: after(5, () => {
        throw new Error("enough");
      }),
    });
    await expect(thrown).rejects.toThrow("enough");
    const controller = new AbortController();
    const aborted = of(
      { metric: after(8, () => controller.abort(new Error("no more"))) },
      { signal: controller.signal },
    );
    await expect(aborted).rejects.toThrow("no more");
  });
});
