import type { Dataset } from "../dataset/dataset.ts";
import type { Task } from "../dataset/target.ts";
import { scoresInTurn } from "../ensemble/ensemble.ts";
import { metricFor } from "../metric/metric-for.ts";
import { type RoundScores, UNNAMED_SET } from "../model/learning-curve.ts";
import type { Model } from "../model/model.ts";
import type { TableLike } from "../table/table-like.ts";
import { stoppingPlan } from "../training/early-stopping.ts";
import type { EndsEarly, MeasuredRun } from "../training/learner.ts";
import { type CommonStop, FoldsInStep } from "./common-stop.ts";

/** What one fold is learned from, and the rows that are held out of it. */
export interface FoldData {
  readonly dataset: Dataset;
  readonly heldOut: TableLike;
}

/**
 * Fits a learner that ends early on all folds at once, round by round, until the mean of what is measured on the rows held out has
 * got no better for long enough: one number of rounds for all folds, and for the table as a whole.
 */
export async function fitInStep<M extends Model>(
  { rule, ofRounds }: EndsEarly<M>,
  folds: readonly FoldData[],
  task: Task,
  run: Pick<MeasuredRun, "signal">,
): Promise<{ readonly models: readonly M[]; readonly stop: CommonStop }> {
  const { metric = "loss", restoreBest = true } = rule;
  const figure =
    metric === "loss"
      ? ({ name: "loss", better: "lower" } as const)
      : metricFor("boosting: earlyStopping", task, metric);
  const inStep = new FoldsInStep(folds.length, stoppingPlan(rule, figure, [UNNAMED_SET], false));
  const learner = ofRounds();
  const fits = folds.map(async ({ dataset, heldOut }, fold) => {
    try {
      const onRound = (report: RoundScores) => inStep.hear(fold, report);
      return await learner.fit(dataset, { ...run, validation: heldOut, metrics: [metric], onRound });
    } catch (error) {
      inStep.break();
      throw error;
    }
  });
  // Whatever failed is told once none is under way any more.
  await Promise.allSettled(fits);
  const models = await Promise.all(fits);
  const { stop } = inStep;
  return { models: restoreBest ? models.map((model) => cutBack(model, stop)) : models, stop };
}

/** A model of the first rounds. It counts its trees, and a round may have several for a score. */
function cutBack<M extends Model>(model: M, { rounds, curve }: CommonStop): M {
  const { ensemble } = model;
  return model.slice(0, (rounds * ensemble.trees.length) / scoresInTurn(ensemble) / curve.length) as M;
}
