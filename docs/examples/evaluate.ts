import { cart, evaluate, metrics, trainTestSplit } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/breast-cancer-wdbc.csv");
const { train, test } = trainTestSplit(table, { test: 0.4, seed: 1, stratify: "target" });
const model = await cart({ maxDepth: 3, minRowsLeaf: 5 }).fit(train, { target: "target" });
if (model.task !== "classification") throw new Error("the target is text");

console.log(evaluate(model, test));

// The metrics are functions of arrays too: of labels, or of the index of each row's class and of probabilities.
const labels = Array.from(test.column("target"), String);
console.log(`kappa ${metrics.kappa(labels, model.predict(test)).toFixed(4)}`);
const { classes } = model;
const actual = labels.map((label) => classes.indexOf(label));
console.log(`log loss ${metrics.logLoss(actual, model.predictProbability(test)).toFixed(4)}`);
const predicted = model.predict(test).map((label) => classes.indexOf(label));
const confusion = metrics.confusionMatrix(actual, predicted, classes.length);
console.log(classes, confusion);
for (const [k, { precision, recall, weight }] of metrics.classRates(confusion, classes.length).entries())
  console.log(`${classes[k]}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, ${weight} rows`);

const shares = model.predictProbability(test).filter((_, i) => i % 2 === 1);
const bins = metrics.reliabilityTable(actual, shares, 5);
for (const { above, atMost, weight, predicted: said, observed } of bins)
  console.log(`${above} to ${atMost}: ${weight} rows, said ${said.toFixed(2)}, came ${observed.toFixed(2)}`);
console.log(`calibration error ${metrics.calibrationErrorOf(bins).toFixed(4)}`);
