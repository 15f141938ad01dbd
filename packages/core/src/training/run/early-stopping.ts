import { aMetric, type MetricChoice } from "../../metric/metric-for.ts";
import { TRAIN_SET } from "../../model/learning-curve.ts";
import { check, checkOptions, numberFromZero, oneOf, trueOrFalse, wholeLimitFrom } from "../../util/check-options.ts";
import { demand } from "../../util/demand.ts";
import { didYouMean, listNames } from "../../util/nearest-name.ts";
import { droppable, type OptionsOf, option, required, type WithDefaults, withDefaults } from "../../util/option.ts";
import { rowsOfSet } from "./own-run.ts";

/** When to end because nothing gets better on one set of rows, by one figure, and which rounds to keep. */
export const earlyStoppingOptions = /* @__PURE__ */ droppable(() => ({
  /** So many rounds in a row without an improvement end the fit. Infinity: all rounds are made, and the best are kept. */
  patience: required(wholeLimitFrom(1)),
  /** The rows that are looked at, by the name that `fit` gives them; "train" are those that trees learn from. Default: the only ones that no tree learns from. */
  set: option(check<string>("the name of a set of rows", (value) => typeof value === "string")),
  /** The one figure of these rows that is looked at. Default: "meanLoss". */
  metric: option(
    check<"meanLoss" | MetricChoice>(
      'the name of a metric, such as "auc" or "rmse", "meanLoss", or an object { name, better, of }',
      aMetric().accepts,
    ),
    "meanLoss",
  ),
  /** Which of two values of the metric is the better one; another word than the metric's own is an error. Default: as the metric says. */
  better: option(oneOf("higher", "lower")),
  /** By more than this a round must be better than the best so far. Default: 0. */
  minDelta: option(numberFromZero, 0),
  /** Whether the rounds after the best one are left out of the model, however the fit ends. Default: true. */
  restoreBest: option(trueOrFalse, true),
}));

export interface EarlyStopping extends OptionsOf<typeof earlyStoppingOptions> {}

/** The same with all that was left out. */
export interface StoppingPlan
  extends Pick<WithDefaults<typeof earlyStoppingOptions>, "patience" | "minDelta" | "restoreBest"> {
  /** The set, and the figure of it, that are looked at. */
  readonly set: string;
  readonly metric: string;
  readonly better: "higher" | "lower";
}

/** What is looked at where no metric is named. */
export const theMeanLoss = { name: "meanLoss", better: "lower" } as const;

/** A copy that nobody can change. */
export function frozenStopping(given: EarlyStopping | undefined): EarlyStopping | undefined {
  if (given === undefined) return undefined;
  checkOptions("boosting: earlyStopping", given, earlyStoppingOptions);
  const message = "boosting: earlyStopping expects patience, such as { patience: 20 }, got none";
  demand(given.patience !== undefined, message);
  return Object.freeze({ ...given });
}

/** `metric` is the one that the options name; `sets` are those that no tree learns from, and `withTrain` says whether "train" is measured too. */
export function stoppingPlan(
  asked: EarlyStopping,
  metric: { readonly name: string; readonly better: "higher" | "lower" },
  sets: readonly string[],
  withTrain: boolean,
): StoppingPlan {
  const { set, better, ...plan } = withDefaults(earlyStoppingOptions, asked);
  const name = metric.name === "meanLoss" ? "mean loss" : `metric "${metric.name}"`;
  const message = `boosting: earlyStopping: better is "${better}", but of the ${name} ${metric.better} is better; leave it out`;
  demand(better === undefined || better === metric.better, message);
  return { ...plan, metric: metric.name, better: metric.better, set: setFor(set, sets, withTrain) };
}

function setFor(asked: string | undefined, sets: readonly string[], withTrain: boolean): string {
  const known = withTrain ? [TRAIN_SET, ...sets] : sets;
  const owner = "boosting: earlyStopping";
  if (asked === undefined) {
    demand(sets.length > 0, `${owner} goes by rows that no tree learns from; pass fit(…, { validation })`);
    demand(sets.length === 1, `${owner} goes by one set of rows; pass set: one of ${listNames(known)}`);
    return sets[0];
  }
  const others = `${didYouMean(asked, known)}there are ${listNames(known)}`;
  const repair = asked === TRAIN_SET ? "pass fit(…, { trainMetrics: true })" : others;
  demand(known.includes(asked), `${owner}: nothing is measured on a set "${asked}"; ${repair}`);
  return asked;
}

/** The best round so far by one figure of one set. Of rounds that are alike the first is the best. */
export class BestRound {
  /** 0 before the first. */
  round = 0;
  value = Number.NaN;

  constructor(readonly plan: StoppingPlan) {}

  see(round: number, value: number): void {
    const { set, metric, minDelta, better } = this.plan;
    const message = `boosting: earlyStopping goes by "${metric}", which has no value on ${rowsOfSet(set)}; choose another metric, or other rows`;
    demand(!Number.isNaN(value), message);
    const isBetter = better === "lower" ? value < this.value - minDelta : -value < -this.value - minDelta;
    if (this.round > 0 && !isBetter) return;
    this.round = round;
    this.value = value;
  }
}
