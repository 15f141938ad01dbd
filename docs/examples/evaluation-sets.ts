import { boosting, loadModel, type NumberMetric, trainTestSplit } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/auto-mpg.csv");
const { train: first, test: near } = trainTestSplit(table, { test: 0.2, seed: 1 });
const { train, test: far } = trainTestSplit(first, { test: 0.2, seed: 2 });

// The share of rows, by their weights, that are predicted within two miles per gallon.
const within: NumberMetric = {
  name: "within 2",
  better: "higher",
  of({ predicted, actual, weights }) {
    const weigh = (row: number) => weights?.[row] ?? 1;
    const hit = predicted.reduce((sum, value, row) => sum + (Math.abs(value - actual[row]) <= 2 ? weigh(row) : 0), 0);
    return hit / predicted.reduce((sum, _, row) => sum + weigh(row), 0);
  },
};

const learner = boosting({
  rounds: 500,
  maxDepth: 3,
  earlyStopping: { patience: 30, set: "far", metric: within, minDelta: 0.005 },
});
const run = { target: "mpg", validation: { near, far }, metrics: ["rmse"], trainMetrics: true } as const;
const model = await learner.fit(train, run);
for (const line of model.report.slice(-3, -1)) console.log(line);

// The curve is in the bytes of the model.
for (const { round, sets } of loadModel(model.toBytes()).learningCurve) {
  if (round % 20 !== 0) continue;
  const figures = Object.entries(sets).map(
    ([name, of]) => `${name} ${of.rmse.toFixed(2)} ${of["within 2"].toFixed(2)}`,
  );
  console.log(`round ${round}: ${figures.join(", ")}`);
}
console.log(`${model.toBytes().length - model.slice(0).toBytes().length} bytes of them`);
