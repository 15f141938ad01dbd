import { byLeaves, fasterThanQuantised, noMoreMemory } from "../harness/boosting-races.mjs";

export const boostingLeaves1m = {
  ...byLeaves,
  isClaimed: true,
  title: "Boosting on bins: 100 trees of 255 leaves for two classes, 1,000,000 × 28, 2 threads",
  data: { rows: 1_000_000, testRows: 100_000, features: 28, task: "classification", seed: 1 },
  targets: [
    ...byLeaves.targets,
    fasterThanQuantised,
    noMoreMemory,
    { of: "Cambium", against: "lightgbm", measure: "AUC", within: 0.001 },
  ],
};
