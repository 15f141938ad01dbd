export const boostingRegressionLeaves400k = {
  title: "Boosting on bins: 100 trees of 255 leaves for numbers, 400,000 × 90, 2 threads",
  data: { made: "sensors-like", rows: 400_000, testRows: 50_000, features: 90, task: "regression", seed: 1 },
  work: { model: "boosting", trees: 100, maxLeaves: 255, l2: 1, minChildWeight: 1, threads: 2, columnBits: 32 },
  rounds: 2,
  limitSeconds: 300,
  rivals: [
    { peer: "cambium" },
    { peer: "xgboost", note: "hist, lossguide" },
    { peer: "lightgbm" },
    { name: "lightgbm, quantised", peer: "lightgbm", work: { quantized: true } },
  ],
  // Rivals of equal RMSE: few levels of gradients cost LightGBM some of it.
  targets: [
    { of: "Cambium", against: "xgboost", target: 0.7, moonshot: 0.5 },
    { of: "Cambium", against: "lightgbm", target: 0.7, moonshot: 0.5 },
  ],
};
