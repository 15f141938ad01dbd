import { cart } from "cambium";
import { loadModel } from "cambium/predict";

const table = {
  age: [23, 31, 45, 52, 60, 38],
  city: ["Bonn", "Bern", "Bonn", "Bern", "Bonn", "Bern"],
  bought: ["no", "no", "yes", "yes", "yes", "no"],
};
const model = await cart({ minRowsLeaf: 1 }).fit(table, { target: "bought" });
const labels = Array.from(model.predict(table));
if (labels.join() !== table.bought.join()) throw new Error(`cart predicted ${labels} for ${table.bought}`);
const again = loadModel(model.toBytes()).predict(table);
if (again.join() !== table.bought.join()) throw new Error(`the model that was loaded predicted ${again}`);
