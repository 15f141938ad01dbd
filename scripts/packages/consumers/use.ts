import { cart, type Model } from "cambium";
import { loadModel } from "cambium/predict";

const table = { x: [1, 2, 3, 4], y: Float64Array.of(10, 10, 20, 20) };
export const model: Model = await cart({ minRowsLeaf: 1 }).fit(table, { target: "y" });
export const first = model.predict(table)[0];
export const loaded: Model = loadModel(model.toBytes());
// @ts-expect-error: an option that no learner has is refused by its type.
cart({ minimumRows: 1 });
