import { cart, costComplexity } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/kyphosis.csv");
const prune = costComplexity({ alpha: 0, measure: "error" });
const model = await cart({ prune, minRowsSplit: 20, minRowsLeaf: 7 }).fit(table, { target: "Kyphosis" });
const root = model.pruningPath.at(-1)?.trainingError ?? 1;

console.log("        cp  splits  relative error");
for (const { alpha, leaves, trainingError = 0 } of [...model.pruningPath].reverse()) {
  console.log(`${(alpha / root).toFixed(8)}  ${String(leaves - 1).padStart(6)}  ${(trainingError / root).toFixed(7)}`);
}
