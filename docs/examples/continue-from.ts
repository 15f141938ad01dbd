import { boosting } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/abalone.csv");
const half = boosting({ rounds: 5, rowSample: 0.5, seed: 1 });

const five = await half.fit(table, { target: "Rings" });
const ten = await half.fit(table, { target: "Rings", continueFrom: five });

const atOnce = await boosting({ rounds: 10, rowSample: 0.5, seed: 1 }).fit(table, { target: "Rings" });
console.log(`the same bytes: ${Buffer.compare(ten.toBytes(), atOnce.toBytes()) === 0}`);
