// Cross-validation has the scores of the task: that of the learner, or that which is written.
import {
  boosting,
  type ClassificationScores,
  type CrossValidation,
  cart,
  crossValidate,
  foldsOf,
  huber,
  type RegressionModel,
  type RegressionScores,
  randomForest,
} from "cambium";

const rows = 30;
const table: Record<string, number[]> = {
  x: Array.from({ length: rows }, (_, i) => i % 7),
  z: Array.from({ length: rows }, (_, i) => (i * 5) % 11),
  y: Array.from({ length: rows }, (_, i) => (i % 7) + ((i * 5) % 11)),
  label: Array.from({ length: rows }, (_, i) => i % 2),
};

const ofTask = await crossValidate(cart({ maxDepth: 2 }), table, { target: "label", task: "classification", folds: 3 });
export const scores: readonly ClassificationScores[] = ofTask.scores;
export const mean: number = ofTask.mean.accuracy + (ofTask.scores[0]?.auc ?? 0);

const ofLoss = await crossValidate(boosting({ loss: huber(), rounds: 3 }), table, {
  target: "y",
  folds: 3,
  onFold: ({ fold, folds, scores: { rmse } }) => console.assert(rmse >= 0, `${fold} of ${folds}`),
});
export const ofNumbers: readonly RegressionScores[] = ofLoss.scores;

const measured = await crossValidate(randomForest({ trees: 2 }), table, {
  target: "y",
  task: "regression",
  folds: foldsOf(table, { folds: 3, seed: 2 }),
  metrics: ["rmsle", { name: "own", better: "lower", of: () => 1 }],
  predictions: true,
});
export const own: number | undefined = measured.mean.own;
export const held: ArrayLike<number> | undefined = measured.heldOut?.predicted;

export function summary(validation: CrossValidation<RegressionModel>): string {
  return validation.scores.map(({ rmse }) => rmse.toFixed(3)).join(" ");
}
summary(ofLoss);

const either = await crossValidate(cart({ maxDepth: 2 }), table, { target: "y", folds: 3 });
export const rowsOfFirst: number | undefined = either.scores[0]?.rows;
// @ts-expect-error: which figures there are depends on the target.
export const unknown = either.mean.rmse;
