import { classificationMetrics } from "../metric/class-metrics.ts";
import { ClassOutcome } from "../metric/class-outcome.ts";
import { figuresInTurns, type Metric } from "../metric/metric.ts";
import { regressionMetrics } from "../metric/number-metrics.ts";
import { expectOutOfBag } from "../model/expect-model.ts";
import type { Model } from "../model/model.ts";
import { addTree } from "../predict/predict-scores.ts";
import { demand } from "../util/demand.ts";
import { allRows } from "../util/ranges.ts";
import { atOnce } from "../util/turns.ts";
import type { ClassificationScores, RegressionScores, ScoresOf } from "./evaluate.ts";

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
  const isJudged = rows > 0 && (weights === null || weights.some((weight) => weight > 0));
  const message = "evaluateOutOfBag: every row with weight is in the sample of every tree; grow more trees";
  demand(isJudged, message, "bad-model");
  const predicted = all.filter((value) => !Number.isNaN(value));
  if (target.task === "classification") {
    const actual = Int32Array.from(covered, (row) => target.codes[row]);
    return scoresOf(rows, classificationMetrics, new ClassOutcome(predicted, actual, width, weights, model.cost));
  }
  const actual = Float64Array.from(covered, (row) => target.values[row]);
  return scoresOf(rows, regressionMetrics, { predicted, actual, weights });
}

function scoresOf(rows: number, metrics: Readonly<Record<string, Metric<never>>>, outcome: unknown) {
  const figures = atOnce(figuresInTurns(Object.values(metrics), outcome));
  return { rows, ...figures } as unknown as ClassificationScores | RegressionScores;
}

/**
 * What the trees of a forest say of each training row, in the order of the table: the mean over those that did not see it.
 * For a classification row after row a number for each class, else one. NaN where every tree has seen the row.
 */
export function outOfBagPredictions(model: Model): Float64Array {
  const { columns, rowsOutOf } = expectOutOfBag("outOfBagPredictions", model);
  const { trees, initialScore } = model.ensemble;
  const width = initialScore.length;
  const sums = new Float64Array(columns.rowCount * width);
  const counts = new Float64Array(columns.rowCount);
  trees.forEach((tree, index) => {
    for (const row of rowsOutOf(index)) {
      addTree(tree, columns, sums, row, row + 1);
      counts[row]++;
    }
  });
  return sums.map((sum, i) => sum / counts[Math.floor(i / width)]);
}
