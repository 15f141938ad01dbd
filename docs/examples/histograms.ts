import { boosting, createDataset, evaluate, squaredError, trainTestSplit } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/auto-mpg.csv");
const { train, test } = trainTestSplit(table, { test: 0.25, seed: 1 });

// Columns are cut into bins once for a dataset, and every fit with as many bins shares them.
const dataset = await createDataset(train, { target: "mpg" });
for (const options of [{}, { splitter: "histogram" }, { splitter: "histogram", maxBins: 8 }] as const) {
  const model = await boosting({ loss: squaredError(), rounds: 200, maxDepth: 3, ...options }).fit(dataset);
  console.log(JSON.stringify(options), evaluate(model, test));
}
