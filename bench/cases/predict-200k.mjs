export const predict200k = {
  isClaimed: true,
  title: "Prediction of 200,000 × 28 by 100 trees of 8 levels, 1 thread",
  data: { rows: 100_000, testRows: 200_000, features: 28, task: "classification", seed: 1 },
  work: { model: "boosting", measure: "batch", trees: 100, maxDepth: 8, threads: 1, columnBits: 32 },
  rounds: 5,
  limitSeconds: 300,
  rivals: [
    { peer: "cambium" },
    { name: "Cambium, float64", peer: "cambium", work: { columnBits: 64 } },
    { name: "Cambium, symmetric", peer: "cambium", work: { growth: "symmetric" } },
    { peer: "xgboost" },
    { peer: "lightgbm" },
    { peer: "catboost", note: "symmetric" },
  ],
  targets: [
    { of: "Cambium", against: "xgboost", target: 0.6, moonshot: 0.45 },
    { of: "Cambium, symmetric", against: "catboost", moonshot: 1 },
  ],
};
