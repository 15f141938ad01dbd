import { boosting, cart, crossValidate, foldsOf, logistic } from "cambium";
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

// Folds of your own: the rows of one hundred stay together.
const group = Array.from({ length: table.rowCount }, (_, row) => Math.floor(row / 100));
const folds = foldsOf(table, { folds: 3, seed: 1, group });
console.log(folds.map(({ train, test }) => `${train.length} + ${test.length}`).join(", "));
const trees = await crossValidate(cart({ maxDepth: 3 }), table, { target: "target", folds });
console.log("trees on these folds:", trees.mean);
