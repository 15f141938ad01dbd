import { describe, expect, it } from "vitest";
import { boosting, boostingOptions, type CartOptions, cart, cartOptions, gini } from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";

const table = { x: [1, 2, 3], y: [1, 2, 3] };
const cartTakes = `it takes "criterion", "maxDepth", "maxLeaves", "minRowsSplit", "minRowsLeaf", "minChildWeight", "minGain", "prune", … (${Object.keys(cartOptions).length} in all)`;
const boostingNames = Object.keys(boostingOptions).map((name) => `"${name}"`);
const boostingTakes = `it takes ${boostingNames.slice(0, 8).join(", ")}, … (${boostingNames.length} in all)`;
const fitTakes = 'it takes "target", "features", "exclude", "task", "weight", "offset", "rowKey", "types"';

describe("the options of a learner", () => {
  it.each<[string, () => unknown, string]>([
    [
      "n_estimators",
      () => boosting({ n_estimators: 10 } as never),
      `unknown-option | cambium: boosting has no option "n_estimators"; it is called rounds here; ${boostingTakes}`,
    ],
    [
      "eta",
      () => boosting({ eta: 0.1 } as never),
      `unknown-option | cambium: boosting has no option "eta"; it is called learningRate here; ${boostingTakes}`,
    ],
    [
      "ccp_alpha",
      () => cart({ ccp_alpha: 0.1 } as never),
      `unknown-option | cambium: cart has no option "ccp_alpha"; it is called prune: costComplexity({ alpha }) here; ${cartTakes}`,
    ],
    [
      "min_samples_leaf",
      () => cart({ min_samples_leaf: 5 } as never),
      `unknown-option | cambium: cart has no option "min_samples_leaf"; it is called minRowsLeaf here; ${cartTakes}`,
    ],
    [
      "max_leaf_nodes",
      () => cart({ max_leaf_nodes: 5 } as never),
      `unknown-option | cambium: cart has no option "max_leaf_nodes"; it is called maxLeaves here; ${cartTakes}`,
    ],
    [
      "min_samples_split",
      () => cart({ min_samples_split: 5 } as never),
      `unknown-option | cambium: cart has no option "min_samples_split"; it is called minRowsSplit here; ${cartTakes}`,
    ],
    [
      "min_impurity_decrease",
      () => cart({ min_impurity_decrease: 5 } as never),
      `unknown-option | cambium: cart has no option "min_impurity_decrease"; it is called minGain here; ${cartTakes}`,
    ],
    [
      "a name of another learner's",
      () => cart({ n_estimators: 5 } as never),
      `unknown-option | cambium: cart has no option "n_estimators"; ${cartTakes}`,
    ],
    [
      "a slip of the keyboard",
      () => cart({ maxDeph: 5 } as never),
      `unknown-option | cambium: cart has no option "maxDeph"; did you mean "maxDepth"? ${cartTakes}`,
    ],
    [
      "a name that objects have",
      () => cart({ constructor: 5 } as never),
      `unknown-option | cambium: cart has no option "constructor"; ${cartTakes}`,
    ],
    [
      "a learner's option in fit",
      () => cart().fit(table, { target: "y", maxDepth: 3 } as never),
      `unknown-option | cambium: cart.fit has no option "maxDepth"; write cart({ maxDepth }); ${fitTakes}, … (17 in all)`,
    ],
    [
      "a fit's option of another learner",
      () => boosting().fit(table, { target: "y", onNode: () => {} } as never),
      `unknown-option | cambium: boosting.fit has no option "onNode"; ${fitTakes}, … (22 in all)`,
    ],
    [
      "half a row",
      () => cart({ minRowsLeaf: 0.5 }),
      "bad-option | cambium: cart: minRowsLeaf expects a whole number >= 1, got 0.5",
    ],
    [
      "no row",
      () => cart({ minRowsLeaf: 0 }),
      "bad-option | cambium: cart: minRowsLeaf expects a whole number >= 1, got 0",
    ],
    [
      "a negative depth",
      () => cart({ maxDepth: -1 }),
      "bad-option | cambium: cart: maxDepth expects a whole number >= 0, or Infinity for no limit, got -1",
    ],
    [
      "a tree without leaves",
      () => cart({ maxLeaves: 0 }),
      "bad-option | cambium: cart: maxLeaves expects a whole number >= 1, or Infinity for no limit, got 0",
    ],
    [
      "a cut of one row",
      () => cart({ minRowsSplit: 1 }),
      "bad-option | cambium: cart: minRowsSplit expects a whole number >= 2, got 1",
    ],
    [
      "a gain below 0",
      () => cart({ minGain: -0.1 }),
      "bad-option | cambium: cart: minGain expects a number >= 0, got -0.1",
    ],
    [
      "a gain that no cut has",
      () => cart({ minGain: Number.POSITIVE_INFINITY }),
      "bad-option | cambium: cart: minGain expects a number >= 0, got Infinity; leave it out to demand nothing",
    ],
    [
      "a depth in words",
      () => cart({ maxDepth: "3" as never }),
      'bad-option | cambium: cart: maxDepth expects a whole number >= 0, or Infinity for no limit, got "3"',
    ],
    [
      "an unknown criterion",
      () => cart({ criterion: "friedman" as never }),
      'bad-option | cambium: cart: criterion expects "gini", "entropy", "misclassification", "squaredError", "absoluteError" or "poisson", or a Criterion, got "friedman"',
    ],
    [
      "a pruning that is none",
      () => cart({ prune: [1] as never }),
      "bad-option | cambium: cart: prune expects a pruning strategy or a list of them, got an array of 1",
    ],
    [
      "an unknown policy",
      () => cart({ missing: "drop" as never }),
      'bad-option | cambium: cart: missing expects "learn", "surrogate" or "error", got "drop"',
    ],
    [
      "another unknown policy",
      () => boosting({ unseen: "learn" as never }),
      'bad-option | cambium: boosting: unseen expects "missing" or "error", got "learn"',
    ],
    [
      "no round",
      () => boosting({ rounds: 0 }),
      "bad-option | cambium: boosting: rounds expects a whole number >= 1, got 0",
    ],
    [
      "a step of nothing",
      () => boosting({ learningRate: 0 }),
      "bad-option | cambium: boosting: learningRate expects a number above 0 and up to 1, got 0",
    ],
    [
      "a step that is no number",
      () => boosting({ learningRate: Number.NaN }),
      "bad-option | cambium: boosting: learningRate expects a number above 0 and up to 1, got NaN",
    ],
    [
      "lambda",
      () => boosting({ lambda: 1 } as never),
      `unknown-option | cambium: boosting has no option "lambda"; it is called l2 here; ${boostingTakes}`,
    ],
    ["a negative l2", () => boosting({ l2: -1 }), "bad-option | cambium: boosting: l2 expects a number >= 0, got -1"],
    [
      "a base score that has no square",
      () => boosting({ baseScore: 1e200 }),
      "bad-option | cambium: boosting: baseScore expects a number from -2^200 to 2^200, got 1e+200",
    ],
    [
      "no thread",
      () => boosting().fit(table, { target: "y", threads: 0 }),
      'bad-option | cambium: boosting.fit: threads expects "auto" or a whole number from 1 to 256, got 0',
    ],
    [
      "early_stopping_rounds",
      () => boosting({ early_stopping_rounds: 9 } as never),
      `unknown-option | cambium: boosting has no option "early_stopping_rounds"; it is called earlyStopping: { patience } here; ${boostingTakes}`,
    ],
    [
      "early stopping by a number",
      () => boosting({ earlyStopping: 20 as never }),
      "bad-option | cambium: boosting: earlyStopping expects an object such as { patience: 20 }, got 20",
    ],
    [
      "early stopping without patience",
      () => boosting({ earlyStopping: {} as never }),
      "bad-option | cambium: boosting: earlyStopping expects patience, such as { patience: 20 }, got none",
    ],
    [
      "early stopping after no round",
      () => boosting({ earlyStopping: { patience: 0 } }),
      "bad-option | cambium: boosting: earlyStopping: patience expects a whole number >= 1, or Infinity for no limit, got 0",
    ],
    [
      "an unknown part of early stopping",
      () => boosting({ earlyStopping: { patience: 3, save_best: true } as never }),
      'unknown-option | cambium: boosting: earlyStopping has no option "save_best"; it is called restoreBest here; it takes "patience", "set", "metric", "better", "minDelta", "restoreBest"',
    ],
    [
      "early stopping without rows to stop by",
      () => boosting({ earlyStopping: { patience: 3 } }).fit(table, { target: "y" }),
      "bad-option | cambium: boosting: earlyStopping goes by rows that no tree learns from; pass fit(…, { validation })",
    ],
    [
      "early stopping by a metric of another task",
      () => boosting({ earlyStopping: { patience: 3, metric: "auc" } }).fit(table, { target: "y", validation: table }),
      'bad-option | cambium: boosting: earlyStopping: metric has no "auc" for this task; there are "rmse", "mae", "medianAbsoluteError", "mape", "maxError", "r2", "explainedVariance", "poissonDeviance", … (21 in all)',
    ],
    [
      "metrics without rows to measure them on",
      () => boosting().fit(table, { target: "y", metrics: ["rmse"] }),
      "bad-option | cambium: fit: metrics are measured on rows that no tree learns from; pass fit(…, { validation })",
    ],
    [
      "a metric that there is not",
      () => boosting().fit(table, { target: "y", validation: table, metrics: ["rsme" as never] }),
      'bad-option | cambium: fit: metrics: metric has no "rsme" for this task; there are "rmse", "mae", "medianAbsoluteError", "mape", "maxError", "r2", "explainedVariance", "poissonDeviance", … (21 in all)',
    ],
    [
      "a callback that is no function",
      () => boosting().fit(table, { target: "y", callbacks: [{ onRound() {} }] as never }),
      "bad-option | cambium: boosting.fit: callbacks expects a list of functions, got an array of 1",
    ],
    [
      "no time",
      () => boosting().fit(table, { target: "y", timeLimit: 0 }),
      "bad-option | cambium: boosting.fit: timeLimit expects a number above 0, or Infinity for no limit, got 0",
    ],
    [
      "a loss by name",
      () => boosting({ loss: "logistic" as never }),
      'bad-option | cambium: boosting: loss expects a loss, as squaredError() or logistic() gives, or "auto", got "logistic"',
    ],
    [
      "onRound that is no function",
      () => boosting().fit(table, { target: "y", onRound: 5 as never }),
      "bad-option | cambium: boosting.fit: onRound expects a function, got 5",
    ],
    [
      "a signal that is none",
      () => cart().fit(table, { target: "y", signal: true as never }),
      "bad-option | cambium: cart.fit: signal expects an AbortSignal, got true",
    ],
    [
      "an unknown task",
      () => cart().fit(table, { target: "y", task: "ranking" as never }),
      'bad-option | cambium: cart.fit: task expects "classification" or "regression", got "ranking"',
    ],
    [
      "a criterion of the other task",
      () => cart({ criterion: "gini" }).fit(table, { target: "y" }),
      'bad-option | cambium: cart: criterion "gini" is for classification, but the target "y" is taken for regression; pass task: "classification" to fit, or another criterion',
    ],
    [
      "a criterion of one's own for the other task",
      () => cart({ criterion: gini() }).fit(table, { target: "y" }),
      'bad-option | cambium: cart: criterion "gini" is for classification, but the target "y" is taken for regression; pass task: "classification" to fit, or another criterion',
    ],
    [
      "no target",
      () => cart().fit(table, {} as never),
      'bad-option | cambium: target: expected the name of the column to learn, got undefined; there are "x", "y"',
    ],
    [
      "a string of options",
      () => cart("gini" as never),
      'bad-option | cambium: cart: expected an object of options, got "gini"',
    ],
    [
      "null for fit's options",
      () => cart().fit(table, null as never),
      "bad-option | cambium: cart.fit: expected an object of options, got null",
    ],
    [
      "null for options",
      () => boosting(null as never),
      "bad-option | cambium: boosting: expected an object of options, got null",
    ],
  ])("refuse %s", async (_name, run, message) => {
    expect(await failureOf(run)).toBe(message);
  });

  it("take undefined as left out", async () => {
    const options = { maxDepth: undefined, prune: undefined, criterion: undefined } as unknown as CartOptions;
    const model = await cart(options).fit(table, { target: "y", weight: undefined, task: undefined } as never);
    expect(model.toBytes()).toEqual((await cart().fit(table, { target: "y" })).toBytes());
  });

  it("are frozen, and not tied to the object that was given", () => {
    const given = { maxDepth: 3 };
    const learner = cart(given);
    given.maxDepth = 9;
    expect(learner.options).toEqual({ maxDepth: 3 });
    expect(Object.isFrozen(learner) && Object.isFrozen(learner.options)).toBe(true);
  });
});
