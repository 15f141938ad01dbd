import { cart, evaluate, gridSearch, type NumberMetric, quantileLoss, trainTestSplit, weightedMean } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/auto-mpg.csv");
const { train, test } = trainTestSplit(table, { test: 0.25, seed: 1 });

/** The share of rows that were predicted to within two miles. */
const withinTwo: NumberMetric = {
  name: "withinTwo",
  better: "higher",
  of: ({ predicted, actual, weights }) =>
    weightedMean(
      predicted.map((value, row) => (Math.abs(value - (actual[row] ?? Number.NaN)) <= 2 ? 1 : 0)),
      weights,
    ),
};

const metrics = ["rmsle", "huberLoss@2", quantileLoss({ level: 0.9 }), withinTwo] as const;
const model = await cart({ maxDepth: 4 }).fit(train, { target: "mpg", task: "regression" });
if (model.task !== "regression") throw new Error("the target is a number");
const scores = evaluate(model, test, { metrics });
for (const name of ["rmse", "rmsle", "huberLoss@2", "quantileLoss@0.9", "withinTwo"])
  console.log(`${name} ${scores[name]?.toFixed(4)}`);

const make = ({ maxDepth }: { maxDepth: number }) => cart({ maxDepth });
const found = await gridSearch(make, { maxDepth: [2, 4, 6] }, train, { target: "mpg", metric: withinTwo });
console.log(`by ${found.metric}: depth ${found.best.parameters.maxDepth}, ${found.best.value.toFixed(3)}`);
