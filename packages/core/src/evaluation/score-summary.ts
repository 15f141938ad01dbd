import type { ClassificationMetrics, RegressionMetrics } from "../metric/metric-table.ts";
import type { ClassificationModel, Model } from "../model/model.ts";
import { meanAndDeviation } from "../util/exact-sum.ts";
import type { ScoresOf } from "./evaluate.ts";

/** The figures of a kind of model, without the number of rows. */
export type MetricsOf<M extends Model> = M extends ClassificationModel ? ClassificationMetrics : RegressionMetrics;

/** `F` has the figures that were asked for, where some were. */
export interface ScoreSummary<M extends Model = Model, F = unknown> {
  /** For each fold what `evaluate` says of its model, on the rows that were held out. */
  readonly scores: readonly (ScoresOf<M> & F)[];
  /** Over the folds, each counted alike. */
  readonly mean: MetricsOf<M> & F;
  /** Of the folds' figures; the divisor is their number less one. */
  readonly standardDeviation: MetricsOf<M> & F;
}

/** The scores of all folds, with their means and deviations. */
export function summarizeScores<M extends Model>(scores: readonly ScoresOf<M>[]): ScoreSummary<M> {
  const figures = scores as unknown as readonly Readonly<Record<string, number>>[];
  const names = Object.keys(figures[0]).filter((name) => name !== "rows" && name !== "unseen");
  const summaries = names.map((name) => [name, meanAndDeviation(figures.map((of) => of[name]))] as const);
  const pick = (part: "mean" | "standardDeviation") =>
    Object.fromEntries(summaries.map(([name, summary]) => [name, summary[part]])) as unknown as MetricsOf<M>;
  return { scores, mean: pick("mean"), standardDeviation: pick("standardDeviation") };
}
