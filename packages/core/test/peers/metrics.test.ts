import {
  accuracy,
  areaUnderCurve,
  averagePrecision,
  balancedAccuracy,
  brierScore,
  classRates,
  cohensKappa,
  confusionMatrix,
  explainedVariance,
  logLoss,
  matthewsCorrelation,
  maxError,
  meanAbsoluteError,
  meanAbsolutePercentageError,
  meanGammaDeviance,
  meanPoissonDeviance,
  meanRate,
  medianAbsoluteError,
  type NumberMetric,
  quantileLoss,
  reliabilityTable,
  rootMeanSquaredError,
  rootMeanSquaredLogError,
  rSquared,
  topAccuracy,
  tweedieDeviance,
} from "@cambium/core";
import { describe, expect, test } from "vitest";
import { ClassOutcome } from "../../src/metric/class-outcome.ts";
import { classificationMetrics } from "../../src/metric/metric-table.ts";
import { type PeerCase, peerCases, relative } from "./peer-cases.ts";

interface MetricsCase extends PeerCase {
  readonly given: {
    readonly actual: readonly number[];
    readonly scores: readonly number[];
    readonly probability: readonly number[];
    readonly predicted: readonly number[];
    readonly classCount: number;
    readonly weights?: readonly number[] | null;
  };
  readonly outputs: Readonly<Record<string, number>>;
}

type Given = MetricsCase["given"];
type Figures = Readonly<Record<string, number>>;

/** Ours, by scikit-learn's name. */
function ofDecisions(predicted: readonly number[], { actual, weights = null }: Given): Figures {
  const classCount = 1 + Math.max(...predicted, ...actual);
  const confusion = confusionMatrix(predicted, actual, classCount, weights);
  const rates = classRates(confusion, classCount);
  const each = rates.flatMap(({ precision, recall, f1 }, k) =>
    Object.entries({ precision, recall, f1 }).map(([rate, value]) => [`${rate} of class ${k}`, value]),
  );
  const means = (["precision", "recall", "f1"] as const).flatMap((rate) =>
    (["macro", "weighted"] as const).map((average) => [`${rate}_score ${average}`, meanRate(rates, rate, average)]),
  );
  const cells = Array.from(confusion, (cell, i) => [
    `confusion_matrix ${Math.floor(i / classCount)},${i % classCount}`,
    cell,
  ]);
  return {
    ...Object.fromEntries([...each, ...means, ...cells]),
    accuracy_score: accuracy(predicted, actual, weights),
    balanced_accuracy_score: balancedAccuracy(confusion, classCount),
    matthews_corrcoef: matthewsCorrelation(confusion, classCount),
    cohen_kappa_score: cohensKappa(confusion, classCount),
  };
}

function ofTwoClasses(given: Given): Figures {
  const { actual, scores, probability, weights = null } = given;
  const both = probability.flatMap((p) => [1 - p, p]);
  const bins = reliabilityTable(probability, actual, 8);
  return {
    ...ofDecisions(
      probability.map((p) => (p > 0.5 ? 1 : 0)),
      given,
    ),
    ...Object.fromEntries(
      bins.flatMap(({ predicted, observed }, i) => [
        [`prob_pred ${i}`, predicted],
        [`prob_true ${i}`, observed],
      ]),
    ),
    roc_auc_score: areaUnderCurve(scores, actual, weights),
    average_precision_score: averagePrecision(scores, actual, weights),
    log_loss: logLoss(both, actual, 2, weights),
    brier_score_loss: brierScore(both, actual, 2, weights),
  };
}

function ofClasses(given: Given): Figures {
  const { actual, probability, classCount, weights = null } = given;
  const predicted = actual.map((_, row) => {
    const shares = probability.slice(row * classCount, (row + 1) * classCount);
    return shares.indexOf(Math.max(...shares));
  });
  const outcome = new ClassOutcome(
    Float64Array.from(probability),
    Int32Array.from(actual),
    classCount,
    weights && Float64Array.from(weights),
  );
  return {
    ...ofDecisions(predicted, given),
    log_loss: logLoss(probability, actual, classCount, weights),
    brier_score_loss: brierScore(probability, actual, classCount, weights),
    "roc_auc_score ovr macro": classificationMetrics.auc.of(outcome),
    "average_precision_score macro": classificationMetrics.averagePrecision.of(outcome),
    ...Object.fromEntries([1, 2].map((k) => [`top_k_accuracy_score@${k}`, topAccuracy({ k }).of(outcome)])),
  };
}

function ofNumbers({ predicted, actual, weights = null }: Given): Figures {
  const outcome = {
    predicted: Float64Array.from(predicted),
    actual: Float64Array.from(actual),
    weights: weights && Float64Array.from(weights),
  };
  const atEach = (name: string, parameters: readonly number[], metric: (parameter: number) => NumberMetric) =>
    Object.fromEntries(parameters.map((each) => [`${name}@${each}`, metric(each).of(outcome)]));
  return {
    r2_score: rSquared(predicted, actual, weights),
    root_mean_squared_error: rootMeanSquaredError(predicted, actual, weights),
    mean_absolute_error: meanAbsoluteError(predicted, actual, weights),
    median_absolute_error: medianAbsoluteError(predicted, actual, weights),
    mean_absolute_percentage_error: meanAbsolutePercentageError(predicted, actual, weights),
    explained_variance_score: explainedVariance(predicted, actual, weights),
    mean_poisson_deviance: meanPoissonDeviance(predicted, actual, weights),
    max_error: maxError(predicted, actual),
    mean_gamma_deviance: meanGammaDeviance(predicted, actual, weights),
    root_mean_squared_log_error: rootMeanSquaredLogError(predicted, actual, weights),
    ...atEach("mean_pinball_loss", [0.1, 0.5, 0.9], (level) => quantileLoss({ level })),
    ...atEach("mean_tweedie_deviance", [1, 1.5, 2, 3], (power) => tweedieDeviance({ power })),
  };
}

const figures = { "binary-metrics": ofTwoClasses, "class-metrics": ofClasses, "regression-metrics": ofNumbers };
const cases = peerCases<MetricsCase>("binary-metrics", "class-metrics", "regression-metrics");

describe.each(cases)("$peer, $name", (peerCase) => {
  const ours = figures[peerCase.kind as keyof typeof figures](peerCase.given);

  test.each(Object.entries(peerCase.outputs))("computes the same %s, %d", (name, expected) => {
    expect(Object.keys(ours)).toContain(name);
    const tolerance = relative(peerCase, "metric") * Math.max(1, Math.abs(expected));
    expect(Math.abs(ours[name] - expected)).toBeLessThanOrEqual(tolerance);
  });
});
