import type { Dataset } from "../dataset/dataset.ts";
import type { DatasetOptions } from "../dataset/dataset-options.ts";
import type { Task } from "../dataset/target.ts";
import { scoresInTurn } from "../ensemble/ensemble.ts";
import { meanAndDeviation } from "../metric/mean-and-deviation.ts";
import { metricFor } from "../metric/metric-for.ts";
import { type RoundScores, UNNAMED_SET } from "../model/learning-curve.ts";
import type { Model } from "../model/model.ts";
import type { TableInput } from "../table/table-like.ts";
import type { RunOptions } from "../training/options/run-options.ts";
import {
  BestRound,
  type EarlyStopping,
  type StoppingPlan,
  stoppingPlan,
  theMeanLoss,
} from "../training/run/early-stopping.ts";
import { type Learner, reasonOfEnd } from "../training/run/learner.ts";

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

/** Fits under way at once, none of which begins a round before all others have done the last. */
class FoldsInStep {
  readonly #best: BestRound;
  readonly #curve: CommonStop["curve"][number][] = [];
  readonly #values: number[] = [];
  #waiting: ((answer: "stop" | "on") => void)[] = [];
  #isBroken = false;

  constructor(
    private readonly folds: number,
    plan: StoppingPlan,
  ) {
    this.#best = new BestRound(plan);
  }

  /** What the fit of a fold says of each round to. It is answered when the last of them has. */
  async hear(fold: number, { round, sets }: RoundScores): Promise<"stop" | "on"> {
    const { set, metric } = this.#best.plan;
    this.#values[fold] = sets[set][metric];
    if (this.#isBroken) return "stop";
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === this.folds) this.#answer(this.#isOver(round) ? "stop" : "on");
    });
  }

  /** A fold has failed: the others need not go on. */
  break(): void {
    this.#isBroken = true;
    this.#answer("stop");
  }

  get stop(): CommonStop {
    return { rounds: this.#best.round, metric: this.#best.plan.metric, curve: this.#curve };
  }

  #isOver(round: number): boolean {
    const { mean, standardDeviation } = meanAndDeviation(this.#values);
    this.#curve.push({ round, mean, standardDeviation });
    this.#best.see(round, mean);
    return round - this.#best.round >= this.#best.plan.patience;
  }

  #answer(answer: "stop" | "on"): void {
    for (const goOn of this.#waiting.splice(0)) goOn(answer);
  }
}
