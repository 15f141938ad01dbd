import { boosting, logistic, trainTestSplit } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/breast-cancer-wisconsin.csv");
const { train, test } = trainTestSplit(table, { test: 0.25, seed: 1, stratify: "Class" });
const model = await boosting({ loss: logistic(), rounds: 50 }).fit(train, { target: "Class" });

const probabilities = model.predictProbability(test);
const width = model.classes.length;
for (let row = 0; row < 3; row++) {
  const shares = model.classes.map((label, k) => `${label} ${probabilities[row * width + k]?.toFixed(3)}`);
  console.log(`row ${row}: ${shares.join(", ")}`);
}
