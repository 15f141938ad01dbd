import { boosting, evaluate, softmax, trainTestSplit } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/vowel.csv");
const { train, test } = trainTestSplit(table, { test: 0.25, seed: 1, stratify: "Class" });

const learner = boosting({ loss: softmax(), rounds: 60, rowSample: { largest: 0.3, others: 0.2 }, seed: 1 });
const model = await learner.fit(train, { target: "Class" });

console.log(`${model.classes.length} classes, ${model.ensemble.trees.length} trees`);
for (const rounds of [20, 40, 60]) {
  const { accuracy } = evaluate(model.slice(0, rounds), test);
  console.log(`after ${rounds} rounds ${accuracy.toFixed(3)} of the test rows are right`);
}
