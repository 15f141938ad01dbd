import { weightedMean } from "../util/grid.ts";
import { numberByRow } from "../util/number-by-row.ts";
import { checkRows } from "./check-rows.ts";
import type { NumberMetric } from "./metric.ts";

type OfRow = (predicted: number, actual: number) => number;

/** The mean, by weight, of a figure of each row. Rows without weight are not asked: infinity times nothing would not be nothing. */
export function meanOfRows(
  name: string,
  ofRow: OfRow,
  predicted: ArrayLike<number>,
  actual: ArrayLike<number>,
  weights: ArrayLike<number> | null,
): number {
  checkRows(name, { numbers: { predicted, actual }, weights });
  const figures = numberByRow(actual.length, (row) => {
    return weights?.[row] === 0 ? 0 : ofRow(predicted[row], actual[row]);
  });
  return weightedMean(figures, weights);
}

/** Such a mean as a value; the less the better. */
export function lossOfRows(name: string, ofRow: OfRow): NumberMetric {
  return Object.freeze({
    name,
    task: "regression",
    better: "lower",
    of: ({ predicted, actual, weights }) => meanOfRows(name, ofRow, predicted, actual, weights),
  } satisfies NumberMetric);
}
