import { boosting, FitAbortedError } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/auto-mpg.csv");
const controller = new AbortController();
try {
  await boosting({ rounds: 1_000_000 }).fit(table, {
    target: "mpg",
    signal: controller.signal,
    onRound: ({ round }) => round === 3 && controller.abort(new Error("enough")),
  });
} catch (error) {
  if (!(error instanceof FitAbortedError)) throw error;
  console.log(String(error));
  console.log(`${error.model?.ensemble.trees.length} trees so far`);
}

const model = await boosting({ rounds: 1_000_000 }).fit(table, {
  target: "mpg",
  onRound: ({ trainLoss }) => (trainLoss < 5 ? "stop" : undefined),
});
console.log(`${model.ensemble.trees.length} trees are enough`);
console.log(model.report.at(-2));
