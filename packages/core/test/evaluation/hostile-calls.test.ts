import { describe, expect, it } from "vitest";
import * as core from "../../src/index.ts";
import { cart, type Model, metrics, randomForest, range } from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";

/** What no function of this list takes in any place, but for those that are told below. */
const hostile: readonly (readonly [string, unknown])[] = [
  ["null", null],
  ["text", "x"],
  ["a number that is none", Number.NaN],
  ["infinity", Number.POSITIVE_INFINITY],
  ["a huge count", 1e12],
  ["-1", -1],
  ["half of one", 0.5],
  ["a function", () => 1],
  ["an empty list", []],
  ["a list of null", [null]],
  ["a list of objects", [{}]],
  ["what says that it is long", { length: 1e12 }],
  ["an own key __proto__", JSON.parse('{"__proto__":[1,2]}')],
  ["a Map", new Map([["a", [1]]])],
  ["a symbol", Symbol("x")],
  ["a bigint", 5n],
  ["a promise", Promise.resolve(1)],
  ["the name __proto__", "__proto__"],
  ["the name constructor", "constructor"],
];

const table = {
  a: [1, 2, 3, 4, 5, 6, 7, 8],
  c: ["p", "q", "p", "q", "p", "q", "p", "q"],
  y: ["u", "v", "u", "v", "u", "u", "v", "v"],
};
const run = { target: "y", folds: 2 };
const model = (await cart().fit(table, { target: "y" })) as Model;
const numbers = (await cart().fit(table, { target: "a" })) as Model;
const forest = (await randomForest({ trees: 5 }).fit(table, { target: "y" })) as Model;
const make = (options: object) => cart(options);
const even = [0.1, 0.9, 0.5, 0.5];

/** Functions that take the same. */
const alike = (names: readonly string[], ...given: readonly unknown[]) =>
  Object.fromEntries(names.map((name) => [name, given]));

const namesOf = (text: string) => text.split(" ").map((name) => `metrics.${name}`);

/** A call that is right, and what of it is replaced: its arguments, and the options in the last of them. */
const calls: Readonly<Record<string, readonly unknown[]>> = {
  discretize: [table, { columns: ["a"], bins: 3 }],
  foldsOf: [table, { folds: 2, seed: 1, stratify: "y", group: "c" }],
  crossValidate: [cart(), table, { ...run, seed: 1, weight: [1, 1, 1, 1, 1, 1, 1, 1] }],
  gridSearch: [make, { maxDepth: [1, 2] }, table, { ...run, metric: "auc" }],
  randomSearch: [make, { maxDepth: range.integers(1, 3) }, table, { ...run, trials: 2, metric: "auc" }],
  permutationImportance: [model, table, { repeats: 2, seed: 1, metric: "auc" }],
  outOfBagImportance: [forest, { seed: 1 }],
  evaluateOutOfBag: [forest],
  outOfBagPredictions: [forest],
  evaluate: [model, table, { weight: "a", metrics: ["topAccuracy@2", metrics.thresholdAccuracy({ threshold: 0.3 })] }],
  trainTestSplit: [table, { test: 0.25, seed: 1, stratify: "y" }],
  importance: [model, { kind: "gain" }],
  regions: [model, 0],
  treeRules: [model, 0],
  treeCost: [model, 0.1, 0],
  decisionPath: [model, table, 0, 0],
  leafIndices: [model, table],
  isotonicCalibration: [model, table, { weight: [1, 1, 1, 1, 1, 1, 1, 1] }],
  loadIsotonicCalibration: [model, JSON.stringify(core.isotonicCalibration(model as never, table))],
  conformalIntervals: [numbers, table, { coverage: 0.5 }],
  conformalSets: [model, table, { coverage: 0.5, method: "adaptive" }],
  "range.integers": [1, 3],
  "range.uniform": [1, 3],
  "range.logUniform": [1, 3],
  ...alike(namesOf("accuracy balancedAccuracy macroPrecision macroRecall"), ["a", "b"], ["a", "b"], [1, 2]),
  ...alike(namesOf("macroF1 weightedF1 matthews kappa"), [1, 2], [2, 2], [1, 2]),
  ...alike(namesOf("auc averagePrecision aucMu calibrationError"), [0, 1], [0.1, 0.9], [1, 2]),
  ...alike(namesOf("brier logLoss"), [0, 1], even, [1, 2]),
  ...alike(namesOf("crossEntropy kullbackLeibler"), [0.1, 0.2], [0.1, 0.3], [1, 2]),
  ...alike(namesOf("gammaDeviance gammaNegativeLogLikelihood"), [0.1, 0.2], [0.1, 0.3], [1, 2]),
  ...alike(namesOf("poissonNegativeLogLikelihood rmsle"), [0.1, 0.2], [0.1, 0.3], [1, 2]),
  ...alike(namesOf("explainedVariance maxError mae mape"), [1, 2], [1, 3], [1, 2]),
  ...alike(namesOf("poissonDeviance medianAbsoluteError rmse r2"), [1, 2], [1, 3], [1, 2]),
  ...alike(namesOf("quantile expectile"), { level: 0.1 }),
  ...alike(namesOf("huber pseudoHuber"), { delta: 2 }),
  "metrics.fair": [{ scale: 2 }],
  ...alike(namesOf("tweedieDeviance tweedieNegativeLogLikelihood"), { power: 1.5 }),
  "metrics.topAccuracy": [{ k: 2 }],
  "metrics.thresholdAccuracy": [{ threshold: 0.3 }],
  "metrics.confusionMatrix": [[0, 1], [0, 1], { labels: [0, 1], weights: [1, 2] }],
  "metrics.classRates": [
    {
      rows: [
        [1, 0],
        [0, 1],
      ],
    },
  ],
  "metrics.reliabilityTable": [[0, 1], [0.1, 0.9], 3, [1, 2]],
  "metrics.calibrationErrorOf": [metrics.reliabilityTable([0, 1], [0.1, 0.9], 3)],
};

