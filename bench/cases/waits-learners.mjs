import { waitsCase } from "../harness/waits-case.mjs";

const jobs = [
  "cart",
  "cart, numbers",
  "cart, absolute error",
  "cart, surrogates",
  "cart, histogram",
  "cart, pruned by folds",
  "cart, pruned by validation",
  "cart, pruned by α",
  "cart, pessimistic",
  "id3",
  "c45",
  "bagging",
  "randomForest",
  "randomForest, numbers",
  "extraTrees",
  "adaBoost",
  "adaBoost, numbers",
  "boosting, histogram",
  "boosting, exact",
  "boosting, numbers",
  "boosting, absolute error",
  "boosting, bagged",
  "boosting, validation with AUC",
  "boosting, early stopping",
];

export const waitsLearners = waitsCase(
  "How long learners make others wait, 500,000 × 20, 2 threads",
  jobs.map((job) => ({ job })),
);
