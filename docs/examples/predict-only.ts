import { cart } from "cambium";
import { readCsv } from "cambium/io";
import { loadModel } from "cambium/predict";

// Where the model is trained: once, and its bytes are kept.
const table = await readCsv("fixtures/datasets/penguins.csv");
const trained = await cart({ maxDepth: 3 }).fit(table, { target: "species", task: "classification" });
const bytes = trained.toBytes();

// In the page: all that its bundle has of Cambium comes from `cambium/predict`.
const model = loadModel(bytes);
const lengths = { bill_length_mm: 47.5, bill_depth_mm: 14.9, flipper_length_mm: 217 };
const row = { island: "Biscoe", ...lengths, body_mass_g: 5050, sex: "female" };
console.log(model.predictOne(row));
console.log((await model.predictAsync(table, { threads: 2 })).slice(0, 3));
