import { boosting, crossValidate, evaluate, squaredError, trainTestSplit } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/auto-mpg.csv");
const { train, test } = trainTestSplit(table, { test: 0.2, seed: 1 });
const options = { loss: squaredError(), learningRate: 0.1, maxDepth: 3, rowSample: 0.7, seed: 1 };

const earlyStopping = { patience: 20, metric: "rmse" } as const;
const learner = boosting({ ...options, rounds: 1000, earlyStopping });
const { stop, mean } = await crossValidate(learner, train, { target: "mpg", folds: 5, seed: 1 });
if (stop === null) throw new Error("unreachable: the learner stops early");

for (const { round, mean: rmse, standardDeviation } of stop.curve) {
  if (round % 20 === 0) console.log(`round ${round}: rmse ${rmse.toFixed(3)} ± ${standardDeviation.toFixed(3)}`);
}
console.log(`best after ${stop.rounds} rounds, with rmse ${mean.rmse.toFixed(3)}`);

// The rows of all folds, with nothing held out.
const model = await boosting({ ...options, rounds: stop.rounds }).fit(train, { target: "mpg" });
console.log(`rmse of the test rows: ${evaluate(model, test).rmse}`);
