import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { boosting, crossValidate, gridSearch, logistic } from "cambium";
import { readCsv } from "cambium/io";
import { foldWorkers, serveFolds } from "cambium/workers";

// Both sides make the same learners.
const make = ({ maxDepth }: { readonly maxDepth: number }) => boosting({ loss: logistic(), rounds: 30, maxDepth });

if (isMainThread) {
  const table = await readCsv("fixtures/datasets/breast-cancer-wdbc.csv");
  const run = { target: "target", folds: 5, seed: 1 };
  // In a page: new Worker(new URL("./folds.js", import.meta.url), { type: "module" })
  const workers = foldWorkers(() => new Worker(new URL(import.meta.url)), 2);
  const { best } = await gridSearch(make, { maxDepth: [2, 4] }, table, { ...run, metric: "logLoss", workers });
  workers.end();
  console.log(`best by workers: depth ${best.parameters.maxDepth}, log loss ${best.value.toFixed(4)}`);
  const { mean } = await crossValidate(make(best.parameters), table, run);
  console.log(`the same without: ${mean.logLoss === best.value}`);
} else serveFolds(make, parentPort);
