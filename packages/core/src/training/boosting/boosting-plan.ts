import type { Pacer, StepRules } from "@cambium/kernels";
import { newton } from "../../criterion/newton.ts";
import type { Dataset } from "../../dataset/dataset.ts";
import type { ClassificationTarget, Target } from "../../dataset/target.ts";
import type { EnginePlan } from "../../engine/tree-engine.ts";
import type { Grower } from "../../grower/grower.ts";
import { depthGrower, symmetricGrower } from "../../grower/growers.ts";
import { constantAbove, constantsAbove } from "../../loss/constants-above.ts";
import { initialScoreOf } from "../../loss/initial-score-of.ts";
import { logistic } from "../../loss/logistic.ts";
import { type AnyLoss, type ClassLoss, isClassLoss } from "../../loss/loss.ts";
import { softmax } from "../../loss/softmax.ts";
import { squaredError } from "../../loss/squared-error.ts";
import { type MeasuredMetric, type MetricChoice, metricFor, withNamesApart } from "../../metric/metric-for.ts";
import type { GrowthLimit } from "../../pruning/pruning-strategy.ts";
import { describe } from "../../util/check-options.ts";
import { demand } from "../../util/demand.ts";
import { listNames } from "../../util/nearest-name.ts";
import { withDefaults } from "../../util/option.ts";
import { MOST_THREADS } from "../../util/threads-option.ts";
import { inTurns } from "../../util/turns.ts";
import { choiceText, optionsInForce } from "../options/options-in-force.ts";
import { growerFor, limitsSize, strategiesOf } from "../options/size-options.ts";
import { splitterOf, usualBoostingSplitter } from "../options/splitter-options.ts";
import { type EarlyStopping, stoppingPlan, theMeanLoss } from "../run/early-stopping.ts";
import { validationSets } from "../run/own-run.ts";
import { LEAST_SHARED, threadsFor } from "../run/threads.ts";
import { type EvaluationPlan, EvaluationSets } from "../validation/evaluation-sets.ts";
import {
  type BoostingFitOptions,
  type BoostingOptions,
  boostingOptions,
  boostingRunOptions,
} from "./boosting-options.ts";
import { categoricalOf, columnLimits, columnShares } from "./column-limits.ts";
import { pastOf } from "./past-rounds.ts";

/** The default of `maxDepth`: where other options limit the size of a tree, they alone do. */
function usualDepth(options: BoostingOptions): number {
  return limitsSize(options) ? Number.POSITIVE_INFINITY : 6;
}

/** The default of `l2`. */
function usualL2(order: BoostingOptions["order"]): number {
  return order === 1 ? 0 : 1;
}

export type BoostingPlan = Awaited<ReturnType<typeof boostingPlan>>;

/** What the options come to on a dataset. */
export async function boostingPlan(options: BoostingOptions, dataset: Dataset, run: BoostingFitOptions, pacer: Pacer) {
  const given = withDefaults(boostingOptions, options);
  const { learningRate, treesPerRound, gradientBits, seed } = given;
  const loss = lossFor(dataset.target, options);
  checkOffset(loss, dataset);
  const { criterion, lineSearch } = leavesOf(options, loss);
  const { past, rounds } = await pastOf(run, given, dataset, loss);
  const initialScores = past?.ensemble.initialScore ?? (await initialScoresOf(loss, dataset, options.baseScore, pacer));
  const { rules, cuts, grower } = strategiesFor(options);
  const splitter = splitterOf("boosting", options, usualBoostingSplitter(options.growth, dataset));
  // Trees come one after the other: several threads have work because they share that of one tree.
  const threads = threadsFor(run.threads, rounds, dataset, MOST_THREADS, LEAST_SHARED);
  const { search, drawOf } = columnLimits(options, seed, dataset.columns);
  checkLeaves(options, loss, lineSearch);
  const engine: EnginePlan = {
    ...{ ...search, dataset, criterion, splitter, grower, rules, pacer },
    ...{ gradientBits, sharesTrees: true, threads, keptScores: initialScores.length },
    ...(!isClassLoss(loss) && lineSearch === null && loss.kernel !== undefined && { lossKernel: loss.kernel }),
  };
  return {
    ...{ loss, lineSearch, learningRate, cuts, drawOf, engine },
    /** What the fit goes on from; null: from nothing. The rounds are with those of the past. */
    ...{ past, rounds },
    /** One, or one for each class; and how many trees a round has for each. */
    ...{ initialScores, treesPerRound },
    ...(await measuresOf(options, dataset, run, { loss, initialScores, pacer })),
  };
}

