import { cart, evaluate, isotonicCalibration, loadIsotonicCalibration, trainTestSplit } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/abalone.csv");
const target = "Type";
const { train, validation, test } = trainTestSplit(table, { validation: 0.3, test: 0.3, seed: 1, stratify: target });
const learner = cart({ minRowsLeaf: 5 });
const model = await learner.fit(train, { target, task: "classification" });

const calibrated = isotonicCalibration(model, validation);
for (const [name, judged] of Object.entries({ model, calibrated })) {
  const { logLoss, brier, calibrationError, auc } = evaluate(judged, test);
  const figures = Object.entries({ logLoss, brier, calibrationError, auc });
  console.log(`${name}: ${figures.map(([figure, value]) => `${figure} ${value.toFixed(3)}`).join(", ")}`);
}

// The curves are data, and stand beside the model's bytes.
const text = JSON.stringify(calibrated);
const same = loadIsotonicCalibration(model, text);
console.log(`${text.slice(0, 60)}…`);
console.log(same.predictProbability(test).every((share, i) => share === calibrated.predictProbability(test)[i]));
