import { meanInTurns } from "../util/exact-sum.ts";
import { numbersInTurns } from "../util/number-by-row.ts";
import type { Turns } from "../util/turns.ts";
import { type NumberMetricFunction, numberMetric } from "./callable-metrics.ts";
import { rowsInTurns } from "./check-rows.ts";

type OfRow = (predicted: number, actual: number) => number;

/** The mean, by weight, of a figure of each row. Rows without weight are not asked: infinity times nothing would not be nothing. */
export function* meanOfRows(
  name: string,
  ofRow: OfRow,
  predicted: ArrayLike<number>,
  actual: ArrayLike<number>,
  weights: ArrayLike<number> | null,
): Turns<number> {
  yield* rowsInTurns(name, { numbers: { actual, predicted }, weights });
  const figures = yield* numbersInTurns(actual.length, (row) => {
    return weights?.[row] === 0 ? 0 : ofRow(predicted[row], actual[row]);
  });
  return yield* meanInTurns(figures, weights);
}

/** The metric of such a mean; less is better. */
export function metricOfRows(name: string, ofRow: OfRow): NumberMetricFunction {
  const [caller] = name.split("@");
  return numberMetric(name, "lower", (predicted, actual, weights) => {
    return meanOfRows(`metrics.${caller}`, ofRow, predicted, actual, weights);
  });
}
