import { boosting, crossValidate, logistic } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/breast-cancer-wdbc.csv");
const learner = boosting({ loss: logistic(), rounds: 30, maxDepth: 3 });
const { mean, standardDeviation, heldOut } = await crossValidate(learner, table, {
  target: "target",
  folds: 5,
  seed: 1,
  predictions: true,
  onFold: ({ fold, folds, scores }) => console.log(`fold ${fold} of ${folds}: log loss ${scores.logLoss.toFixed(4)}`),
});
console.log(
  `log loss ${mean.logLoss.toFixed(4)} ± ${standardDeviation.logLoss.toFixed(4)}, AUC ${mean.auc.toFixed(4)}`,
);
console.log(heldOut?.predicted.slice(0, 3));
