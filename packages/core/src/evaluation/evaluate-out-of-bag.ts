import { ClassOutcome } from "../metric/class-outcome.ts";
import { allMetrics, classificationMetrics, regressionMetrics } from "../metric/metric-table.ts";
import { expectOutOfBag } from "../model/expect-model.ts";
import type { Model } from "../model/model.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { allRows } from "../util/ranges.ts";
import type { ClassificationScores, RegressionScores, ScoresOf } from "./evaluate.ts";
import { outOfBagPredictions } from "./out-of-bag-predictions.ts";

/**
 * How well a forest predicts its own training rows, each by the trees that did not see it: an estimate of the error on new
 * rows that takes no rows away from training. `rows` counts those that at least one tree did not see; they are weighed as in
 * training. With few trees the estimate is a little too bad, since each row is judged by a third of them.
 */
export function evaluateOutOfBag<M extends Model>(model: M): ScoresOf<M>;
export function evaluateOutOfBag(model: Model): ClassificationScores | RegressionScores {
  const { target, columns } = expectOutOfBag("evaluateOutOfBag", model);
  const all = outOfBagPredictions(model);
  const width = model.ensemble.initialScore.length;
  const covered = allRows(columns.rowCount).filter((row) => !Number.isNaN(all[row * width]));
  const rows = covered.length;
  const weights = target.weights && Float64Array.from(covered, (row) => target.weights?.[row] ?? 1);
  if (rows === 0 || weights?.every((weight) => weight === 0)) {
    const message = "evaluateOutOfBag: every row with weight is in the sample of every tree; grow more trees";
    throw new CambiumError("bad-model", message);
  }
  const predicted = new Float64Array(rows * width);
  covered.forEach((row, i) => {
    predicted.set(all.subarray(row * width, (row + 1) * width), i * width);
  });
  if (target.task === "classification") {
    const actual = Int32Array.from(covered, (row) => target.codes[row]);
    const outcome = new ClassOutcome(predicted, actual, width, weights, model.cost);
    return { rows, ...allMetrics(classificationMetrics, outcome) };
  }
  const actual = Float64Array.from(covered, (row) => target.values[row]);
  return { rows, ...allMetrics(regressionMetrics, { predicted, actual, weights }) };
}
