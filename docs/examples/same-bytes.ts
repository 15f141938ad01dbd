import { createHash } from "node:crypto";
import { boosting, type Model } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/auto-mpg.csv");
const learner = boosting({ rounds: 20, maxDepth: 3 });
const backwards = Object.fromEntries(table.columnNames.map((name) => [name, Array.from(table.column(name)).reverse()]));

const hashOf = (model: Model) => createHash("sha256").update(model.toBytes()).digest("hex").slice(0, 16);
console.log(hashOf(await learner.fit(table, { target: "mpg" })), "as in the file");
console.log(hashOf(await learner.fit(table, { target: "mpg" })), "once more");
console.log(hashOf(await learner.fit(backwards, { target: "mpg" })), "last row first");
