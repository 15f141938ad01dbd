import { boosting, cart, evaluate, gridSearch, logistic, randomSearch, range, trainTestSplit } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/breast-cancer-wdbc.csv");
const { train, test } = trainTestSplit(table, { test: 0.3, seed: 1, stratify: "target" });

const grid = { criterion: ["gini", "entropy"], minRowsLeaf: [1, 5, 20] } as const;
const { trials: trees } = await gridSearch(cart, grid, train, { target: "target", folds: 5, seed: 1 });
for (const { parameters, value } of trees) console.log(value.toFixed(4), parameters);

const { best, model } = await randomSearch(
  (parameters) => boosting({ loss: logistic(), rounds: 30, ...parameters }),
  { learningRate: range.logUniform(0.03, 0.5), maxDepth: range.integers(1, 6), minChildWeight: range.uniform(1, 5) },
  train,
  {
    target: "target",
    folds: 3,
    trials: 5,
    seed: 1,
    metric: "logLoss",
    refit: true,
    onTrial: ({ result, best: soFar, trials }) =>
      console.log(`${result.trial} of ${trials}: ${result.value.toFixed(4)}, best ${soFar.value.toFixed(4)}`),
  },
);
console.log(best.parameters);
if (model) console.log(`on rows that nobody had seen: ${evaluate(model, test).logLoss.toFixed(4)}`);