/**
 * What is measured after each round, and what that decides. `evaluation` null: nothing is measured, but for the loss of the training rows where
 * somebody listens. `stopping` null: all rounds are made, and kept.
 */
async function measuresOf(
  options: BoostingOptions,
  dataset: Dataset,
  run: BoostingFitOptions,
  of: Pick<EvaluationPlan, "loss" | "initialScores" | "pacer">,
) {
  const { earlyStopping, unseen } = withDefaults(boostingOptions, options);
  const { validation, metrics: asked = [], trainMetrics } = withDefaults(boostingRunOptions, run);
  const { task } = dataset.target;
  const choices = [...new Set(asked)].filter((metric) => metric !== "meanLoss"); // Is measured anyway.
  const listed = choices.map((metric) => metricFor("fit: metrics", task, metric));
  const deciding = earlyStopping ? decidingMetric(earlyStopping, task, choices, listed) : null;
  const sets = validationSets(validation);
  const names = sets.map(({ name }) => name);
  const stopping = earlyStopping ? stoppingPlan(earlyStopping, deciding ?? theMeanLoss, names, trainMetrics) : null;
  if (sets.length === 0 && !trainMetrics) {
    const message = "fit: metrics are measured on rows that no tree learns from; pass fit(…, { validation })";
    demand(listed.length === 0, message);
    return { evaluation: null, stopping };
  }
  const all = deciding === null || listed.includes(deciding) ? listed : [...listed, deciding];
  const metrics = withNamesApart("fit", all);
  const evaluation = await EvaluationSets.read(dataset, sets, { ...of, unseen, metrics }, trainMetrics);
  return { evaluation, stopping };
}

/** The metric that early stopping goes by; null for the loss. A name means a metric of one's own where `fit` was given one of that name. */
function decidingMetric(
  { metric = "meanLoss" }: EarlyStopping,
  task: Target["task"],
  choices: readonly MetricChoice[],
  listed: readonly MeasuredMetric[],
): MeasuredMetric | null {
  if (metric === "meanLoss") return null;
  const place = choices.findIndex((choice, i) => choice === metric || listed[i].name === metric);
  return listed[place] ?? metricFor("boosting: earlyStopping", task, metric);
}

/** How trees grow, and what is cut back from them. They fit gradients, so no classes judge them, and none of their rows is held out. */
function strategiesFor(options: BoostingOptions) {
  const { rules, limits, cuts } = strategiesOf({ ...options, maxDepth: options.maxDepth ?? usualDepth(options) });
  const holding = cuts.find(({ needs }) => needs.kind !== "nothing");
  const byAlpha = "prune by costComplexity({ alpha }) or negativeGain({ gamma })";
  const heldBack = `needs rows that the tree did not see, and boosting holds none back; ${byAlpha}`;
  demand(holding === undefined, `boosting: pruning by ${holding?.name} ${heldBack}`);
  const judging = [...rules, ...cuts].find(({ task }) => task !== undefined);
  const byGain = "prune by minGain or costComplexity({ alpha })";
  const forTask = `is for trees of ${judging?.task}, but boosting's trees fit gradients; ${byGain}`;
  demand(judging === undefined, `boosting: pruning by ${judging?.name} ${forTask}`);
  return { rules, cuts, grower: growerOf(options, limits) };
}

