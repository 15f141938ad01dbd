import { describe, expect, it } from "vitest";
import {
  boosting,
  type ClassMetric,
  cart,
  crossValidate,
  evaluate,
  gridSearch,
  metrics,
  type NumberMetric,
  permutationImportance,
  squaredError,
  weightedMean,
} from "../../src/index.ts";
import { metricFor, metricsFor } from "../../src/metric/metric-for.ts";
import { failureOf } from "../support/failure-of.ts";

const x = [1, 2, 3, 4, 5, 6, 7, 8];
const numbers = { x, y: [1, 3, 2, 5, 4, 8, 6, 9] };
const classes = { x, y: ["a", "b", "a", "c", "c", "b", "c", "b"] };
const outcome = { predicted: Float64Array.of(1, 5), actual: Float64Array.of(3, 1), weights: null };

/** The share of rows that were predicted to within 1. */
const withinOne: NumberMetric = {
  name: "withinOne",
  better: "higher",
  of: ({ predicted, actual, weights }) =>
    weightedMean(
      predicted.map((value, row) => (Math.abs(value - actual[row]) <= 1 ? 1 : 0)),
      weights,
    ),
};

describe("the metric that was meant", () => {
  it.each<[string, NumberMetric | ClassMetric]>([
    ["quantile@0.9", metrics.quantile({ level: 0.9 })],
    ["tweedieDeviance@1.5", metrics.tweedieDeviance({ power: 1.5 })],
    ["topAccuracy@3", metrics.topAccuracy({ k: 3 })],
  ])("is the same by %s, the name of the value, as by the value", (name, metric) => {
    expect(metric.name).toBe(name);
    const task = metric.task ?? "regression";
    const byName = metricFor("test", task, name);
    expect({ ...byName }).toMatchObject({ name, task, better: metric.better });
    if (task === "regression") expect(byName.of(outcome as never)).toBe(metric.of(outcome as never));
  });

  it("has one name, however its number was written", () => {
    expect(metricFor("test", "regression", "quantile@0.90").name).toBe("quantile@0.9");
    expect(metricFor("test", "regression", "huber@1e1").name).toBe("huber@10");
  });

  it("of one's own is called with what was predicted, and keeps its this", () => {
    const counted = {
      name: "calls",
      better: "lower" as const,
      calls: 0,
      of() {
        this.calls++;
        return this.calls;
      },
    };
    const metric = metricFor("test", "regression", counted);
    expect([metric.of(outcome), metric.of(outcome)]).toEqual([1, 2]);
    expect(metric).toMatchObject({ name: "calls", better: "lower", task: "regression" });
  });

  it("is taken as it was found", () => {
    for (const name of ["rmse", "quantile@0.9", "rmsle"]) {
      const found = metricFor("test", "regression", name);
      expect({ ...metricFor("test", "regression", found) }).toMatchObject({ name, better: found.better });
    }
  });

  it.each<[string, () => unknown, string]>([
    [
      "no such name",
      () => metricFor("fit", "regression", "rsme"),
      'fit: metric has no "rsme" for this task; there are "rmse", "mae"',
    ],
    [
      "the loss of a fit, which is not measured by evaluate",
      () => metricFor("evaluate", "regression", "loss"),
      'evaluate: metric has no "loss" for this task; after each round of boosting the mean of its loss is "meanLoss"; there are',
    ],
    [
      "a name without its number",
      () => metricFor("fit", "regression", "quantileLoss"),
      'fit: metric has no "quantileLoss" for this task; did you mean "quantile@"?',
    ],
    [
      "no number",
      () => metricFor("fit", "regression", "quantile@x"),
      "metrics.quantile: level expects a number above 0 and below 1, got NaN",
    ],
    [
      "a family without its number",
      () => metricFor("fit", "classification", "thresholdAccuracy@"),
      "thresholdAccuracy: threshold expects a number from 0 to 1, got NaN",
    ],
    [
      "a number and something behind it",
      () => metricFor("fit", "regression", "quantile@0.5@0.9"),
      "metrics.quantile: level expects a number above 0 and below 1, got NaN",
    ],
    [
      "a number out of range",
      () => metricFor("fit", "regression", "tweedieDeviance@4"),
      "tweedieDeviance: power expects a number from 1 to 3, got 4",
    ],
    [
      "a name for the other task",
      () => metricFor("fit", "regression", "auc"),
      'fit: metric has no "auc" for this task; there are',
    ],
    [
      "a value for the other task",
      () => metricFor("fit", "classification", metrics.quantile({ level: 0.5 })),
      'fit: metric "quantile@0.5" is for regression; choose one for classification',
    ],
    [
      "a built-in name",
      () => metricFor("fit", "regression", { ...withinOne, name: "rmse" }),
      'fit: metric "rmse" is called like a figure that there is; rename it',
    ],
    [
      "what is told anyway",
      () => metricFor("fit", "regression", { ...withinOne, name: "meanLoss" }),
      'fit: metric "meanLoss" is called like a figure that there is; rename it',
    ],
    [
      "no direction",
      () => metricFor("fit", "regression", { ...withinOne, better: "best" as never }),
      "fit: metric expects the name of a metric",
    ],
    [
      "one twice",
      () => metricsFor("fit", "regression", ["quantile@0.50", metrics.quantile({ level: 0.5 })]),
      'fit: metrics has "quantile@0.5" twice; leave one out',
    ],
    [
      "a figure that is no number",
      () => metricFor("fit", "regression", { ...withinOne, of: () => "1" as never }).of(outcome),
      'fit: metric "withinOne" gave "1"; expected a number',
    ],
    [
      "a metric without its option",
      () => metrics.quantile({} as never),
      "metrics.quantile: level expects a number above 0 and below 1, got undefined",
    ],
    [
      "another option",
      () => metrics.expectile({ alpha: 0.5 } as never),
      'metrics.expectile has no option "alpha"; it takes "level"',
    ],
  ])("is refused where it is %s", async (_what, call, message) => {
    expect(await failureOf(call)).toContain(message);
  });
});

