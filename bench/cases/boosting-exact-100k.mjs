import { byDepth, keepsNobodyWaiting } from "../harness/boosting-races.mjs";

export const boostingExact100k = {
  ...byDepth,
  isClaimed: true,
  title: "Boosting with a cut between any two values: 100 trees of 8 levels for two classes, 100,000 × 28, 2 threads",
  data: { rows: 100_000, testRows: 100_000, features: 28, task: "classification", seed: 1 },
  work: { ...byDepth.work, splitter: "exact" },
  rivals: [{ peer: "cambium" }, { peer: "xgboost", note: "exact" }],
  targets: [{ of: "Cambium", against: "xgboost", target: 0.3, moonshot: 0.15 }, keepsNobodyWaiting],
};
