import { boosting, evaluate, squaredError, trainTestSplit } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/auto-mpg.csv");
const { train, test } = trainTestSplit(table, { test: 0.25, seed: 1 });

const shared = { loss: squaredError(), rounds: 200, splitter: "histogram" } as const;
for (const options of [{ maxDepth: 3 }, { maxDepth: 6, maxLeaves: 8 }, { maxDepth: 3, growth: "symmetric" }] as const) {
  const model = await boosting({ ...shared, ...options }).fit(train, { target: "mpg" });
  const { rmse } = evaluate(model, test);
  console.log(JSON.stringify(options), { rmse, nodesOfTheFirst: model.ensemble.trees[0].nodeCount });
}
