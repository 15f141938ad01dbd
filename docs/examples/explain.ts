import { cart, decisionPath, importance, leafIndices, regions, treeRules } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/penguins.csv");
const model = await cart({ maxDepth: 2, minRowsLeaf: 5 }).fit(table, { target: "species" });

console.log("what the splits gain, as shares:");
for (const { feature, importance: share } of importance(model).filter(({ importance: share }) => share > 0))
  console.log(`  ${feature} ${share.toFixed(3)}`);

console.log("the tree as rules:");
for (const { text, support } of treeRules(model)) console.log(`  ${support.toFixed(2)} ${text}`);

console.log("the way of the first row:");
for (const { node, branch } of decisionPath(model, table, 0))
  console.log(
    branch === null ? `  node ${node}: its leaf` : `  node ${node}: ${branch.text}, as it is ${branch.actual}`,
  );
console.log(`and of the first five rows the leaves: ${leafIndices(model, table).slice(0, 5).join(", ")}`);

console.log(regions(model)[0]);
