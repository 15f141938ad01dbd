export const boostingCategories500k = {
  title:
    "Boosting on bins: 100 trees of 255 leaves, 500,000 rows of 6 columns of up to 300 categories and 2 of numbers, 2 threads",
  data: { made: "flights-like", rows: 500_000, testRows: 100_000, features: 8, task: "classification", seed: 1 },
  work: { model: "boosting", trees: 100, maxLeaves: 255, l2: 1, minChildWeight: 1, threads: 2, columnBits: 32 },
  rounds: 3,
  limitSeconds: 300,
  // How categories are parted is each rival's own way.
  rivals: [
    { peer: "cambium" },
    { peer: "xgboost", note: "hist, lossguide" },
    { peer: "lightgbm" },
    { name: "lightgbm, quantised", peer: "lightgbm", work: { quantized: true } },
  ],
  targets: [
    { of: "Cambium", against: "lightgbm", target: 0.7, moonshot: 0.5 },
    { of: "Cambium", against: "xgboost", target: 0.7, moonshot: 0.5 },
  ],
};
