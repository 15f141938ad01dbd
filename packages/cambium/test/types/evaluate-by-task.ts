// The figures of evaluate have the type of the model's task.
import {
  boosting,
  type ClassificationScores,
  cart,
  evaluate,
  type Model,
  metrics,
  type NumberMetric,
  type RegressionScores,
  trainTestSplit,
} from "cambium";

interface House {
  readonly area: number;
  readonly rooms: number;
  readonly city: string;
  readonly price: number;
}

const houses: House[] = Array.from({ length: 40 }, (_, i) => ({
  area: 50 + ((i * 7) % 60),
  rooms: 1 + (i % 5),
  city: i % 3 === 0 ? "Graz" : "Linz",
  price: 1000 + 20 * ((i * 7) % 60) + (i % 3 === 0 ? 300 : 0),
}));
const { train, test } = trainTestSplit(houses, { test: 0.25, seed: 1 });

const price = await boosting({ rounds: 5 }).fit(train, { target: "price", task: "regression" });
const scores: RegressionScores = evaluate(price, test);
export const text: string = `${scores.rmse.toFixed(2)} ${scores.r2.toFixed(2)} ${scores.rows}`;
// @ts-expect-error: a model of numbers has no accuracy.
export const none = scores.accuracy;

const city = await cart({ maxDepth: 3, criterion: "gini" }).fit(train, { target: "city" });
const ofCity: ClassificationScores = evaluate(city, test);
export const accuracy: number = ofCity.accuracy + ofCity.logLoss;

const within: NumberMetric = {
  name: "within100",
  task: "regression",
  better: "higher",
  of: ({ predicted, actual, weights }) =>
    metrics.weightedMean(
      Array.from(predicted, (value, row) => (Math.abs(value - (actual[row] ?? 0)) < 100 ? 1 : 0)),
      weights,
    ),
};
const more = evaluate(price, test, { metrics: ["rmsle", "quantile@0.9", within, metrics.mae] });
export const named: number | undefined = more.within100;
export const still: number = more.rmse;
// @ts-expect-error: a metric of classes does not judge numbers.
export const other = () => evaluate(price, test, { metrics: ["logLoss"] });

// A model of either task is narrowed by its task.
export function describe(model: Model): string {
  if (model.task === "classification") return `${evaluate(model, test).accuracy} of ${model.classes.length} classes`;
  return `${evaluate(model, test).rmse}`;
}
describe(price);
describe(city);
