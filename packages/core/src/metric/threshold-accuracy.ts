import { shareFromZero } from "../util/check-options.ts";
import { meanInTurns } from "../util/exact-sum.ts";
import { numbersInTurns } from "../util/number-by-row.ts";
import { type ProbabilityMetricFunction, probabilityMetric } from "./callable-metrics.ts";
import { rowsInTurns } from "./check-rows.ts";
import { onlyOption } from "./only-option.ts";

/** Share of rows that are right where the second of two classes is predicted if its probability is above `threshold`. NaN with more classes. */
export function thresholdAccuracy(options: { readonly threshold: number }): ProbabilityMetricFunction {
  const threshold = onlyOption("metrics.thresholdAccuracy", options, "threshold", shareFromZero);
  return probabilityMetric(`thresholdAccuracy@${threshold}`, "higher", function* (outcome) {
    const { probabilities, actual, classCount, weights } = outcome;
    yield* rowsInTurns("metrics.thresholdAccuracy", { anyClass: { actual }, classCount, probabilities, weights });
    if (classCount !== 2) return Number.NaN;
    const right = yield* numbersInTurns(actual.length, (row) => {
      return (probabilities[2 * row + 1] > threshold ? 1 : 0) === actual[row] ? 1 : 0;
    });
    return yield* meanInTurns(right, weights);
  });
}
