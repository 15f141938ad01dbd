import { randomForest } from "cambium";
import { readCsv } from "cambium/io";
import { configureKernels } from "cambium/workers";

// In a page: a file of yours, with what is in `cambium/worker`. Node has no such class, so this host refuses.
declare const Worker: new (address: string) => object;
configureKernels({ worker: () => new Worker("/cambium-worker.js") });

const table = await readCsv("fixtures/datasets/wine.csv");
const forest = randomForest({ trees: 20, seed: 1 });
const alone = await forest.fit(table, { target: "target", task: "classification", threads: 1 });
const model = await forest.fit(table, { target: "target", task: "classification", threads: 2 });
console.log(model.report.find((line) => line.includes("this host")));
console.log("the same bytes:", Buffer.compare(model.toBytes(), alone.toBytes()) === 0);
