export const predictRow = {
  title: "Prediction of one row at a time: 20,000 rows × 28 that differ, 100 trees of 8 levels",
  data: { rows: 100_000, testRows: 20_000, features: 28, task: "regression", seed: 1 },
  work: { model: "boosting", measure: "row", trees: 100, maxDepth: 8, threads: 1, columnBits: 32 },
  rounds: 5,
  limitSeconds: 300,
  rivals: [
    { peer: "cambium", note: "a row is an array" },
    { name: "Cambium, objects", peer: "cambium", work: { rows: "objects" } },
    { peer: "xgboost", note: "called from Python" },
    { peer: "lightgbm", note: "called from Python" },
    { peer: "catboost", note: "symmetric, called from Python" },
  ],
  targets: [
    { of: "Cambium", measure: "row", target: 2, moonshot: 1 },
    { of: "Cambium, objects", measure: "row", target: 4 },
  ],
};
