import { weightedMean } from "../util/exact-sum.ts";
import { numbersInTurns } from "../util/number-by-row.ts";
import type { Turns } from "../util/turns.ts";
import { type LabelMetricFunction, labelMetric, probabilityMetric } from "./callable-metrics.ts";
import type { ClassOutcome } from "./class-outcome.ts";
import * as decided from "./classification-metrics.ts";
import * as several from "./multi-class-metrics.ts";
import * as probable from "./probability-metrics.ts";
import type { RankedRows } from "./ranked-rows.ts";

// The metrics of classes by their names. Each call is marked as pure, so that a bundle without metrics has none of them.
export const accuracy = /* @__PURE__ */ labelMetric("accuracy", (rows) =>
  decided.accuracy(rows.decided, rows.actual, rows.weights),
);
export const balancedAccuracy = /* @__PURE__ */ ofConfusion("balancedAccuracy", decided.balancedAccuracy);
export const macroPrecision = /* @__PURE__ */ meanOfRates("macroPrecision", "precision", "macro");
export const macroRecall = /* @__PURE__ */ meanOfRates("macroRecall", "recall", "macro");
export const macroF1 = /* @__PURE__ */ meanOfRates("macroF1", "f1", "macro");
export const weightedF1 = /* @__PURE__ */ meanOfRates("weightedF1", "f1", "weighted");
export const matthews = /* @__PURE__ */ ofConfusion("matthews", decided.matthewsCorrelation);
export const kappa = /* @__PURE__ */ ofConfusion("kappa", decided.cohensKappa);
export const logLoss = /* @__PURE__ */ probabilityMetric("logLoss", "lower", probable.logLoss);
export const brier = /* @__PURE__ */ probabilityMetric("brier", "lower", probable.brierScore);
export const auc = /* @__PURE__ */ probabilityMetric("auc", "higher", (outcome) =>
  meanOverClasses(probable.areaOfRanks, outcome),
);
export const averagePrecision = /* @__PURE__ */ probabilityMetric("averagePrecision", "higher", (outcome) =>
  meanOverClasses(probable.precisionOfRanks, outcome),
);
export const calibrationError = /* @__PURE__ */ probabilityMetric("calibrationError", "lower", ofConfidence);
export const aucMu = /* @__PURE__ */ probabilityMetric("aucMu", "higher", several.aucMu);

function ofConfusion(name: string, metric: (confusion: decided.ConfusionRows) => number): LabelMetricFunction {
  return labelMetric(name, ({ confusion }) => metric(confusion));
}

function meanOfRates(
  name: string,
  rate: "precision" | "recall" | "f1",
  average: "macro" | "weighted",
): LabelMetricFunction {
  return labelMetric(name, ({ confusion }) => decided.meanRate(decided.classRates(confusion), rate, average));
}

/** With two classes the figure of the second; with more the mean over those that can be told from the rest. NaN where none can. */
function* meanOverClasses(metric: (ranks: RankedRows) => number, outcome: ClassOutcome): Turns<number> {
  yield* outcome.prepareRanks();
  if (outcome.classCount === 2) return metric(outcome.ranks(1));
  const values: number[] = [];
  for (let k = 0; k < outcome.classCount; k++) {
    values.push(metric(outcome.ranks(k)));
    yield;
  }
  return weightedMean(
    values.filter((value) => !Number.isNaN(value)),
    null,
  );
}

function* ofConfidence(outcome: ClassOutcome): Turns<number> {
  yield* outcome.prepareDecisions();
  const { probabilities, actual, classCount, likeliest, weights } = outcome;
  const rows = actual.length;
  const confidence = yield* numbersInTurns(rows, (row) => probabilities[row * classCount + likeliest[row]]);
  const right = yield* numbersInTurns(rows, (row) => (likeliest[row] === actual[row] ? 1 : 0));
  return probable.calibrationErrorOf(yield* probable.reliabilityInTurns(right, confidence, 10, weights));
}
