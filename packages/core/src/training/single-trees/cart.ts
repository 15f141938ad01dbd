import { absoluteError } from "../../criterion/absolute-error.ts";
import type { Criterion } from "../../criterion/criterion.ts";
import { entropy } from "../../criterion/entropy.ts";
import { gini } from "../../criterion/gini.ts";
import { goalInTurns } from "../../criterion/goal-of-target.ts";
import { misclassification } from "../../criterion/misclassification.ts";
import { newton } from "../../criterion/newton.ts";
import { poissonDeviance } from "../../criterion/poisson-deviance.ts";
import type { Dataset } from "../../dataset/dataset.ts";
import type { Task } from "../../dataset/target.ts";
import { openEngine } from "../../engine/open-engine.ts";
import type { GrowTask } from "../../grower/grower.ts";
import type { Model, ModelByTask } from "../../model/model.ts";
import type { PostPruning, PrePruning } from "../../pruning/pruning-strategy.ts";
import { absoluteErrorSplitter } from "../../splitter/absolute-error-splitter.ts";
import type { SearchPlan } from "../../splitter/splitter.ts";
import { classRowsOf } from "../../tree/part-rows.ts";
import type { Tree } from "../../tree/tree.ts";
import { check, describe, isRecord, oneOf, wholeLimitFrom } from "../../util/check-options.ts";
import { demand } from "../../util/demand.ts";
import { numberByRow } from "../../util/number-by-row.ts";
import { droppable, type OptionsOf, option, withDefaults } from "../../util/option.ts";
import { inTurns, type Turns, turnsOver } from "../../util/turns.ts";
import { classOptions, classPlan } from "../options/class-options.ts";
import { choiceByTask, optionsInForce } from "../options/options-in-force.ts";
import { growerFor, sizeOptions, strategiesOf } from "../options/size-options.ts";
import { splitterName, splitterOf, splitterOptions } from "../options/splitter-options.ts";
import { inputPolicyOptions } from "../run/learner.ts";
import { pruningRows } from "../validation/held-out-rows.ts";
import { pruneTree, type TreeSample } from "./prune-tree.ts";
import {
  type CartFitOptions,
  growBatch,
  singleTreeLearner,
  type TreeLearner,
  type TreeMaker,
  type TreeRun,
} from "./tree-learner.ts";

const criteriaOfClasses = { gini, entropy, misclassification } as const;
const criteriaOfNumbers = { squaredError: () => newton({ l2: 0 }), absoluteError, poisson: poissonDeviance } as const;

/** The criteria that have a name. */
export const criteria = /* @__PURE__ */ droppable(() => ({ ...criteriaOfClasses, ...criteriaOfNumbers }) as const);

export type CriterionName = keyof typeof criteria;

/** The task that a criterion is for. */
export type TaskOfCriterion<C extends CriterionName | Criterion> = C extends
  | keyof typeof criteriaOfClasses
  | Criterion<"classification">
  ? "classification"
  : C extends keyof typeof criteriaOfNumbers | Criterion<"regression">
    ? "regression"
    : Task;

const namedCriterion = /* @__PURE__ */ droppable(() => oneOf(...Object.keys(criteria)));

export const cartOptions = /* @__PURE__ */ droppable(() => ({
  /**
   * What a split is to improve. A tree takes up to three times as long by "entropy" or "misclassification" as by "gini", whose gain is found
   * without a division. Default: by the target; "gini" for classes, "squaredError" for numbers.
   */
  criterion: option(
    check<CriterionName | Criterion>(
      `${namedCriterion.expected}, or a Criterion`,
      (value) => namedCriterion.accepts(value) || (isRecord(value) && "gain" in value),
    ),
  ),
  ...sizeOptions,
  ...splitterOptions,
  /** A split looks for the best partition of the categories in two, or tries each against the rest. Default: "partition". */
  categorical: option(oneOf("partition", "oneVsRest"), "partition"),
  /** How many surrogates each split keeps for missing values, with `missing: "surrogate"`: splits on other columns. Default: 5. */
  maxSurrogates: option(wholeLimitFrom(0), 5),
  ...classOptions,
  ...inputPolicyOptions,
  /** "learn": each split learns the side of missing values; "surrogate": it keeps splits on other columns for them; "error": prediction refuses them. Default: "learn". */
  missing: option(oneOf("learn", "surrogate", "error"), "learn"),
}));

