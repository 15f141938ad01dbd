export const boostingRegressionDepth400k = {
  title: "Boosting on bins: 100 trees of 8 levels for numbers, 400,000 × 90, 2 threads",
  data: { made: "sensors-like", rows: 400_000, testRows: 50_000, features: 90, task: "regression", seed: 1 },
  work: { model: "boosting", trees: 100, maxDepth: 8, l2: 1, minChildWeight: 1, threads: 2, columnBits: 32 },
  rounds: 3,
  limitSeconds: 300,
  rivals: [{ peer: "cambium" }, { peer: "xgboost", note: "hist, depthwise" }],
  targets: [{ of: "Cambium", against: "xgboost", target: 0.7, moonshot: 0.5 }],
};