/** Where one of these is as good as any: no weights, any seed, nothing to count, bounds and costs of any size. */
const taken: Readonly<Record<string, readonly string[]>> = {
  discretize: ["columns is an empty list"],
  foldsOf: ["seed is a huge count"],
  crossValidate: ["seed is a huge count"],
  permutationImportance: ["seed is a huge count"],
  outOfBagImportance: ["seed is a huge count"],
  trainTestSplit: ["seed is a huge count", "test is half of one"],
  evaluate: ["metrics is an empty list"],
  conformalIntervals: ["coverage is half of one"],
  conformalSets: ["coverage is half of one"],
  treeCost: ["argument 2 is a huge count", "argument 2 is half of one"],
  leafIndices: ["argument 2 is an empty list"],
  "range.integers": ["argument 2 is a huge count", "argument 1 is -1"],
  "range.uniform": ["argument 2 is a huge count", "argument 1 is -1", "argument 1 is half of one"],
  "range.logUniform": ["argument 2 is a huge count", "argument 1 is half of one"],
  "metrics.confusionMatrix": ["weights is null"],
  "metrics.calibrationErrorOf": ["argument 1 is an empty list"],
};
const withoutWeights = (given: readonly unknown[]) => `argument ${given.length} is null`;

/** The right call with one thing in it replaced, and what that was called. */
function* wrongCalls(given: readonly unknown[]): Generator<readonly [string, readonly unknown[]]> {
  for (const [what, value] of hostile) {
    for (let at = 0; at < given.length; at++)
      yield [`argument ${at + 1} is ${what}`, given.map((old, i) => (i === at ? value : old))];
    const options = given.at(-1);
    if (given.length < 2 || Object.getPrototypeOf(options ?? 0) !== Object.prototype) continue;
    for (const name of Object.keys(options as object)) {
      yield [`${name} is ${what}`, [...given.slice(0, -1), { ...(options as object), [name]: value }]];
    }
  }
}

describe.each(Object.entries(calls))("%s", (name, given) => {
  const found = name.split(".").reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], core);
  const call = found as (...all: readonly unknown[]) => unknown;

  it("works as it is called here", async () => {
    expect(await failureOf(() => call(...given))).toBe("no error");
  });

  it("refuses with one clear error what it can not use", async () => {
    const accepted: string[] = [];
    for (const [what, args] of wrongCalls(given)) {
      const failure = await failureOf(() => call(...args));
      if (failure === "no error") accepted.push(what);
      else expect(failure).toMatch(/^[a-z-]+ \| cambium: .{20}/);
    }
    const isMetric = Array.isArray(given[0]) && given.length > 2;
    expect(accepted).toEqual(taken[name] ?? (isMetric ? [withoutWeights(given)] : []));
  });
});