export interface CartOptions extends OptionsOf<typeof cartOptions> {}

/** One tree, grown as Breiman, Friedman, Olshen and Stone do: binary splits, best gain first, pruned back by its cost. */
export function cart<C extends CriterionName | Criterion>(
  options: CartOptions & { readonly criterion: C },
): TreeLearner<ModelByTask[TaskOfCriterion<C>], CartFitOptions>;
export function cart(options?: CartOptions): TreeLearner<Model, CartFitOptions>;
export function cart(options: CartOptions = {}): TreeLearner<Model, CartFitOptions> {
  return singleTreeLearner("cart", options, cartOptions, (own, run) => openCartTrees("cart", own, run));
}

/** The sampling of features and thresholds is for forests only. */
interface CartRun extends TreeRun, Pick<SearchPlan, "featuresPerNode" | "randomThresholds"> {}

/** One run of `cart`: the engine is opened once, and grows the tree and those of the folds. `learner` is what the user called. */
export async function openCartTrees(
  learner: string,
  options: CartOptions,
  { dataset, pacer, validation: table, onNode, threads = 1, ...sampling }: CartRun,
): Promise<TreeMaker> {
  const { task } = dataset.target;
  const { rules, limits, cuts } = strategiesOf(options);
  for (const strategy of [...rules, ...cuts]) checkTask(learner, strategy, dataset);
  const criterion = chooseCriterion(learner, options.criterion, dataset);
  checkTogether(learner, options, criterion, sampling.randomThresholds ?? false);
  const classes = classPlan(learner, options, dataset.target);
  const { categorical, unseen, missing, maxSurrogates } = withDefaults(cartOptions, options);
  const { validation, report } = await pruningRows(learner, cuts, dataset, table, unseen, pacer);
  const isMedian = criterion.additive === false;
  const choices = options.criterion === undefined ? [choiceByTask("criterion", usualCriterion(task), task)] : [];
  const engine = await openEngine({
    ...{ ...sampling, threads, dataset, criterion, categorical, pacer, rules, grower: growerFor(limits) },
    splitter: isMedian ? absoluteErrorSplitter() : splitterOf(learner, options, "exact"),
    isWatched: onNode !== undefined,
    ...(missing === "surrogate" && { maxSurrogates }),
  });
  const growFull = async (sample: TreeSample, watch?: CartFitOptions["onNode"]): Promise<Tree> => {
    const { centre, ...growTask } = await inTurns(growTaskOf(criterion, sample), pacer);
    const tree = await engine.grow({ ...growTask, ...(watch && { onNode: watch }) });
    if (task === "classification") return tree;
    return { ...tree, value: numberByRow(tree.nodeCount, (node) => tree.value[node] + centre) };
  };
  /** Where errors cost, the tree was grown on other shares than those it is to tell. */
  const asItDecides = (tree: Tree): Tree =>
    classes.cost === null ? tree : { ...tree, value: classes.unweigh(tree.value) };
  const grow = async (given: TreeSample) => {
    const sample = { ...given, target: classes.weigh(given.target) };
    const source = {
      ...{ dataset, sample, growFull, cost: classes.costOfWeight },
      ...{ measure: criterion, classRows: () => classRowsOf(sample.target, sample.rows) },
      validation: validation && { ...validation, target: classes.weighPlainly(validation.target) },
      judged: { target: classes.weighPlainly(given.target), cost: classes.cost, asItDecides },
    };
    const pruned = await pruneTree(await growFull(sample, onNode), cuts, source, pacer);
    return { ...pruned, tree: asItDecides(pruned.tree) };
  };
  return {
    engine,
    cost: classes.cost,
    options: optionsInForce(cartOptions, options, cartInForce(options, dataset)),
    report: [...choices, ...report],
    grow,
    growMany: (batch) => growBatch(grow, batch, cuts.length > 0 ? 1 : engine.treesAtOnce, pacer),
    end: () => engine.end(),
  };
}