/** The grower that is asked for. */
function growerOf(options: BoostingOptions, limits: readonly GrowthLimit[]): Grower {
  const { growth, splitter, monotone, columnSample } = options;
  const owner = `boosting: growth "${growth}"`;
  const takesLimit = growth === undefined || growth === "leaf" || limits.length === 0;
  demand(takesLimit, `${owner} has no use for a limit on leaves; leave maxLeaves out, or pass growth: "leaf"`);
  // Without a limit on leaves it makes no difference which is cut first.
  if (growth !== "symmetric") return growth === "depth" ? depthGrower() : growerFor(limits);
  demand(splitter !== "exact", `${owner} adds up gains between bins; leave splitter: "exact" out`);
  const byDepth = "leave monotone out, or let trees grow by depth or leaf";
  demand(monotone === undefined, `${owner} keeps no column monotone; ${byDepth}`);
  const alike = "cuts the nodes of a level alike, so none can have columns of its own; draw by tree or level";
  demand((columnSample?.node ?? 1) === 1, `${owner} ${alike}`);
  return symmetricGrower();
}

/**
 * What a cut gains, and what its leaves say. `lineSearch` holds back leaves that are searched for after the tree has grown on gradients alone;
 * null: a tree fits hessians, too.
 */
export function leavesOf(options: BoostingOptions, loss: AnyLoss) {
  const { order, l1, l2 = usualL2(order), maxDeltaStep } = withDefaults(boostingOptions, options);
  const criterion = newton({ l1, l2, maxDeltaStep });
  // Where the second derivative is 1 everywhere a Newton step is the best there is, and the tree has made it.
  const isSquare = loss.constantHessian && loss.curvature !== "bound";
  return { criterion, lineSearch: order === 1 && !isSquare ? (criterion.steps ?? null) : null };
}

/** A loss for the target's task: from here on it meets targets of that task only, which the compiler can not know. */
export function lossFor(target: Target, options: BoostingOptions): AnyLoss {
  const { loss: asked, order } = withDefaults(boostingOptions, options);
  const loss = asked !== "auto" ? asked : usualLoss(target, order);
  const message = `boosting: the loss ${loss.spec.name} is for ${loss.task}, but the target "${target.name}" is for ${target.task}`;
  demand(loss.task === target.task, message);
  loss.checkTarget(target as never);
  return loss;
}

function usualLoss(target: Target, order: 1 | 2): AnyLoss {
  if (target.task === "regression") return squaredError();
  if (target.classes.length === 2) return logistic();
  // Friedman's leaves are steps by the second derivative itself.
  return order === 1 ? softmax({ hessianFactor: 1 }) : softmax();
}

async function initialScoresOf(
  loss: AnyLoss,
  { target, offset }: Dataset,
  baseScore: number | undefined,
  pacer: Pacer,
): Promise<Float64Array> {
  if (baseScore !== undefined) return new Float64Array(scoreCountOf(loss, target)).fill(baseScore);
  if (!isClassLoss(loss)) {
    const best = offset === null ? initialScoreOf(loss, target) : constantAbove(loss, target, offset.values);
    return Float64Array.of(await inTurns(best, pacer));
  }
  if (target.task !== "classification") throw new TypeError("unreachable: the loss is for classes");
  const starts = checkedStarts(loss, target);
  return offset === null ? starts : inTurns(constantsAbove(loss, target, offset.values, starts), pacer);
}

function scoreCountOf(loss: AnyLoss, target: Target): number {
  return isClassLoss(loss) && target.task === "classification" ? target.classes.length : 1;
}

function checkedStarts(loss: ClassLoss, target: ClassificationTarget): Float64Array {
  const starts: unknown = loss.initialScores(target);
  const { length } = target.classes;
  const message = `boosting: the loss ${loss.spec.name} gave initialScores ${describe(starts)}; expected ${length} finite numbers, as a Float64Array`;
  demand(starts instanceof Float64Array && starts.length === length && starts.every(Number.isFinite), message);
  return starts;
}

/** An offset has a column for each score. */
function checkOffset(loss: AnyLoss, { target, offset }: Dataset): void {
  if (offset === null) return;
  const expected =
    isClassLoss(loss) && target.task === "classification"
      ? `a column for each of the classes ${listNames(target.classes.map(String))}, in this order`
      : "one column";
  const message = `boosting: offset: the loss ${loss.spec.name} expects ${expected}, got ${listNames(offset.columns)}`;
  demand(offset.columns.length === scoreCountOf(loss, target), message);
}