describe("metrics by name and as values", () => {
  it("are told by evaluate beside the usual ones, weighted alike", async () => {
    const model = await cart({ maxDepth: 0 }).fit({ x: [1, 2], y: [2, 2] }, { target: "y" });
    const table = { x: [1, 2, 3], y: [1, 2, 5], w: [1, 1, 2] };
    const plain = evaluate(model, table, { weight: "w" });
    const scores = evaluate(model, table, { weight: "w", metrics: ["quantile@0.75", withinOne, "rmse"] });
    expect(scores).toEqual({ ...plain, "quantile@0.75": (0.25 * 1 + 0.75 * 3 * 2) / 4, withinOne: 0.5 });
  });

  it("are told of classes by their probabilities", async () => {
    const model = await cart({ maxDepth: 0 }).fit({ x: [1, 2, 3, 4], y: ["b", "b", "a", "c"] }, { target: "y" });
    const sure: ClassMetric = {
      name: "meanShare",
      better: "higher",
      of: ({ probabilities, actual, classCount }) =>
        weightedMean(
          Float64Array.from(actual, (code, row) => probabilities[row * classCount + code]),
          null,
        ),
    };
    const table = { x: [1, 2, 3], y: ["a", "b", "c"] };
    const scores = evaluate(model, table, { metrics: [sure, "topAccuracy@1", metrics.topAccuracy({ k: 2 }), "aucMu"] });
    // b is the likeliest; of a and c, which are alike, the first.
    expect(scores).toMatchObject({ meanShare: 1 / 3, "topAccuracy@1": 1 / 3, "topAccuracy@2": 2 / 3, aucMu: 0.5 });
    expect(scores["topAccuracy@1"]).toBe(scores.accuracy);
  });

  it("are told of every fold, and decide a search", async () => {
    const run = { target: "y", folds: 4 };
    const level = metrics.quantile({ level: 0.8 });
    const told = await crossValidate(cart({ maxDepth: 1 }), numbers, { ...run, metrics: [level, withinOne] });
    const values = told.scores.map((scores) => scores[level.name]);
    expect(told.mean[level.name]).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / 4, 12);
    expect(told.mean.rmse).toBeGreaterThan(0);
    const make = ({ maxDepth }: { maxDepth: number }) => cart({ maxDepth });
    const search = await gridSearch(make, { maxDepth: [0, 1, 3] }, numbers, { ...run, metric: level });
    const byName = await gridSearch(make, { maxDepth: [0, 1, 3] }, numbers, { ...run, metric: "quantile@0.8" });
    expect(search.metric).toBe("quantile@0.8");
    expect(byName.trials).toEqual(search.trials);
    expect(search.best.value).toBe(Math.min(...search.trials.map(({ value }) => value)));
    const own = await gridSearch(make, { maxDepth: [0, 1, 3] }, numbers, { ...run, metric: withinOne });
    expect(own.best.value).toBe(Math.max(...own.trials.map(({ value }) => value)));
  });

  it("that are for another task are refused before anything is trained", async () => {
    const wrong = crossValidate(cart(), classes, { target: "y", folds: 2, metrics: ["rmse" as never] });
    await expect(wrong).rejects.toThrow('crossValidate: metric has no "rmse" for this task');
  });

  it("are measured round by round, and stop a fit", async () => {
    const some = ["rmsle", metrics.quantile({ level: 0.9 }), withinOne] as const;
    const stop = { patience: 2, metric: "quantile@0.9" as const };
    const learner = boosting({ loss: squaredError(), rounds: 30, earlyStopping: stop });
    const model = await learner.fit(numbers, { target: "y", validation: numbers, metrics: [...some] });
    const scores = evaluate(model, numbers, { metrics: some });
    const kept = model.learningCurve[model.ensemble.trees.length - 1].validation;
    for (const name of ["rmsle", "quantile@0.9", "withinOne"]) expect(kept?.[name]).toBeCloseTo(scores[name], 12);
  });

  it("of one's own may write to what they are given: nobody else looks at it", async () => {
    const spoiling = {
      name: "spoiling",
      better: "lower" as const,
      of(outcome: object) {
        for (const part of Object.values(outcome)) if (ArrayBuffer.isView(part)) (part as Float64Array).fill(0);
        return 0;
      },
    };
    const classes = { x: [1, 2, 3, 4, 5, 6], y: ["a", "a", "b", "a", "b", "b"], w: [1, 2, 1, 2, 1, 2] };
    for (const [table, name] of [
      [{ ...numbers, w: numbers.y }, "rmse"],
      [classes, "logLoss"],
    ] as const) {
      const fitted = (metrics: object[]) => {
        const run = { target: "y", weight: "w", features: ["x"], trainMetrics: true, validation: table };
        return boosting({ rounds: 3 }).fit(table, { ...run, metrics: [...metrics, name] } as never);
      };
      const [plain, spoilt] = [await fitted([]), await fitted([spoiling])];
      const bare = (model: typeof plain) => model.slice(0).toBytes();
      expect(bare(spoilt)).toEqual(bare(plain));
      for (const [round, { sets }] of plain.learningCurve.entries()) {
        expect(spoilt.learningCurve[round].sets).toEqual({
          train: { ...sets.train, spoiling: 0 },
          validation: { ...sets.validation, spoiling: 0 },
        });
      }
      const run = { weight: "w" };
      const other = name === "rmse" ? "rmsle" : "brier";
      const told = evaluate(plain, table, { ...run, metrics: [spoiling, other] as never });
      expect(told).toMatchObject(evaluate(plain, table, { ...run, metrics: [other] as never }));
    }
  });

  it("say what a feature is worth", async () => {
    const model = await boosting({ loss: "auto", rounds: 5 }).fit(numbers, { target: "y" });
    const [{ mean }] = permutationImportance(model, numbers, { metric: metrics.tweedieDeviance({ power: 1.5 }) });
    expect(mean).toBeGreaterThan(0);
    const named = permutationImportance(model, numbers, { metric: "tweedieDeviance@1.5" });
    expect(named[0].mean).toBe(mean);
  });
});
