import { describe, expect, it } from "vitest";
import {
  boosting,
  type ClassificationMetricName,
  cart,
  evaluate,
  type Metric,
  metrics,
  type RegressionMetricName,
  squaredError,
} from "../../src/index.ts";
import { classificationFamilies } from "../../src/metric/class-metrics.ts";
import { metricFor } from "../../src/metric/metric-for.ts";
import { plainMetrics } from "../../src/metric/metric-table.ts";
import { regressionFamilies } from "../../src/metric/number-metrics.ts";
import { failureOf } from "../support/failure-of.ts";

type Called = Metric<never> & ((...arrays: readonly unknown[]) => number);
const members = metrics as unknown as Readonly<Record<string, Called>>;
const makers = metrics as unknown as Readonly<Record<string, (options: object) => Called>>;

/** The parameter of each metric that has one. */
const parameters: Readonly<Record<string, readonly [option: string, value: number]>> = {
  quantile: ["level", 0.9],
  expectile: ["level", 0.2],
  huber: ["delta", 2],
  pseudoHuber: ["delta", 2],
  fair: ["scale", 2],
  tweedieDeviance: ["power", 1.5],
  tweedieNegativeLogLikelihood: ["power", 1.5],
  topAccuracy: ["k", 2],
  thresholdAccuracy: ["threshold", 0.3],
};
const named = (task: "classification" | "regression") => {
  const families = Object.keys(task === "regression" ? regressionFamilies : classificationFamilies);
  return [...Object.keys(plainMetrics(task)), ...families];
};

/** The value of a name in a table, and the text that means the same. */
function bothOf(name: string): { readonly value: Called; readonly text: string } {
  if (!Object.hasOwn(parameters, name)) return { value: members[name], text: name };
  const [option, parameter] = parameters[name];
  return { value: makers[name]({ [option]: parameter }), text: `${name}@${parameter}` };
}

const numbers = { x: [1, 2, 3, 4, 5, 6], y: [0.1, 0.7, 0.2, 0.9, 0.4, 0.8], w: [1, 2, 1, 3, 1, 2] };
const classes = { x: [1, 2, 3, 4, 5, 6, 7], kind: ["a", "b", "a", "c", "c", "b", "a"], w: [1, 2, 1, 3, 1, 2, 1] };

describe("metrics has every metric by its name", () => {
  it("and nothing else but tables, and what metrics of one's own are made of", () => {
    const others = ["confusionMatrix", "classRates", "reliabilityTable", "calibrationErrorOf", "weightedMean"];
    expect(Object.keys(metrics).sort()).toEqual([...named("regression"), ...named("classification"), ...others].sort());
    expect(Object.isFrozen(metrics)).toBe(true);
  });

  it.each(named("regression"))("%s is the same as text, as a value, and called with arrays", async (name) => {
    const { value, text } = bothOf(name);
    expect([value.name, value.task]).toEqual([text, "regression"]);
    const model = await cart({ maxDepth: 1 }).fit(numbers, { target: "y", features: ["x"], task: "regression" });
    const one = evaluate(model, numbers, { weight: "w", metrics: [text as RegressionMetricName] });
    const other = evaluate(model, numbers, { weight: "w", metrics: [value as never] });
    expect(other).toEqual(one);
    expect(value(numbers.y, model.predict(numbers) as never, numbers.w)).toBe(one[text]);
  });

  it.each(named("classification"))("%s is the same as text, as a value, and called with arrays", async (name) => {
    const { value, text } = bothOf(name);
    expect([value.name, value.task]).toEqual([text, "classification"]);
    for (const kind of [classes.kind, classes.kind.map((label) => label === "a")]) {
      const table = { ...classes, kind };
      const model = await cart({ maxDepth: 1 }).fit(table, { target: "kind", features: ["x"] });
      if (model.task !== "classification") throw new Error("the target is a class");
      const one = evaluate(model, table, { weight: "w", metrics: [text as ClassificationMetricName] });
      expect(evaluate(model, table, { weight: "w", metrics: [value as never] })).toEqual(one);
      const ofLabels = value === members.accuracy || Object.keys(plainMetrics("classification")).indexOf(name) < 8;
      const indices = kind.map((label) => (model.classes as readonly unknown[]).indexOf(label));
      const figure =
        ofLabels && !Object.hasOwn(parameters, name)
          ? value(kind, model.predict(table), classes.w)
          : value(indices, model.predictProbability(table), classes.w);
      expect(figure).toBe(one[text]);
    }
  });

  it("takes the probabilities of the second of two classes alone", () => {
    const actual = [0, 1, 1, 0];
    const second = [0.25, 0.75, 0.5, 0.625];
    const both = second.flatMap((share) => [1 - share, share]);
    for (const { value } of ["logLoss", "brier", "auc", "averagePrecision", "calibrationError"].map(bothOf))
      expect(value(actual, second)).toBe(value(actual, both));
  });
});

describe("a metric as a function", () => {
  it("looks the same after a minifier: its name is a property, and nobody changes it", () => {
    const { rmse } = metrics;
    expect(Object.keys(rmse)).toEqual(["name", "task", "better", "of", "inTurns"]);
    expect(() => Object.assign(rmse, { name: "mine" })).toThrow(TypeError);
  });

  it("is refused where it has not been given its parameter, with the name of what was expected", async () => {
    const failure = await failureOf(() => metricFor("evaluate", "regression", metrics.huber as never));
    expect(failure).toMatch(/^bad-option \| cambium: evaluate: metric expects .* got a function that makes a metric/);
  });

  it("is measured on the predictions themselves, as text is: what was sorted once is not sorted again", () => {
    for (const name of Object.keys(plainMetrics("classification")))
      expect(metricFor("test", "classification", members[name]).of).toBe(metricFor("test", "classification", name).of);
  });

  it("stops a fit, and two of them are two learners for a worker", async () => {
    const learner = (metric: RegressionMetricName | typeof metrics.rmse) =>
      boosting({ loss: squaredError(), rounds: 20, earlyStopping: { patience: 2, metric } });
    const run = { target: "y", features: ["x"], validation: numbers };
    const byValue = await learner(metrics.mae).fit(numbers, run);
    const byText = await learner("mae").fit(numbers, run);
    expect(byValue.toBytes()).toEqual(byText.toBytes());
    const { toldOf } = await import("../../src/evaluation/fold-workers.ts");
    expect(toldOf(learner(metrics.mae))).not.toBe(toldOf(learner(metrics.rmse)));
  });
});
