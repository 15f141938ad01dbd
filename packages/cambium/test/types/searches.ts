// Searches: the parameters of a point, the scores and the model have their types.
import {
  boosting,
  type ClassificationModel,
  cart,
  gridSearch,
  type Learner,
  logistic,
  type RegressionModel,
  randomSearch,
  range,
  type SearchResult,
} from "cambium";

const table = {
  x: Array.from({ length: 36 }, (_, i) => i % 9),
  w: Array.from({ length: 36 }, (_, i) => (i * 7) % 5),
  bought: Array.from({ length: 36 }, (_, i) => ((i % 9) + ((i * 7) % 5) > 5 ? "yes" : "no")),
  spent: Array.from({ length: 36 }, (_, i) => (i % 9) * 2 + ((i * 7) % 5)),
};

const grid = await gridSearch(
  ({ maxDepth, minRowsLeaf }) => cart({ maxDepth, minRowsLeaf }),
  { maxDepth: [2, 4, Number.POSITIVE_INFINITY], minRowsLeaf: [1, 5] },
  table,
  { target: "bought", task: "classification", folds: 3, refit: true, metric: "auc" },
);
export const model: ClassificationModel | null = grid.model;
export const depth: number = grid.best.parameters.maxDepth;
export const accuracy: number = grid.best.mean.accuracy;

const depths: number[] = [1, 2];
const typed = await gridSearch(
  ({ d }) => boosting({ maxDepth: d, rounds: 2, loss: logistic() }),
  { d: depths },
  table,
  {
    target: "bought",
    folds: 2,
    onTrial: ({ result, best }) => console.assert(best.value >= result.value && result.mean.accuracy >= 0),
  },
);
export const learner: Learner<ClassificationModel> = typed.learner;

const found = await randomSearch(
  ({ learningRate, maxDepth, criterion }) => boosting({ learningRate, maxDepth, rounds: 2, seed: criterion.length }),
  { learningRate: range.logUniform(0.05, 0.5), maxDepth: range.integers(1, 3), criterion: ["a", "bb"] },
  table,
  { target: "spent", features: ["x", "w"], task: "regression", trials: 2, folds: 2, refit: true },
);
export const best: RegressionModel | null = found.model;
export const rate: number = found.best.parameters.learningRate;
export const trials: SearchResult["planned"] = found.planned;
