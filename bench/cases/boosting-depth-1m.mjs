import { byDepth, noMoreMemory } from "../harness/boosting-races.mjs";

export const boostingDepth1m = {
  ...byDepth,
  isClaimed: true,
  title: "Boosting on bins: 100 trees of 8 levels for two classes, 1,000,000 × 28, 2 threads",
  data: { rows: 1_000_000, testRows: 100_000, features: 28, task: "classification", seed: 1 },
  targets: [...byDepth.targets, noMoreMemory],
};
