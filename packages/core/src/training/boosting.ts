import { createPacer, type Pacer } from "@cambium/kernels";
import { newton } from "../criterion/newton.ts";
import type { Dataset, DatasetOptions } from "../dataset/dataset.ts";
import { datasetOptions } from "../dataset/dataset-options.ts";
import type { Target, Task } from "../dataset/target.ts";
import { gradientGoal } from "../goal/gradient-goal.ts";
import type { Grower } from "../grower/grower.ts";
import { checkLossParts } from "../loss/check-loss-parts.ts";
import { logistic } from "../loss/logistic.ts";
import type { Loss } from "../loss/loss.ts";
import { squaredError } from "../loss/squared-error.ts";
import type { ClassificationModel, Model, RegressionModel } from "../model/model.ts";
import type { InputPolicy } from "../predict/encode-table.ts";
import { addTree } from "../predict/predict-scores.ts";
import type { PostPruning, PrePruning } from "../pruning/pruning-strategy.ts";
import { searchLimits } from "../pruning/search-limits.ts";
import type { TableInput } from "../table/table-like.ts";
import { rowsOfColumns } from "../tree/route-row.ts";
import type { Tree } from "../tree/tree.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { aFunction, checkOptions, integerFrom, type OptionRule } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";
import { allRows, forRanges } from "../util/ranges.ts";
import { checkDerivatives } from "./check-derivatives.ts";
import { datasetOf, inputPolicyOptions, type Learner, type RunOptions } from "./learner.ts";
import { modelOfRun } from "./model-of-run.ts";
import { nothingHeldOut, pruneTree } from "./prune-tree.ts";
import { type PruningNote, pruningReport } from "./pruning-report.ts";
import { growerFor, type SizeOptions, sizeOptions, strategiesOf } from "./size-options.ts";
import { type SplitterOptions, splitterOf, splitterOptions } from "./splitter-options.ts";

export interface BoostingOptions<T extends Task = Task> extends Partial<InputPolicy>, SizeOptions, SplitterOptions {
  readonly missing?: Exclude<InputPolicy["missing"], "surrogate">;
  /** What is to be minimised; "auto" takes squaredError for numbers and logistic for two classes. */
  readonly loss?: Loss<T> | "auto";
  /** Trees, one a round; 100 unless told. */
  readonly rounds?: number;
  /** Share of each tree that is added; 0.1 unless told. */
  readonly learningRate?: number;
  /** Splits between the root and any leaf; 6 unless told. */
  readonly maxDepth?: number;
  /** Improvement by a split, in the units of the loss: not divided by the weight of the rows; above 0 unless told. */
  readonly minGain?: number;
}

export interface BoostingFitOptions extends RunOptions {
  /** Called after each round. */
  readonly onRound?: (report: RoundReport) => void;
}

export interface RoundReport {
  /** From 1 to `rounds`. */
  readonly round: number;
  readonly rounds: number;
  /** Weighted mean loss of the training rows after this round. */
  readonly trainLoss: number;
}

/** The model of a task. */
export type ModelOf<T extends Task> = T extends "classification" ? ClassificationModel : RegressionModel;

/** Added to the hessian sum of every leaf, as XGBoost does by default. */
const L2 = 1;

/** Newton boosting: each round grows a tree on the gradients and hessians of the loss at the scores so far. */
export function boosting<T extends Task = Task>(
  options: BoostingOptions<T> = {},
): Learner<ModelOf<T>, BoostingFitOptions> {
  checkOptions("boosting", options, boostingOptions);
  if (typeof options.loss === "object") checkLossParts(options.loss);
  const frozen = Object.freeze({ ...options });
  const task = typeof frozen.loss === "object" ? frozen.loss.task : undefined;
  return Object.freeze({
    name: "boosting",
    options: frozen,
    ...(task && { task }),
    async fit(data: TableInput | Dataset, run: Partial<DatasetOptions> & BoostingFitOptions = {}) {
      checkOptions("fit", run, boostingFitOptions);
      const { onRound, ...forDataset } = run;
      const dataset = await datasetOf(data, forDataset, task);
      // The task of the loss is the task of the model, which `chooseLoss` checks and the compiler can not know.
      return (await boost(frozen, dataset, createPacer(run.signal), onRound)) as ModelOf<T>;
    },
  });
}