/** The goal of a tree, what is added to its leaves, and an upper bound of the gain of all its splits. */
function* growTaskOf(criterion: Criterion, { target, rows, draw }: TreeSample): Turns<GrowTask & { centre: number }> {
  const { goal, centre } = yield* goalInTurns(criterion, target, rows);
  const weights = goal.kind === "classes" ? goal.weights : goal.hessians;
  let total = 0;
  yield* turnsOver(rows.length, (start, end) => {
    for (let i = start; i < end; i++) total += weights[rows[i]];
  });
  const gainUnit = total || 1;
  const inSteps = criterion.impurityInTurns?.(goal, rows);
  const impurity = inSteps === undefined ? criterion.impurity(goal, rows) : yield* inSteps;
  yield;
  return { goal, rows, gainUnit, rootImpurity: impurity / gainUnit, centre, ...(draw && { draw }) };
}

/** The options whose values depend on the data or on other options. */
function cartInForce(options: CartOptions, { target }: Dataset): Record<string, unknown> {
  const { criterion = usualCriterion(target.task), classWeights = null, priors = null, cost = null } = options;
  const { maxBins, missing, maxSurrogates } = withDefaults(cartOptions, options);
  const splitter = splitterName(options, "exact");
  return {
    ...{ criterion, classWeights, priors, cost, splitter },
    maxBins: splitter === "histogram" ? maxBins : null,
    maxSurrogates: missing === "surrogate" ? maxSurrogates : null,
  };
}

function usualCriterion(task: Task): CriterionName {
  return task === "classification" ? "gini" : "squaredError";
}

/** Refuses options that have no use beside each other: what only the exact splitter knows, and what bins can not tell. */
function checkTogether(learner: string, options: CartOptions, criterion: Criterion, drawsThresholds: boolean): void {
  const { missing, categorical, maxSurrogates } = options;
  const { name, additive } = criterion;
  const isBinned = splitterName(options, "exact") === "histogram";
  const hasSurrogates = missing === "surrogate";
  const needed = 'maxSurrogates needs missing: "surrogate"; pass that too, or leave maxSurrogates out';
  demand(maxSurrogates === undefined || hasSurrogates, `${learner}: ${needed}`);
  if (additive === false) {
    const beside = `has no use beside the criterion ${describe(name)}; choose another criterion, or`;
    const isOneVsRest = categorical === "oneVsRest";
    demand(!hasSurrogates, `${learner}: missing "surrogate" ${beside} missing: "learn"`);
    demand(!isOneVsRest, `${learner}: categorical "oneVsRest" ${beside} categorical: "partition"`);
    demand(!isBinned, `${learner}: splitter "histogram" ${beside} splitter: "exact"`);
    const drawn = `the criterion ${describe(name)} is not for random thresholds; choose another, or randomForest`;
    demand(!drawsThresholds, `${learner}: ${drawn}`);
  }
  const between = 'between all values, not between bins; pass splitter: "exact"';
  demand(!isBinned || !drawsThresholds, `${learner}: thresholds are drawn ${between}`);
  demand(!isBinned || !hasSurrogates, `${learner}: missing "surrogate" looks for surrogates ${between}`);
}

function chooseCriterion(learner: string, asked: CartOptions["criterion"], { target }: Dataset): Criterion {
  const { task, name } = target;
  const criterion = typeof asked === "object" ? asked : criteria[asked ?? usualCriterion(task)]();
  const asks = describe(typeof asked === "object" ? asked.name : asked);
  const other = task === "classification" ? "regression" : "classification";
  const message = `${learner}: criterion ${asks} is for ${other}, but the target "${name}" is taken for ${task}; pass task: "${other}" to fit, or another criterion`;
  demand((criterion.goal === "classes") === (task === "classification"), message);
  return criterion;
}

function checkTask(learner: string, { name, task, stage }: PrePruning | PostPruning, { target }: Dataset): void {
  const message = `${learner}: pruning by ${name} is for ${task}, but the target "${target.name}" is taken for ${target.task}; pass task: "${task}" to fit, or prune by ${stage === "before-split" ? "minGain()" : "reducedError()"} or costComplexity()`;
  demand(task === undefined || task === target.task, message);
}
