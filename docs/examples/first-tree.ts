import { cart, costComplexity, evaluate, loadModel, trainTestSplit } from "cambium";
import { readCsv } from "cambium/io";
import { treePlot, treeText } from "cambium/viz";

const table = await readCsv("fixtures/datasets/penguins.csv");
const { train, test } = trainTestSplit(table, { test: 0.25, seed: 1, stratify: "species" });
const learner = cart({ minRowsLeaf: 5, prune: costComplexity({ folds: 10, rule: "1se", seed: 1 }) });
const model = await learner.fit(train, { target: "species" });

console.log(treeText(model));
console.log(evaluate(model, test));
const specification = treePlot(model, { data: test, row: 0 });
console.log(`the plot is plain JSON: ${specification.$schema}`);
const bytes = model.toBytes();
console.log(loadModel(bytes).predict(test)[0], `says the model of ${bytes.length} bytes`);
