// A loaded model is narrowed by its task.
import { boosting, CambiumError, evaluate, importance, loadModel, type Model } from "cambium";

const table = { x: [1, 2, 3, 4, 5, 6], y: [2, 4, 6, 8, 10, 12] };
const bytes: Uint8Array = (await boosting({ rounds: 3 }).fit(table, { target: "y" })).toBytes();

const model: Model = loadModel(bytes);
if (model.task !== "regression") throw new Error("the target is a number");
export const predicted: Float64Array = model.predict({ x: [1, 2] });
export const rmse: number = evaluate(model, table).rmse;
export const noOptions: null | object = model.options;
export const rounds: number = model.rounds;
export const top: string | undefined = importance(model)[0]?.feature;

function read(model: Model): string {
  switch (model.task) {
    case "classification":
      return model.classes.map(String).join();
    case "regression":
      return String(model.predictOne(new Float64Array([1])));
  }
}
read(model);

// Before it is narrowed, what both kinds have can be used.
export const either: ArrayLike<string | number | boolean> = loadModel(bytes).predict(table);
export const first: Model = loadModel(bytes).slice(0, 1);

try {
  loadModel(new Uint8Array(3));
} catch (error) {
  if (!(error instanceof CambiumError) || error.code !== "bad-model") throw error;
}
