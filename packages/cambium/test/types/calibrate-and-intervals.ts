// Calibration, conformal intervals and sets take the models of their task.
import {
  boosting,
  type CalibratedModel,
  type ClassPredictor,
  type ConformalIntervals,
  conformalIntervals,
  conformalSets,
  evaluate,
  isotonicCalibration,
  loadIsotonicCalibration,
  type NumberPredictor,
  quantile,
  randomForest,
  trainTestSplit,
} from "cambium";

const table = {
  x: Float64Array.from({ length: 60 }, (_, i) => i % 10),
  risk: Array.from({ length: 60 }, (_, i) => (i * 3) % 10 > i % 10),
  cost: Float64Array.from({ length: 60 }, (_, i) => (i % 10) + ((i * 3) % 7)),
};
const { train, test } = trainTestSplit(table, { test: 0.5, seed: 3 });

const model = await randomForest({ trees: 5, seed: 1 }).fit(train, {
  target: "risk",
  features: ["x"],
  task: "classification",
});
const calibrated: CalibratedModel = isotonicCalibration(model, test);
const saved: string = JSON.stringify(calibrated);
const again: ClassPredictor = loadIsotonicCalibration(model, saved);
export const loss: number = evaluate(again, test).logLoss;
export const sets: readonly (readonly (string | number | boolean)[])[] = conformalSets(model, test, {
  coverage: 0.8,
}).predict(test);

const middle = await boosting({ rounds: 5 }).fit(train, { target: "cost", features: ["x"], task: "regression" });
const plain: ConformalIntervals = conformalIntervals(middle, test, { coverage: 0.8 });
export const width: number = plain.radius * 2;
const [lower, upper]: NumberPredictor[] = await Promise.all(
  [0.1, 0.9].map((level) =>
    boosting({ loss: quantile({ level }), rounds: 5 }).fit(train, { target: "cost", features: ["x"] }),
  ),
);
if (lower === undefined || upper === undefined) throw new Error("there are two");
export const bounds: Float64Array = conformalIntervals({ lower, upper }, test).predict(test).upper;

// @ts-expect-error: intervals are for numbers.
export const wrong = () => conformalIntervals(model, test);
// @ts-expect-error: calibration is for classes.
export const other = () => isotonicCalibration(middle, test);
