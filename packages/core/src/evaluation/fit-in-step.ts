import type { Dataset } from "../dataset/dataset.ts";
import type { DatasetOptions } from "../dataset/dataset-options.ts";
import type { Task } from "../dataset/target.ts";
import { scoresInTurn } from "../ensemble/ensemble.ts";
import { metricFor } from "../metric/metric-for.ts";
import { type RoundScores, UNNAMED_SET } from "../model/learning-curve.ts";
import type { Model } from "../model/model.ts";
import type { TableInput } from "../table/table-like.ts";
import type { RunOptions } from "../training/options/run-options.ts";
import { BestRound, type EarlyStopping, stoppingPlan, theMeanLoss } from "../training/run/early-stopping.ts";
import { type Learner, reasonOfEnd } from "../training/run/learner.ts";
import { meanAndDeviation } from "../util/exact-sum.ts";

/** Where the fits of all folds ended, because the mean of the folds got no better. */
export interface CommonStop {
  /** The rounds after which the mean was the best: as many are to be made where there are no rows to go by. */
  readonly rounds: number;
  /** The name of what was looked at. */
  readonly metric: string;
  /** After each round, on the rows held out: the mean of the folds, each counted alike, and how far they lie apart. */
  readonly curve: readonly { readonly round: number; readonly mean: number; readonly standardDeviation: number }[];
}

/** Is called after each round of a fit, which goes on or ends as it is answered. */
export type OnRound = (report: RoundScores) => unknown;

/** The rows that a fold holds out of a learner that ends early, and who is called after each round. */
export interface HeldOut {
  readonly table: TableInput;
  readonly onRound: OnRound;
}

/** The model of a fold. An error that carries the model of some rounds is nothing to the caller: it fails with the reason. */
export async function fitFold<M extends Model>(
  learner: Learner<M>,
  data: Dataset | TableInput,
  run: Pick<RunOptions, "signal" | "onWarning"> & Partial<DatasetOptions>,
  heldOut: HeldOut | null,
): Promise<M> {
  const rows = data as Dataset;
  try {
    if (heldOut === null || learner.endsEarly === undefined) return await learner.fit(rows, run);
    const { rule, ofRounds } = learner.endsEarly;
    const { table: validation, onRound } = heldOut;
    return await ofRounds().fit(rows, { ...run, validation, metrics: [rule.metric ?? "meanLoss"], onRound });
  } catch (error) {
    throw reasonOfEnd(error);
  }
}

/**
 * Fits a learner that ends early on all folds at once, round by round, until the mean of what is measured on the rows held out has
 * got no better for long enough: one number of rounds for all folds, and for the table as a whole.
 */
export async function fitInStep<M extends Model>(
  rule: EarlyStopping,
  folds: number,
  task: Task,
  fitOf: (fold: number, onRound: OnRound) => Promise<M>,
): Promise<{ readonly models: readonly M[]; readonly stop: CommonStop }> {
  const { metric = "meanLoss", restoreBest = true } = rule;
  const figure = metric === "meanLoss" ? theMeanLoss : metricFor("boosting: earlyStopping", task, metric);
  const best = new BestRound(stoppingPlan(rule, figure, [UNNAMED_SET], false));
  const curve: CommonStop["curve"][number][] = [];
  const values: number[] = [];
  const waiting: ((answer: "stop" | "on") => void)[] = [];
  let hasFailed = false;
  const answerAll = (answer: "stop" | "on") => {
    for (const goOn of waiting.splice(0)) goOn(answer);
  };
  const isOver = (round: number): boolean => {
    const { mean, standardDeviation } = meanAndDeviation(values);
    curve.push({ round, mean, standardDeviation });
    best.see(round, mean);
    return round - best.round >= best.plan.patience;
  };
  // No fit begins a round before all others have done the last one: the last of them answers all.
  const onRoundOf = (fold: number) => async (report: RoundScores) => {
    values[fold] = report.sets[best.plan.set][best.plan.metric];
    if (hasFailed) return "stop";
    return new Promise<"stop" | "on">((resolve) => {
      if (waiting.push(resolve) === folds) answerAll(isOver(report.round) ? "stop" : "on");
    });
  };
  const fits = Array.from({ length: folds }, async (_, fold) => {
    try {
      return await fitOf(fold, onRoundOf(fold));
    } catch (error) {
      hasFailed = true;
      answerAll("stop");
      throw error;
    }
  });
  // An error is thrown when no fit is under way any more.
  await Promise.allSettled(fits);
  const models = await Promise.all(fits);
  const stop = { rounds: best.round, metric: best.plan.metric, curve };
  return { models: restoreBest ? models.map((model) => cutBack(model, stop)) : models, stop };
}

/** A model of the first rounds. It counts its trees, and a round may have several for a score. */
function cutBack<M extends Model>(model: M, { rounds, curve }: CommonStop): M {
  const { ensemble } = model;
  return model.slice(0, (rounds * ensemble.trees.length) / scoresInTurn(ensemble) / curve.length) as M;
}
