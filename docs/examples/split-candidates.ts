import { cart, type NodeTrace } from "cambium";
import { readCsv } from "cambium/io";
import { splitCandidatesPlot } from "cambium/viz";

const table = await readCsv("fixtures/datasets/iris.csv");
const trace: NodeTrace[] = [];
const model = await cart({ maxDepth: 2 }).fit(table, { target: "target", onNode: (node) => trace.push(node) });

// The root: two features part one kind from the others without an error, and the first of them was taken.
const specification = splitCandidatesPlot(model, trace[0], { title: "Irises: the first cut" });
console.log(specification.title.subtitle);
for (const { feature, note, chosen } of specification.data.values)
  console.log(`${chosen ? "→" : " "} ${feature} ${note}`);
