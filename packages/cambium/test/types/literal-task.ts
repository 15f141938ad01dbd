// A task that is written decides the type of the model, for every learner that takes both tasks.
import {
  adaBoost,
  bagging,
  boosting,
  type ClassificationModel,
  cart,
  createDataset,
  extraTrees,
  type Model,
  type RegressionModel,
  randomForest,
  type Task,
} from "cambium";

const table = { x: [1, 2, 3, 4, 5, 6], grade: [1, 1, 2, 2, 3, 3] };
const classes = { target: "grade", task: "classification" } as const;
const numbers = { target: "grade", task: "regression" } as const;

export const models: ClassificationModel[] = [
  await cart().fit(table, { target: "grade", task: "classification" }),
  await boosting({ rounds: 2 }).fit(table, { target: "grade", task: "classification", threads: 1 }),
  await randomForest({ trees: 2 }).fit(table, classes),
  await extraTrees({ trees: 2 }).fit(table, classes),
  await bagging(cart(), { trees: 2 }).fit(table, classes),
  await adaBoost({ rounds: 2 }).fit(table, classes),
];
for (const model of models) {
  const shares: Float64Array = model.predictProbability(table);
  if (shares.length !== 6 * model.classes.length) throw new Error("a number for each row and class");
}

export const predicted: Float64Array[] = [
  (await cart().fit(table, numbers)).predict(table),
  (await boosting({ rounds: 2 }).fit(table, numbers)).predict(table),
  (await randomForest({ trees: 2 }).fit(table, numbers)).predict(table),
  (await adaBoost({ rounds: 2 }).fit(table, numbers)).predict(table),
];
const regression: RegressionModel = await boosting({ rounds: 2 }).fit(table, {
  ...numbers,
  onRound: ({ round }) => round,
});
regression.predictOne({ x: 1 }).toFixed(2);

// A dataset knows its task.
const dataset = await createDataset(table, { target: "grade", task: "classification" });
export const ofDataset: ClassificationModel = await boosting({ rounds: 2 }).fit(dataset, { threads: 1 });
export const ofGuess: Model = await cart().fit(await createDataset(table, { target: "grade" }));

// A task that is not known when the program is written decides nothing.
export async function train(task: Task | undefined, sure: "classification" | undefined): Promise<void> {
  const model = await cart().fit(table, { target: "grade", task });
  // @ts-expect-error: it may be a model of numbers.
  model.classes;
  const other = await boosting({ rounds: 2 }).fit(table, { target: "grade", task: sure });
  // @ts-expect-error: where the task is undefined, numbers are regression.
  other.classes;
}
await train(undefined, undefined);

// @ts-expect-error: no such task.
export const unknownTask = () => cart().fit(table, { target: "grade", task: "classify" });
// @ts-expect-error: the target is required.
export const noTarget = () => cart().fit(table, { task: "classification" });
// @ts-expect-error: boosting has no such option in fit.
export const ofForests = () => boosting().fit(table, { target: "grade", onTree: () => {} });
