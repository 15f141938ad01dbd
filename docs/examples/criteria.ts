import { type CriterionName, cart, leafIndices } from "cambium";

// How many calls came in an hour, and one hour in which the counter was stuck.
const table = { hour: [6, 7, 8, 9, 10, 11, 12, 13, 14, 15], calls: [0, 1, 1, 2, 9, 8, 11, 9, 90, 10] };

for (const criterion of ["squaredError", "absoluteError", "poisson"] satisfies CriterionName[]) {
  const model = await cart({ criterion, maxLeaves: 2 }).fit(table, { target: "calls" });
  const [tree] = model.ensemble.trees;
  const leaves = [...new Set(leafIndices(model, table))].map((leaf) => tree.value[leaf]);
  console.log(
    `${criterion}: hour <= ${tree.threshold[0]}, leaves say ${leaves.map((value) => value.toFixed(2)).join(" and ")}`,
  );
}
