import { boosting, evaluate, squaredError, trainTestSplit } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/auto-mpg.csv");
const { train, test } = trainTestSplit(table, { test: 0.25, seed: 1 });

const learner = boosting({ loss: squaredError(), rounds: 200, learningRate: 0.1, maxDepth: 3 });
const model = await learner.fit(train, {
  target: "mpg",
  onRound({ round, rounds, trainLoss }) {
    if (round % 50 === 0) console.log(`round ${round} of ${rounds}: loss ${trainLoss.toFixed(3)}`);
  },
});

console.log(evaluate(model, test));
