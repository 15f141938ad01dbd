import { cart, evaluate, gridSearch, metrics, type NumberMetric, trainTestSplit } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/auto-mpg.csv");
const { train, test } = trainTestSplit(table, { test: 0.25, seed: 1 });

/** The share of rows that were predicted to within two miles. */
const withinTwo: NumberMetric = {
  name: "withinTwo",
  better: "higher",
  of: ({ predicted, actual, weights }) =>
    metrics.weightedMean(
      predicted.map((value, row) => (Math.abs(value - (actual[row] ?? Number.NaN)) <= 2 ? 1 : 0)),
      weights,
    ),
};

const chosen = ["rmsle", "huber@2", metrics.quantile({ level: 0.9 }), withinTwo] as const;
const model = await cart({ maxDepth: 4 }).fit(train, { target: "mpg", task: "regression" });
const scores = evaluate(model, test, { metrics: chosen });
for (const name of ["rmse", "rmsle", "huber@2", "quantile@0.9", "withinTwo"])
  console.log(`${name} ${scores[name]?.toFixed(4)}`);

// A metric is a function too: of the true values, the predictions, and where rows have weights, these.
const actual = Array.from(test.column("mpg"), Number);
const predicted = model.predict(test);
console.log(`mae ${metrics.mae(actual, predicted).toFixed(4)}`);
console.log(`huber@2 ${metrics.huber({ delta: 2 })(actual, predicted).toFixed(4)}`);

const make = ({ maxDepth }: { maxDepth: number }) => cart({ maxDepth });
const found = await gridSearch(make, { maxDepth: [2, 4, 6] }, train, { target: "mpg", metric: withinTwo });
console.log(`by ${found.metric}: depth ${found.best.parameters.maxDepth}, ${found.best.value.toFixed(3)}`);
