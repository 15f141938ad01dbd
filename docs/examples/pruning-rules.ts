import { cart, errorBased, evaluate, negativeGain, pessimisticError, reducedError, trainTestSplit } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/breast-cancer-wisconsin.csv");
const { train, validation, test } = trainTestSplit(table, { validation: 0.25, test: 0.25, seed: 1 });
const target = "Class";

const models = [
  await cart().fit(train, { target }),
  await cart({ prune: reducedError() }).fit(train, { target, validation }),
  await cart({ prune: pessimisticError() }).fit(train, { target }),
  await cart({ prune: errorBased({ confidence: 0.25 }) }).fit(train, { target }),
  await cart({ prune: negativeGain({ gamma: 0.01 }) }).fit(train, { target }),
];
for (const model of models) {
  const scores = evaluate(model, test);
  console.log(model.report.find((line) => line.startsWith("pruning")) ?? "not pruned");
  if ("accuracy" in scores) console.log(`  ${(100 * scores.accuracy).toFixed(1)} % of other rows right`);
}
