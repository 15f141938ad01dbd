import { metrics, type NumberMetric } from "@cambium/core";
import { describe, expect, test } from "vitest";
import { classificationMetrics } from "../../src/metric/class-metrics.ts";
import { ClassOutcome } from "../../src/metric/class-outcome.ts";
import {
  balancedAccuracy,
  cohensKappa,
  matthewsCorrelation,
  meanRate,
} from "../../src/metric/classification-metrics.ts";
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
  const confusion = metrics.confusionMatrix(actual, predicted, {
    labels: Array.from({ length: classCount }, (_, k) => k),
    weights,
  });
  const rates = metrics.classRates(confusion);
  const each = rates.flatMap(({ precision, recall, f1 }, k) =>
    Object.entries({ precision, recall, f1 }).map(([rate, value]) => [`${rate} of class ${k}`, value]),
  );
  const means = (["precision", "recall", "f1"] as const).flatMap((rate) =>
    (["macro", "weighted"] as const).map((average) => [`${rate}_score ${average}`, meanRate(rates, rate, average)]),
  );
  const cells = confusion.rows.flatMap((row, i) => row.map((cell, j) => [`confusion_matrix ${i},${j}`, cell]));
  return {
    ...Object.fromEntries([...each, ...means, ...cells]),
    accuracy_score: metrics.accuracy(actual, predicted, weights),
    balanced_accuracy_score: balancedAccuracy(confusion),
    matthews_corrcoef: matthewsCorrelation(confusion),
    cohen_kappa_score: cohensKappa(confusion),
  };
}

function ofTwoClasses(given: Given): Figures {
  const { actual, scores, probability, weights = null } = given;
  const both = probability.flatMap((p) => [1 - p, p]);
  const bins = metrics.reliabilityTable(actual, probability, 8);
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
    roc_auc_score: metrics.auc(actual, scores, weights),
    average_precision_score: metrics.averagePrecision(actual, scores, weights),
    log_loss: metrics.logLoss(actual, both, weights),
    brier_score_loss: metrics.brier(actual, both, weights),
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
    log_loss: metrics.logLoss(actual, probability, weights),
    brier_score_loss: metrics.brier(actual, probability, weights),
    "roc_auc_score ovr macro": classificationMetrics.auc.of(outcome),
    "average_precision_score macro": classificationMetrics.averagePrecision.of(outcome),
    ...Object.fromEntries([1, 2].map((k) => [`top_k_accuracy_score@${k}`, metrics.topAccuracy({ k }).of(outcome)])),
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
    r2_score: metrics.r2(actual, predicted, weights),
    root_mean_squared_error: metrics.rmse(actual, predicted, weights),
    mean_absolute_error: metrics.mae(actual, predicted, weights),
    median_absolute_error: metrics.medianAbsoluteError(actual, predicted, weights),
    mean_absolute_percentage_error: metrics.mape(actual, predicted, weights),
    explained_variance_score: metrics.explainedVariance(actual, predicted, weights),
    mean_poisson_deviance: metrics.poissonDeviance(actual, predicted, weights),
    max_error: metrics.maxError(actual, predicted),
    mean_gamma_deviance: metrics.gammaDeviance(actual, predicted, weights),
    root_mean_squared_log_error: metrics.rmsle(actual, predicted, weights),
    ...atEach("mean_pinball_loss", [0.1, 0.5, 0.9], (level) => metrics.quantile({ level })),
    ...atEach("mean_tweedie_deviance", [1, 1.5, 2, 3], (power) => metrics.tweedieDeviance({ power })),
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
