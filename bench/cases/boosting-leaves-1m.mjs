export const boostingLeaves1m = {
  title: "Boosting on bins: 100 trees of 255 leaves for two classes, 1,000,000 × 28, 2 threads",
  data: { rows: 1_000_000, testRows: 100_000, features: 28, task: "classification", seed: 1 },
  work: { model: "boosting", trees: 100, maxLeaves: 255, l2: 1, minChildWeight: 1, threads: 2, columnBits: 32 },
  rounds: 3,
  limitSeconds: 300,
  rivals: [
    { peer: "cambium" },
    { peer: "xgboost", note: "hist, lossguide" },
    { peer: "lightgbm" },
    { name: "lightgbm, quantised", peer: "lightgbm", work: { quantized: true } },
  ],
  targets: [
    { of: "Cambium", against: "xgboost", target: 0.7, moonshot: 0.5 },
    { of: "Cambium", against: "lightgbm", target: 0.7, moonshot: 0.5 },
    { of: "Cambium", against: "lightgbm, quantised", target: 0.7, moonshot: 0.5 },
    { of: "Cambium", against: "xgboost", measure: "memory", target: 1.2, moonshot: 1 },
  ],
};
