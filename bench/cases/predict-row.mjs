export const predictRow = {
  title: "Prediction of one row at a time: 20,000 rows × 28 that differ, 100 trees of 8 levels",
  data: { rows: 100_000, testRows: 20_000, features: 28, task: "regression", seed: 1 },
  work: { model: "boosting", measure: "row", trees: 100, maxDepth: 8, threads: 1 },
  rounds: 7,
  limitSeconds: 600,
  rivals: [
    { peer: "cambium", note: "a row is an array" },
    { name: "Cambium, objects", peer: "cambium", work: { rows: "objects" } },
    { peer: "xgboost" },
    { peer: "lightgbm" },
    { peer: "catboost", note: "symmetric trees" },
  ],
  targets: [],
};
