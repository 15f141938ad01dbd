import { cart } from "cambium";

const table = { dose: [1, 2, 3, 4], outcome: ["ill", "ill", "well", "well"], patients: [90, 40, 30, 60] };
const model = await cart().fit(table, { target: "outcome", weight: "patients" });

console.log(model.features.map(({ name }) => name));
console.log(model.ensemble.trees[0]?.cover);
