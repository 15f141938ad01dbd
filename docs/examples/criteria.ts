import { cart, entropy, gini, leafIndices, misclassification, poissonDeviance } from "cambium";

// How many calls came in an hour, and one hour in which the counter was stuck.
const table = { hour: [6, 7, 8, 9, 10, 11, 12, 13, 14, 15], calls: [0, 1, 1, 2, 9, 8, 11, 9, 90, 10] };

for (const criterion of ["squaredError", "absoluteError", poissonDeviance()] as const) {
  const model = await cart({ criterion, maxLeaves: 2 }).fit(table, { target: "calls" });
  const [tree] = model.ensemble.trees;
  const leaves = [...new Set(leafIndices(model, table))].map((leaf) => tree.value[leaf]);
  console.log(
    `${typeof criterion === "string" ? criterion : criterion.name}: hour <= ${tree.threshold[0]}, leaves say ${leaves.map((value) => value.toFixed(2)).join(" and ")}`,
  );
}

// The same hours as classes: what the first cut gains by each criterion, on a scale of its own.
const busy = { hour: table.hour, load: ["low", "low", "low", "low", "high", "high", "high", "high", "stuck", "high"] };
for (const criterion of [gini(), entropy(), misclassification()]) {
  const { ensemble } = await cart({ criterion, maxDepth: 1 }).fit(busy, { target: "load" });
  const [{ threshold, gain }] = ensemble.trees;
  console.log(`${criterion.name}: hour <= ${threshold[0]} gains ${gain[0].toFixed(4)}`);
}
