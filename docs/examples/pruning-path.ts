import { cart, costComplexity } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/iris.csv");
const prune = costComplexity({ folds: 10, rule: "1se", seed: 1 });
const model = await cart({ prune }).fit(table, { target: "target" });

for (const { alpha, leaves, validationError, standardError } of model.pruningPath) {
  const error = `${validationError?.toFixed(3)} ± ${standardError?.toFixed(3)}`;
  console.log(`α ${alpha.toFixed(4)}  ${leaves} leaves  wrong in the folds ${error}`);
}
console.log(`chosen: ${((model.ensemble.trees[0]?.nodeCount ?? 0) + 1) / 2} leaves`);
