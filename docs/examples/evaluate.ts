import { cart, evaluate, metrics, trainTestSplit } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/breast-cancer-wdbc.csv");
const { train, test } = trainTestSplit(table, { test: 0.4, seed: 1, stratify: "target" });
const model = await cart({ maxDepth: 3, minRowsLeaf: 5 }).fit(train, {
  target: "target",
  task: "classification",
});

console.log(evaluate(model, test));

// The metrics are functions of arrays too: of labels, or of the index of each row's class and of probabilities.
const labels = Array.from(test.column("target"), String);
console.log(`kappa ${metrics.kappa(labels, model.predict(test)).toFixed(4)}`);
const confusion = metrics.confusionMatrix(labels, model.predict(test), { labels: model.classes });
console.log(confusion);
for (const [k, { precision, recall, weight }] of metrics.classRates(confusion).entries())
  console.log(`${confusion.labels[k]}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, ${weight} rows`);

const actual = labels.map((label) => model.classes.indexOf(label));
console.log(`log loss ${metrics.logLoss(actual, model.predictProbability(test)).toFixed(4)}`);
const bins = metrics.reliabilityTable(actual, model.probabilitiesOf(test, "malignant"), 5);
for (const { above, atMost, weight, predicted: said, observed } of bins)
  console.log(`${above} to ${atMost}: ${weight} rows, said ${said.toFixed(2)}, came ${observed.toFixed(2)}`);
console.log(`calibration error ${metrics.calibrationErrorOf(bins).toFixed(4)}`);
