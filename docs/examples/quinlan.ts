import { c45, cart, discretize, id3 } from "cambium";
import { readCsv } from "cambium/io";
import { treeText } from "cambium/viz";

const golf = await readCsv("fixtures/datasets/golf.csv");
const numbers = ["temperature", "humidity"];

const { table, cuts } = discretize(golf, { columns: numbers, bins: 2 });
console.log(cuts.map(({ column, at }) => `${column} is cut at ${at}`).join(", "));
console.log(treeText(await id3().fit(table, { target: "play" })), "\n");
console.log(treeText(await c45().fit(golf, { target: "play" })), "\n");
console.log(treeText(await cart().fit(golf, { target: "play" })), "\n");

const model = await c45().fit(golf, { target: "play" });
const unknown = { outlook: null, temperature: 70, humidity: 90, windy: false };
console.log(model.classes, model.predictProbability([unknown]));
