import { cart, decisionPath } from "cambium";
import { treeText } from "cambium/viz";

const table = {
  weight: [2100, 2300, 2400, 2500, 2700, 3200, 3300, 3500, 3600, 3900],
  engine: [90, 97, 98, 110, null, 180, 190, null, 230, 305],
  type: ["small", "small", "small", "compact", "compact", "medium", "medium", "medium", "large", "large"],
  mileage: [35, 33, 33, 32, 30, 22, 21, 20, 19, 18],
};

// Each split keeps splits on other columns that part the cars in nearly the same way.
const model = await cart({ missing: "surrogate", maxDepth: 1 }).fit(table, { target: "mileage" });
console.log(treeText(model));

// A car of which one thing is not known goes by the next that is; the path says by which.
for (const car of [
  { weight: 2200, engine: null, type: "small" },
  { weight: null, engine: 90, type: null },
  { weight: null, engine: null, type: "large" },
  { weight: null, engine: null, type: null },
])
  console.log(decisionPath(model, [car], 0)[0]?.branch?.text, "→", model.predictOne(car));
