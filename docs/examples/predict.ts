import { boosting, evaluate, leafIndices, predictStages, trainTestSplit } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/abalone.csv");
const { train, test } = trainTestSplit(table, { test: 0.3, seed: 1 });
const features = ["Type", "LongestShell", "Height"];
const model = await boosting({ rounds: 60 }).fit(train, { target: "Rings", features, task: "regression" });

// Many rows: a table, whose columns are found by name ...
console.log(`${test.rowCount} rows: ${round(model.predict(test).slice(0, 3))}, …`);

// ... or bare numbers, row after row in the order of model.features; a category is its place, and NaN is missing.
const [type] = model.features;
const female = type.kind === "categorical" ? type.categories.indexOf("F") : Number.NaN;
const flat = Float32Array.of(female, 0.53, 0.13, Number.NaN, 0.35, 0.08);
console.log(`two rows: ${round(model.predict(flat))}`);

// One row, without a table: an object, or its numbers.
console.log(`the first: ${round([model.predictOne({ Type: "F", LongestShell: 0.53, Height: 0.13 })])}`);
console.log(`the second: ${round([model.predictOne(flat.subarray(3))])}`);

// Some of the trees, and what is predicted as the trees come.
console.log(`10 trees alone: R² ${evaluate(model.slice(0, 10), test).r2.toFixed(3)}`);
for (const { trees, predictions } of predictStages(model, test, { every: 20 })) {
  console.log(`after ${trees} trees: ${round(predictions.slice(0, 3))}, …`);
}
console.log(`the leaves of the first row: ${leafIndices(model, test).slice(0, 5).join(", ")}, …`);

function round(numbers: ArrayLike<number>): string {
  return Array.from(numbers, (number) => number.toFixed(2)).join(", ");
}
