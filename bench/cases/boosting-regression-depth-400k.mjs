import { byDepth } from "../harness/boosting-races.mjs";

export const boostingRegressionDepth400k = {
  ...byDepth,
  title: "Boosting on bins: 100 trees of 8 levels for numbers, 400,000 × 90, 2 threads",
  data: { made: "sensors-like", rows: 400_000, testRows: 50_000, features: 90, task: "regression", seed: 1 },
  targets: [...byDepth.targets, { of: "Cambium", against: "xgboost", measure: "RMSE", within: 0.003 }],
};
