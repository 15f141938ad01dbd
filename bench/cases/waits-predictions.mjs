import { waitsCase } from "../harness/waits-case.mjs";

const inTurns = [
  "predictAsync",
  "predictProbabilityAsync",
  "predictScoreAsync",
  "evaluateAsync",
  "permutationImportanceAsync",
  "predictAsync of a forest",
  "predictAsync of a tree with surrogates",
];

const atOnce = [
  "predict",
  "predictProbability",
  "evaluate",
  "permutationImportance",
  "predict of a forest",
  "leafIndices",
  "predictStages",
  "trainTestSplit",
  "foldsOf",
];

export const waitsPredictions = waitsCase("How long predictions make others wait, 500,000 × 20", [
  ...inTurns.map((job) => ({ job })),
  ...atOnce.map((job) => ({ job, isAtOnce: true })),
]);