/**
 * What a leaf is refitted to by its own rows knows nothing of the order in which leaves have to stand, nor of rows that stand in for
 * others.
 */
function checkLeaves(options: BoostingOptions, loss: AnyLoss, lineSearch: StepRules | null): void {
  const { treesPerRound = 1, rowSample, monotone } = options;
  const isNumber = typeof rowSample !== "object";
  const message =
    "boosting: the trees of a round are to differ by the rows that chance draws, and rowSample takes those of the largest gradients for all of them; take a number as rowSample, such as 0.7, or leave treesPerRound out";
  demand(treesPerRound === 1 || isNumber, message);
  const ownLeaves = !isClassLoss(loss) && loss.refitLeaf !== undefined;
  if (lineSearch === null && !ownLeaves) return;
  const found = ownLeaves ? `the loss ${loss.spec.name} refits its leaves` : "order: 1 refits the leaves";
  const would = `boosting: ${found}, which would not`;
  const repair = ownLeaves ? "take a loss without refitLeaf, as huber() is" : "take order: 2";
  const isFree = Object.values(monotone ?? {}).length === 0;
  demand(isFree, `${would} keep a column monotone; leave monotone out, or ${repair}`);
  const standIns = "weigh rows that stand in for others; take a number as rowSample, such as 0.3";
  demand(isNumber, `${would} ${standIns}, or ${repair}`);
}

/** All options of boosting with the values that a fit used; and what depended on the data or on other options, in sentences. */
export function boostingInForce(options: BoostingOptions, dataset: Dataset, plan: BoostingPlan) {
  const { columns, target } = dataset;
  const { order, maxLeaves } = options;
  const given = withDefaults(boostingOptions, options);
  const { loss, initialScores, stopping } = plan;
  const { grower, splitter } = plan.engine;
  const { tree, level, node } = columnShares(options, columns.length);
  const l2 = options.l2 ?? usualL2(order);
  const maxDepth = options.maxDepth ?? usualDepth(options);
  const categorical = categoricalOf(options.categorical, columns);
  const isBinned = splitter.name === "histogram";
  const choices: string[] = [];
  const tell = (isChosen: boolean, name: keyof BoostingOptions, value: unknown, because: string) => {
    const isAutomatic = options[name] === undefined || options[name] === "auto";
    if (isAutomatic && isChosen) choices.push(choiceText(name, value, `because ${because}`));
  };
  const found = target.task === "classification" ? `${target.classes.length} classes` : "numbers";
  const limit = maxLeaves === undefined ? "prune" : "maxLeaves";
  tell(true, "loss", loss.spec.name, `the target has ${found}`);
  tell(maxDepth === Number.POSITIVE_INFINITY, "maxDepth", maxDepth, `${limit} limits the size of a tree`);
  tell(grower.name === "leaf", "growth", "leaf", `${limit} limits the leaves of a tree`);
  tell(order === 1, "l2", l2, "order is 1");
  tell(node !== 1, "columnSample", { node }, `there are ${columns.length} columns`);
  tell(true, "splitter", splitter.name, whyOf(dataset, options));
  tell(categorical !== null, "categorical", categorical, "some columns have categories");
  const inForce = optionsInForce(boostingOptions, options, {
    ...{ loss, l2, maxDepth, categorical, earlyStopping: stopping, splitter: splitter.name },
    gainFactors: given.gainFactors ?? null,
    classWeights: given.classWeights ?? null,
    baseScore: initialScores.length === 1 ? initialScores[0] : initialScores,
    growth: options.growth ?? grower.name,
    columnSample: { tree, level, node },
    maxBins: isBinned ? given.maxBins : null,
    gradientBits: isBinned ? given.gradientBits : null,
  });
  return { inForce, choices };
}

function whyOf({ rowCount }: Dataset, { growth, maxBins, gradientBits }: BoostingOptions): string {
  if (maxBins !== undefined) return "maxBins was given";
  if (gradientBits !== undefined) return "gradientBits was given";
  return growth === "symmetric" ? "growth is symmetric" : `there are ${rowCount} rows`;
}
