// Learners of several kinds in one list, and unions of them.
import {
  adaBoost,
  bagging,
  boosting,
  type ClassificationModel,
  c45,
  cart,
  crossValidate,
  evaluate,
  extraTrees,
  type Learner,
  logistic,
  type Model,
  randomForest,
} from "cambium";

const table = {
  x: Array.from({ length: 24 }, (_, i) => i % 6),
  w: Array.from({ length: 24 }, (_, i) => (i * 5) % 7),
  y: Array.from({ length: 24 }, (_, i) => (i % 6 > 2 ? "yes" : "no")),
};

// An array literal, without a type.
const learners = [
  cart(),
  boosting({ rounds: 2 }),
  randomForest({ trees: 2 }),
  extraTrees({ trees: 2 }),
  adaBoost({ rounds: 2 }),
  c45(),
  bagging(cart(), { trees: 2 }),
];
for (const learner of learners) {
  const model = await learner.fit(table, { target: "y" });
  if (model.task === "classification") console.assert(model.classes.length === 2, learner.name);
  const narrowed: ClassificationModel = await learner.fit(table, { target: "y", task: "classification" });
  console.assert(evaluate(narrowed, table).accuracy > 0.5);
}

// With a type, in an object, in a Map, of a choice.
const typed: readonly Learner[] = learners;
const byName: Record<string, Learner> = { tree: cart({ maxDepth: 2 }), boosted: boosting({ rounds: 2 }) };
const map = new Map<string, Learner<ClassificationModel>>([
  ["c45", c45()],
  ["logistic", boosting({ loss: logistic(), rounds: 2 })],
  ["gini", cart({ criterion: "gini" })],
]);
export const means: number[] = [];
for (const learner of [...typed, ...Object.values(byName)]) {
  const { mean } = await crossValidate(learner, table, { target: "y", task: "classification", folds: 2 });
  means.push(mean.accuracy);
}
for (const [name, learner] of map) {
  const { mean } = await crossValidate(learner, table, { target: "y", folds: 2 });
  console.assert(mean.accuracy >= 0, name);
}

function choose(deep: boolean) {
  return deep ? boosting({ rounds: 2 }) : cart();
}
export const chosen: Model = await choose(true).fit(table, { target: "y" });
export const again: ClassificationModel = await choose(false).fit(table, {
  target: "y",
  task: "classification",
});
export const models: Model[] = await Promise.all(learners.map((learner) => learner.fit(table, { target: "y" })));
