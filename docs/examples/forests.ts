import { adaBoost, evaluate, evaluateOutOfBag, outOfBagImportance, randomForest, trainTestSplit } from "cambium";
import { readCsv } from "cambium/io";
import { treeText } from "cambium/viz";

const table = await readCsv("fixtures/datasets/penguins.csv");
const { train, test } = trainTestSplit(table, { test: 0.3, seed: 1, stratify: "species" });

const forest = await randomForest({ trees: 100, seed: 1 }).fit(train, {
  target: "species",
  task: "classification",
  threads: "auto",
});
console.log("on its own rows, each by the trees that did not see it:", evaluateOutOfBag(forest).accuracy.toFixed(4));
console.log("on new rows:", evaluate(forest, test).accuracy.toFixed(4));
for (const { feature, mean } of outOfBagImportance(forest).slice(0, 3)) console.log(feature, mean.toFixed(4));
console.log(treeText(forest, { tree: 0, depth: 1 }));

const alone = await randomForest({ trees: 100, seed: 1 }).fit(train, { target: "species", threads: 1 });
console.log("the same bytes on one thread:", Buffer.compare(forest.toBytes(), alone.toBytes()) === 0);

const boosted = await adaBoost({ rounds: 30 }).fit(train, { target: "species" });
console.log("AdaBoost of stumps, on new rows:", evaluate(boosted, test));
