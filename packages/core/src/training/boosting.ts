import { createPacer, type Pacer } from "@cambium/kernels";
import { newton } from "../criterion/newton.ts";
import type { Dataset, DatasetOptions } from "../dataset/dataset.ts";
import type { Task } from "../dataset/target.ts";
import { checkLossParts } from "../loss/check-loss-parts.ts";
import type { ClassificationModel, Model, RegressionModel } from "../model/model.ts";
import { searchLimits } from "../pruning/search-limits.ts";
import type { TableInput } from "../table/table-like.ts";
import type { Tree } from "../tree/tree.ts";
import { checkOptions } from "../util/check-options.ts";
import { BoostingBags } from "./boosting-bags.ts";
import {
  type BoostingFitOptions,
  type BoostingOptions,
  boostingFitOptions,
  boostingOptions,
} from "./boosting-options.ts";
import { boostingPlan, lossFor } from "./boosting-plan.ts";
import { BoostingRows } from "./boosting-rows.ts";
import { columnLimits } from "./column-limits.ts";
import { constraintsOf } from "./constraints.ts";
import { datasetOf, type Learner } from "./learner.ts";
import { modelOfRun } from "./model-of-run.ts";
import { nothingHeldOut, pruneTree } from "./prune-tree.ts";
import { type PruningNote, pruningReport } from "./pruning-report.ts";
import { splitterOf } from "./splitter-options.ts";
import { MOST_THREADS, threadsFor } from "./threads.ts";

/** The model of a task. */
export type ModelOf<T extends Task> = T extends "classification" ? ClassificationModel : RegressionModel;

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
      const { onRound: _onRound, threads: _threads, ...forDataset } = run;
      const dataset = await datasetOf(data, forDataset, task);
      // The task of the loss is the task of the model, which `lossFor` checks and the compiler can not know.
      return (await boost(frozen, dataset, createPacer(run.signal), run)) as ModelOf<T>;
    },
  });
}

async function boost(
  options: BoostingOptions,
  dataset: Dataset,
  pacer: Pacer,
  { onRound, threads }: BoostingFitOptions,
): Promise<Model> {
  const { rounds = 100, learningRate = 0.1, l1 = 0, l2 = 1, maxDeltaStep, gradientBits = "auto" } = options;
  const { target } = dataset;
  const loss = lossFor(target, options.loss);
  const initialScore = options.baseScore ?? loss.initialScore(target);
  const { rules, cuts, grower } = boostingPlan(options);
  const criterion = newton({ l1, l2, ...(maxDeltaStep !== undefined && { maxDeltaStep }) });
  const trees: Tree[] = [];
  const notes: (readonly PruningNote[])[] = [];
  const bags = new BoostingBags(dataset, options, pacer);
  const limits = columnLimits("boosting", options, dataset.columns);
  const splitter = splitterOf("boosting", options);
  // Trees come one after the other: several threads have work where they can share that of one tree.
  const useful = splitter.name === "histogram" ? MOST_THREADS : 1;
  const search = await splitter.begin({
    dataset,
    criterion,
    ...searchLimits(rules),
    ...constraintsOf("boosting", options, dataset.columns),
    ...limits.search,
    symmetric: options.growth === "symmetric",
    threads: threadsFor(threads, rounds, dataset, useful),
    gradientBits,
    keepsScores: true,
    pacer,
  });
  try {
    const rows = new BoostingRows(dataset, search, initialScore, pacer);
    for (let round = 1; round <= rounds; round++) {
      const bag = await bags.bagOf(round);
      const goal = await rows.derive(loss, round, bag);
      const draw = limits.drawOf(round);
      const plan = {
        ...{ search, criterion, goal, rows: bag, rules, gainUnit: 1, rootImpurity: 0, pacer },
        ...(draw && { draw }),
      };
      const pruned = await pruneTree(await grower.grow(plan), cuts, nothingHeldOut(bag), pacer);
      const tree = shrink(pruned.tree, learningRate);
      await rows.add(tree);
      trees.push(tree);
      notes.push(pruned.notes);
      if (onRound === undefined) continue;
      onRound({ round, rounds, trainLoss: loss.value(target, rows.scores) });
      await pacer.pause(); // Lets the caller show the round, or abort after it.
    }
    const ensemble = { trees, initialScore: Float64Array.of(initialScore) };
    const learned = { learner: "boosting", ensemble, link: loss.link, loss: loss.spec, pruningPath: [] };
    return modelOfRun(dataset, options, learned, search.engine, pruningReport(notes));
  } finally {
    search.end();
  }
}

function shrink(tree: Tree, learningRate: number): Tree {
  return { ...tree, value: tree.value.map((value) => learningRate * value) };
}
