const work = { model: "boosting", measure: "batch", trees: 100, maxDepth: 8, threads: 1, columnBits: 32 };

export const predict200k = {
  title: "Prediction of 200,000 × 28 by 100 trees of 8 levels, 1 thread",
  data: { rows: 100_000, testRows: 200_000, features: 28, task: "classification", seed: 1 },
  work,
  rounds: 7,
  limitSeconds: 600,
  rivals: [
    { peer: "cambium" },
    { name: "Cambium, float64", peer: "cambium", work: { columnBits: 64 } },
    { peer: "xgboost" },
    { peer: "lightgbm" },
    { peer: "catboost", note: "symmetric trees" },
  ],
  targets: [{ of: "Cambium", against: "xgboost", target: 0.6, moonshot: 0.45 }],
};
