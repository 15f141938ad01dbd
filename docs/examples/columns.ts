import { boosting, evaluate, squaredError, trainTestSplit } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/auto-mpg.csv");
const { train, test } = trainTestSplit(table, { test: 0.25, seed: 1 });

const some = {
  // Half of the columns for each tree, and of these two thirds for each node.
  "columns by chance": { columnSample: { tree: 0.5, node: 2 / 3 }, seed: 1 },
  // What a car weighs may meet its year on a path, and so may its origin; the others stand alone.
  "few that meet": { interactions: [["weight", "model_year", "origin"]] },
};
for (const [name, options] of Object.entries(some)) {
  const model = await boosting({ loss: squaredError(), rounds: 200, maxDepth: 3, ...options }).fit(train, {
    target: "mpg",
  });
  const { rmse, r2 } = evaluate(model, test);
  console.log(name, { rmse, r2 });
}
