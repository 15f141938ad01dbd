import { byLeaves, fasterThanQuantised } from "../harness/boosting-races.mjs";

// How categories are parted is each rival's own way.
export const boostingCategories500k = {
  ...byLeaves,
  title:
    "Boosting on bins: 100 trees of 255 leaves, 500,000 rows of 6 columns of up to 300 categories and 2 of numbers, 2 threads",
  data: { made: "flights-like", rows: 500_000, testRows: 100_000, features: 8, task: "classification", seed: 1 },
  targets: [...byLeaves.targets, fasterThanQuantised],
};
