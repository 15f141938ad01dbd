import { waitsCase } from "../harness/waits-case.mjs";

const jobs = [
  "crossValidate, cart",
  "crossValidate, cart of numbers",
  "crossValidate, boosting",
  "crossValidate by groups",
  "crossValidate, early stopping",
  "gridSearch",
  "randomSearch",
];

export const waitsSearches = waitsCase(
  "How long cross-validation and searches make others wait, 500,000 × 20",
  jobs.map((job) => ({ job })),
);
