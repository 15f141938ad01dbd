// What a learner is made of decides the type of its models.

import { newton } from "@cambium/core";
import {
  absoluteError,
  adaBoost,
  bagging,
  boosting,
  type ClassificationModel,
  type Criterion,
  c45,
  cart,
  entropy,
  extraTrees,
  gini,
  huber,
  id3,
  logistic,
  type Model,
  misclassification,
  poissonDeviance,
  type RegressionModel,
  randomForest,
  softmax,
} from "cambium";

const flowers = { size: [1, 2, 3, 4, 5, 6], kind: ["a", "a", "b", "b", "c", "c"] };
const named = { shape: ["s", "s", "r", "r"], kind: ["a", "a", "b", "b"] };
const prices = { size: [1, 2, 3, 4, 5, 6], price: [1, 2, 4, 4, 5, 7] };
const kind = { target: "kind" };
const price = { target: "price" };
const trees = 2;
const rounds = 2;

export const ofClasses: ClassificationModel[] = [
  await cart({ criterion: "gini" }).fit(flowers, kind),
  await cart({ criterion: "entropy", maxDepth: 3 }).fit(flowers, kind),
  await cart({ criterion: gini() }).fit(flowers, kind),
  await cart({ criterion: entropy() }).fit(flowers, kind),
  await randomForest({ criterion: misclassification(), trees }).fit(flowers, kind),
  await extraTrees({ criterion: "misclassification", trees }).fit(flowers, kind),
  await bagging(cart({ criterion: "gini" }), { trees }).fit(flowers, kind),
  await bagging(c45(), { trees }).fit(flowers, kind),
  await adaBoost({ kind: "samme", rounds }).fit(flowers, kind),
  await adaBoost(c45(), { rounds }).fit(flowers, kind),
  await adaBoost(cart({ maxDepth: 2 }), { kind: "samme", rounds }).fit(flowers, kind),
  await c45().fit(flowers, kind),
  await id3({ maxDepth: 2 }).fit(named, kind),
  await boosting({ loss: softmax(), rounds }).fit(flowers, kind),
  await boosting({ loss: logistic(), rounds }).fit(named, kind),
];
export const ofNumbers: RegressionModel[] = [
  await cart({ criterion: "squaredError" }).fit(prices, price),
  await cart({ criterion: newton({ l2: 1 }) }).fit(prices, price),
  await cart({ criterion: poissonDeviance() }).fit(prices, price),
  await randomForest({ criterion: "poisson", trees }).fit(prices, price),
  await extraTrees({ criterion: "squaredError", trees }).fit(prices, price),
  await adaBoost({ kind: "r2", rounds }).fit(prices, price),
  await boosting({ loss: huber({ delta: 1 }), rounds }).fit(prices, price),
];

// A criterion of which the task is not known gives a model of either task.
const own: Criterion = { ...gini(), name: "own" };
export const ofEither: Model[] = [
  await cart({ criterion: own }).fit(flowers, kind),
  await cart({ criterion: undefined }).fit(prices, price),
  await boosting({ loss: "auto", rounds }).fit(prices, price),
];
const known = { ...entropy(), name: "known" } satisfies Criterion;
export const ofKnown: ClassificationModel = await cart({ criterion: known }).fit(flowers, kind);

// @ts-expect-error: no such criterion.
export const wrong = () => cart({ criterion: "information" });
// @ts-expect-error: an absolute error is a loss here, not a criterion.
export const loss = () => cart({ criterion: absoluteError() });
