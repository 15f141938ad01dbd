import { waitsCase } from "../harness/waits-case.mjs";

const jobs = [
  "cart of classes",
  "c45 of classes",
  "randomForest of classes",
  "adaBoost of classes",
  "boosting of classes, histogram",
  "boosting of classes, exact",
];

export const waitsClasses = waitsCase(
  "How long learners of seven classes make others wait, 100,000 × 54, 2 threads",
  jobs.map((job) => ({ job })),
  { ofClasses: true },
);
