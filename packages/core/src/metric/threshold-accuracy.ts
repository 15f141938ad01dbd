import { shareFromZero } from "../util/check-options.ts";
import { weightedMean } from "../util/grid.ts";
import { numberByRow } from "../util/number-by-row.ts";
import { checkRows } from "./check-rows.ts";
import type { ClassMetric } from "./metric.ts";
import { onlyOption } from "./only-option.ts";

/** Share of rows that are right where the second of two classes is taken from probabilities above `threshold` on. NaN with more classes. */
export function thresholdAccuracy(options: { readonly threshold: number }): ClassMetric {
  const threshold = onlyOption("thresholdAccuracy", options, "threshold", shareFromZero);
  return Object.freeze({
    name: `thresholdAccuracy@${threshold}`,
    task: "classification",
    better: "higher",
    of: ({ probabilities, actual, classCount, weights }) => {
      checkRows("thresholdAccuracy", { codes: { actual }, classCount, probabilities, weights });
      if (classCount !== 2) return Number.NaN;
      const right = numberByRow(actual.length, (row) => {
        return (probabilities[2 * row + 1] > threshold ? 1 : 0) === actual[row] ? 1 : 0;
      });
      return weightedMean(right, weights);
    },
  } satisfies ClassMetric);
}
