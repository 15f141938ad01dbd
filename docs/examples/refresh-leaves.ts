import { boosting, evaluate, refreshLeaves, squaredError, trainTestSplit } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/abalone.csv");
const { train, validation: later, test } = trainTestSplit(table, { validation: 0.3, test: 0.2, seed: 1 });

// A forest in place of each tree: four trees a round, on rows of their own.
const options = { loss: squaredError(), learningRate: 0.2, treesPerRound: 4 };
const model = await boosting({ ...options, rounds: 30, rowSample: 0.5, seed: 1 }).fit(train, { target: "Rings" });
const refreshed = await refreshLeaves(model, later, { ...options, decay: 0.5 });

console.log(`${model.ensemble.trees.length} trees; rmse ${evaluate(model, test).rmse.toFixed(4)}`);
console.log(`their leaves half from later rows; rmse ${evaluate(refreshed, test).rmse.toFixed(4)}`);
