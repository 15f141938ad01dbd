import { adaBoost, bagging, c45, extraTrees, outOfBagPredictions, trainTestSplit, treeRules } from "cambium";
import { readCsv } from "cambium/io";
import { treeText } from "cambium/viz";

const penguins = await readCsv("fixtures/datasets/penguins.csv");
const { train } = trainTestSplit(penguins, { test: 0.3, seed: 1, stratify: "species" });
const target = "species";

const bagged = await bagging(c45(), { trees: 25, seed: 1, vote: "majority" }).fit(train, { target });
console.log(bagged.report.find((line) => line.startsWith("pruning")));
console.log(treeText(bagged, { tree: 24 }), "\n");

const extra = await extraTrees({ trees: 25, seed: 1, bootstrap: true, maxDepth: 3 }).fit(train, { target });
console.log(treeRules(extra, 24)[0].text);
const shares = [...outOfBagPredictions(extra).slice(0, 3)].map((share) => share.toFixed(2));
console.log(`of the first row say the trees that did not see it: ${shares.join(", ")}`);

const cars = await readCsv("fixtures/datasets/auto-mpg.csv");
const boosted = await adaBoost({ rounds: 20 }).fit(cars, { target: "mpg" });
console.log(treeRules(boosted, 19)[0].text);
