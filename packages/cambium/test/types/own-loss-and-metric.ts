// Losses and metrics of one's own.

import { exp, log } from "@cambium/core";
import {
  boosting,
  type ClassificationModel,
  type ClassMetric,
  crossValidate,
  defineLoss,
  evaluate,
  type Loss,
  metrics,
  type NumberMetric,
  type RegressionModel,
  squaredError,
  type Task,
} from "cambium";

const table = { x: [1, 2, 3, 4, 5, 6, 7, 8], y: [1, 2, 2, 2, 1, 2, 1, 2] };

/** A Poisson loss, written by hand. */
const counts: Loss<"regression"> = {
  spec: { name: "counts", parameters: {} },
  task: "regression",
  link: "exp",
  constantHessian: false,
  coupling: "row",
  checkTarget() {},
  initialScore: ({ values }) => log(metrics.weightedMean(values, null)),
  derivatives({ values }, scores, gradients, hessians, start, end) {
    for (let row = start; row < end; row++) {
      const rate = exp(scores[row] ?? 0);
      gradients[row] = rate - (values[row] ?? 0);
      if (hessians !== null) hessians[row] = rate;
    }
  },
  value: ({ values }, row, score) => exp(score) - (values[row] ?? 0) * score,
};
export const model: RegressionModel = await boosting({ loss: counts, rounds: 3 }).fit(table, { target: "y" });
const { derivatives } = squaredError();
const renamed = { ...squaredError(), spec: { name: "mine", parameters: {} }, derivatives };
export const other: RegressionModel = await boosting({ loss: renamed, rounds: 3 }).fit(table, { target: "y" });
const defined = defineLoss({ name: "square", value: "(s - y)^2 / 2" });
export const ofText: Model = await boosting({ loss: defined, rounds: 3 }).fit(table, { target: "y" });
type Model = RegressionModel;

const worst: NumberMetric = {
  name: "worst",
  better: "lower",
  of: ({ predicted, actual }) =>
    Math.max(...Array.from(predicted, (value, row) => Math.abs(value - (actual[row] ?? 0)))),
};
export const figure: number | undefined = evaluate(model, table, { metrics: [worst, "rmsle"] }).worst;
const sure: ClassMetric = {
  name: "sure",
  task: "classification",
  better: "higher",
  of: ({ probabilities, classCount }) =>
    probabilities.filter((share) => share > 0.9).length / (probabilities.length / classCount),
};
const validated = await crossValidate(boosting({ rounds: 2 }), table, {
  target: "y",
  task: "classification",
  features: ["x"],
  metrics: [sure],
  folds: [{ train: [0, 3, 4, 5, 6, 7, 1, 2].filter((row) => row % 4 !== 3), test: [3, 7] }],
});
export const sureness: number | undefined = validated.mean.sure;

/** Any loss of a task makes a model of it. */
async function boost<T extends Task>(loss: Loss<T>) {
  return boosting({ loss, rounds: 2 }).fit(table, { target: "y" });
}
export const boosted: RegressionModel = await boost(squaredError());
export type OfClasses = Awaited<ReturnType<typeof boost<"classification">>> extends ClassificationModel ? true : never;
export const ofClasses: OfClasses = true;
