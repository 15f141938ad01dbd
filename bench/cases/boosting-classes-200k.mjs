import { byLeaves, fasterThanQuantised } from "../harness/boosting-races.mjs";

/** The fastest of them is to be beaten: a tree for each class and round. */
export const boostingClasses200k = {
  ...byLeaves,
  title: "Boosting on bins by softmax: 20 rounds of 255 leaves for seven classes, 200,000 × 54, 2 threads",
  data: { made: "forests-like", rows: 200_000, testRows: 50_000, features: 54, task: "classification", seed: 1 },
  work: { ...byLeaves.work, trees: 20 },
  targets: [...byLeaves.targets, fasterThanQuantised],
};
