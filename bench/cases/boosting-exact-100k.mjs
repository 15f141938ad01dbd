export const boostingExact100k = {
  title:
    "Boosting with a cut between any two values: 100 trees of 8 levels for two classes, 100,000 × 28, at most 2 threads",
  data: { rows: 100_000, testRows: 100_000, features: 28, task: "classification", seed: 1 },
  work: {
    ...{ model: "boosting", splitter: "exact", trees: 100, maxDepth: 8, l2: 1, minChildWeight: 1 },
    ...{ threads: 2, columnBits: 32 },
  },
  rounds: 3,
  limitSeconds: 300,
  rivals: [{ peer: "cambium" }, { peer: "xgboost", note: "exact" }],
  targets: [{ of: "Cambium", against: "xgboost", target: 0.3, moonshot: 0.15 }],
};
