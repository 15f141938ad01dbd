import { boosting, evaluate, squaredError, trainTestSplit } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/auto-mpg.csv");
const { train, validation, test } = trainTestSplit(table, { validation: 0.2, test: 0.2, seed: 1 });

const learner = boosting({
  loss: squaredError(),
  rounds: 1000,
  learningRate: 0.1,
  maxDepth: 3,
  rowSample: 0.7,
  seed: 1,
  earlyStopping: { patience: 20 },
});
const model = await learner.fit(train, { target: "mpg", validation, metrics: ["rmse"] });

for (const { round, validation: of } of model.learningCurve) {
  if (round % 20 === 0)
    console.log(`round ${round}: mean loss ${of?.meanLoss.toFixed(3)}, rmse ${of?.rmse.toFixed(3)}`);
}
for (const line of model.report.slice(-3)) console.log(line);
console.log(`rmse of the test rows: ${evaluate(model, test).rmse}`);