async function boost(
  options: BoostingOptions,
  dataset: Dataset,
  pacer: Pacer,
  onRound: BoostingFitOptions["onRound"],
): Promise<Model> {
  const { rounds = 100, learningRate = 0.1 } = options;
  const { target, rowCount } = dataset;
  const loss = chooseLoss(options.loss ?? "auto", target);
  loss.checkTarget(target);
  const initialScore = Float64Array.of(loss.initialScore(target));
  const scores = new Float64Array(rowCount).fill(initialScore[0]);
  const gradients = new Float64Array(rowCount);
  const hessians = loss.constantHessian ? null : new Float64Array(rowCount);
  const columns = rowsOfColumns(rowCount, dataset.columns);
  const rows = allRows(rowCount);
  const { rules, cuts, grower } = planOf({ maxDepth: 6, ...options });
  const criterion = newton({ l2: L2 });
  const trees: Tree[] = [];
  const notes: (readonly PruningNote[])[] = [];
  const splitter = splitterOf("boosting", options);
  const search = await splitter.begin({ dataset, criterion, ...searchLimits(rules), pacer });
  try {
    for (let round = 1; round <= rounds; round++) {
      await forRanges(rowCount, pacer, (start, end) => {
        loss.derivatives(target, scores, gradients, hessians, start, end);
      });
      checkDerivatives(loss.spec, round, gradients, hessians);
      const goal = gradientGoal(gradients, hessians, target.weights, rows);
      const plan = { search, criterion, goal, rows, rules, gainUnit: 1, rootImpurity: 0, pacer };
      const pruned = await pruneTree(await grower.grow(plan), cuts, nothingHeldOut(rows), pacer);
      const tree = shrink(pruned.tree, learningRate);
      await forRanges(rowCount, pacer, (start, end) => addTree(tree, columns, scores, start, end));
      trees.push(tree);
      notes.push(pruned.notes);
      if (onRound === undefined) continue;
      onRound({ round, rounds, trainLoss: loss.value(target, scores) });
      await pacer.pause(); // Lets the caller show the round, or abort after it.
    }
    const ensemble = { trees, initialScore };
    const learned = { learner: "boosting", ensemble, link: loss.link, loss: loss.spec, pruningPath: [] };
    return modelOfRun(dataset, options, learned, search.engine, pruningReport(notes));
  } finally {
    search.end();
  }
}

/** What the options come to. Trees that fit gradients are not judged by classes, and none of the rows is held out. */
function planOf(options: SizeOptions): { rules: PrePruning[]; cuts: PostPruning[]; grower: Grower } {
  const strategies = strategiesOf(options);
  for (const strategy of strategies) {
    const { name } = strategy;
    if (strategy.stage === "after-growth" && strategy.needs.kind !== "nothing") {
      const message = `boosting: pruning by ${name} needs rows that the tree did not see, and boosting holds none back; prune by costComplexity({ alpha }) or negativeGain({ gamma })`;
      throw new CambiumError("bad-option", message);
    }
    if (strategy.stage === "during-growth" || strategy.task === undefined) continue;
    const message = `boosting: pruning by ${name} is for trees of ${strategy.task}, but boosting's trees fit gradients; prune by minGain or costComplexity({ alpha })`;
    throw new CambiumError("bad-option", message);
  }
  const limits = strategies.filter((strategy) => strategy.stage === "during-growth");
  return {
    rules: strategies.filter((strategy) => strategy.stage === "before-split"),
    cuts: strategies.filter((strategy) => strategy.stage === "after-growth"),
    grower: growerFor(limits),
  };
}

function shrink(tree: Tree, learningRate: number): Tree {
  return { ...tree, value: tree.value.map((value) => learningRate * value) };
}

/** A loss for the target's task: from here on it meets targets of that task only, which the compiler can not know. */
function chooseLoss(asked: Loss | "auto", target: Target): Loss {
  const loss = asked !== "auto" ? asked : target.task === "regression" ? squaredError() : logistic();
  if (loss.task !== target.task) {
    const message = `boosting: the loss ${loss.spec.name} is for ${loss.task}, but the target "${target.name}" is for ${target.task}`;
    throw new CambiumError("bad-option", message);
  }
  return loss;
}

export const boostingOptions: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  loss: {
    expected: 'a loss, as squaredError() or logistic() gives, or "auto"',
    accepts: (value) => value === "auto" || (typeof value === "object" && value !== null && "derivatives" in value),
    default: '"auto"',
    about: "what is to be minimised; auto: squaredError for numbers, logistic for two classes",
  },
  rounds: { ...integerFrom(1), default: "100", about: "trees, one a round" },
  learningRate: {
    expected: "a number above 0 and up to 1",
    accepts: (value) => typeof value === "number" && value > 0 && value <= 1,
    default: "0.1",
    about: "share of each tree that is added",
  },
  ...sizeOptions,
  maxDepth: { ...sizeOptions.maxDepth, default: "6" },
  minChildWeight: { ...sizeOptions.minChildWeight, about: "sum of the hessians on each side of a split" },
  minGain: { ...sizeOptions.minGain, about: "improvement by a split, in the units of the loss" },
  ...splitterOptions,
  ...inputPolicyOptions,
}));

const boostingFitOptions: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  ...datasetOptions,
  onRound: {
    ...aFunction,
    default: "none",
    about: "called after each round",
  },
}));
