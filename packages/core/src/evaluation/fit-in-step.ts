import type { Task } from "../dataset/target.ts";
import { scoresInTurn } from "../ensemble/ensemble.ts";
import { metricFor } from "../metric/metric-for.ts";
import { type RoundScores, UNNAMED_SET } from "../model/learning-curve.ts";
import type { Model } from "../model/model.ts";
import { type EarlyStopping, stoppingPlan, theMeanLoss } from "../training/run/early-stopping.ts";
import { type CommonStop, FoldsInStep } from "./common-stop.ts";

/** Fits a fold, and goes on after each round when it is told to. */
export type FitOfFold<M> = (fold: number, onRound: (report: RoundScores) => Promise<"stop" | "on">) => Promise<M>;

/**
 * Fits a learner that ends early on all folds at once, round by round, until the mean of what is measured on the rows held out has
 * got no better for long enough: one number of rounds for all folds, and for the table as a whole.
 */
export async function fitInStep<M extends Model>(
  rule: EarlyStopping,
  folds: number,
  task: Task,
  fitOf: FitOfFold<M>,
): Promise<{ readonly models: readonly M[]; readonly stop: CommonStop }> {
  const { metric = "meanLoss", restoreBest = true } = rule;
  const figure = metric === "meanLoss" ? theMeanLoss : metricFor("boosting: earlyStopping", task, metric);
  const inStep = new FoldsInStep(folds, stoppingPlan(rule, figure, [UNNAMED_SET], false));
  const fits = Array.from({ length: folds }, async (_, fold) => {
    try {
      return await fitOf(fold, (report) => inStep.hear(fold, report));
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
