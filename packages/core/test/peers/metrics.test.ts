import { accuracy, areaUnderCurve, logLoss, meanAbsoluteError, rootMeanSquaredError, rSquared } from "@cambium/core";
import { describe, expect, test } from "vitest";
import { type PeerCase, type PeerKind, peerCases, relative } from "./peer-cases.ts";

interface MetricsCase extends PeerCase {
  readonly given: {
    readonly actual: readonly number[];
    readonly scores: readonly number[];
    readonly probability: readonly number[];
    readonly predicted: readonly number[];
    readonly classCount: number;
  };
  readonly outputs: Readonly<Record<string, number>>;
}

type Given = MetricsCase["given"];

/** Ours, by scikit-learn's name, for each kind of case. */
const metrics: Partial<Record<PeerKind, Record<string, (given: Given) => number>>> = {
  "binary-metrics": {
    roc_auc_score: ({ scores, actual }) => areaUnderCurve(Float64Array.from(scores), actual),
    log_loss: ({ probability, actual }) =>
      logLoss(Float64Array.from(probability.flatMap((p) => [1 - p, p])), actual, 2),
    accuracy_score: ({ probability, actual }) =>
      accuracy(
        probability.map((p) => (p > 0.5 ? 1 : 0)),
        actual,
      ),
  },
  "class-metrics": {
    log_loss: ({ probability, actual, classCount }) => logLoss(Float64Array.from(probability), actual, classCount),
    accuracy_score: ({ probability, actual, classCount }) =>
      accuracy(
        actual.map((_, row) => likeliest(probability.slice(row * classCount, (row + 1) * classCount))),
        actual,
      ),
  },
  "regression-metrics": {
    r2_score: ({ predicted, actual }) => rSquared(predicted, actual),
    root_mean_squared_error: ({ predicted, actual }) => rootMeanSquaredError(predicted, actual),
    mean_absolute_error: ({ predicted, actual }) => meanAbsoluteError(predicted, actual),
  },
};

const cases = peerCases<MetricsCase>("binary-metrics", "class-metrics", "regression-metrics");

describe.each(cases)("$peer, $name", (peerCase) => {
  test.each(Object.entries(peerCase.outputs))("computes the same %s, %d", (name, expected) => {
    const metric = metrics[peerCase.kind]?.[name];
    if (metric === undefined) throw new Error(`${peerCase.name}: no metric of ours is compared with ${name}`);
    const tolerance = relative(peerCase, "metric") * Math.max(1, Math.abs(expected));
    expect(Math.abs(metric(peerCase.given) - expected)).toBeLessThanOrEqual(tolerance);
  });
});

function likeliest(probability: readonly number[]): number {
  return probability.indexOf(Math.max(...probability));
}
