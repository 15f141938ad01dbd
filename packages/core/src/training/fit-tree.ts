import type { Dataset, DatasetOptions } from "../dataset/dataset.ts";
import type { Model } from "../model/model.ts";
import type { TableInput } from "../table/table-like.ts";
import type { OptionRule } from "../util/check-options.ts";
import { allRows } from "../util/ranges.ts";
import { type CartFitOptions, cartFitOptions } from "./cart-options.ts";
import { FitStop } from "./fit-stop.ts";
import { datasetOf } from "./learner.ts";
import { modelOfRun } from "./model-of-run.ts";
import { inForceOf } from "./options-in-force.ts";
import { ownRun } from "./own-run.ts";
import { pruningReport } from "./pruning-report.ts";
import { checkFitOptions } from "./run-options.ts";
import type { TreeLearner } from "./tree-learner.ts";

/** What `fit` of a learner of single trees does: a model of one tree, grown on all rows. */
export async function fitTree(
  learner: FittedLearner,
  data: TableInput | Dataset,
  run: Partial<DatasetOptions> & CartFitOptions,
  rules: Readonly<Record<string, OptionRule>>,
): Promise<Model> {
  checkFitOptions(learner.name, run, cartFitOptions, rules);
  return ownRun(data, run, (ownData, own) => growTree(learner, ownData, own));
}

type FittedLearner = Pick<TreeLearner, "name" | "options" | "openTrees">;

async function growTree(
  { name, options, openTrees }: FittedLearner,
  data: TableInput | Dataset,
  run: Partial<DatasetOptions> & CartFitOptions,
): Promise<Model> {
  const { timeLimit: _, ...endless } = run;
  // A single tree has no parts to end by.
  const stop = new FitStop(name, "tree", endless);
  const dataset = await datasetOf(data, run);
  const trees = await openTrees(dataset, stop.pacer, run.validation);
  try {
    const { tree, path, notes } = await trees.grow({ rows: allRows(dataset.rowCount), target: dataset.target });
    stop.tellProgress(1, 1);
    const ensemble = { trees: [tree], initialScore: new Float64Array(tree.valueWidth) };
    const learned = {
      learner: name,
      ensemble,
      link: "identity" as const,
      loss: null,
      pruningPath: path,
      cost: trees.cost,
    };
    const report = [...trees.report, ...pruningReport([notes])];
    return modelOfRun(dataset, options, learned, trees.engine, report, { options: inForceOf(trees, options) });
  } finally {
    trees.end();
  }
}
