import { cart, permutationImportance, trainTestSplit } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/penguins.csv");
const { train, test } = trainTestSplit(table, { test: 0.3, seed: 1, stratify: "species" });
const model = await cart({ maxDepth: 3, minRowsLeaf: 5 }).fit(train, { target: "species" });

for (const { feature, mean, standardDeviation } of permutationImportance(model, test, { repeats: 20, seed: 1 }))
  console.log(`without ${feature} accuracy drops by ${mean.toFixed(3)} ± ${standardDeviation.toFixed(3)}`);
