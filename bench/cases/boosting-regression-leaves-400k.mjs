import { byLeaves } from "../harness/boosting-races.mjs";

export const boostingRegressionLeaves400k = {
  ...byLeaves,
  title: "Boosting on bins: 100 trees of 255 leaves for numbers, 400,000 × 90, 2 threads",
  data: { made: "sensors-like", rows: 400_000, testRows: 50_000, features: 90, task: "regression", seed: 1 },
  targets: [...byLeaves.targets, { of: "Cambium", against: "xgboost", measure: "RMSE", within: 0.003 }],
};
