import type { Dataset } from "../../dataset/dataset.ts";
import type { DatasetOptions } from "../../dataset/dataset-options.ts";
import { engineReport } from "../../engine/engine-report.ts";
import type { Model } from "../../model/model.ts";
import type { TableInput } from "../../table/table-like.ts";
import type { OptionRules } from "../../util/option.ts";
import { ownOptions } from "../../util/own-data.ts";
import { allRows } from "../../util/ranges.ts";
import { inForceOf } from "../options/options-in-force.ts";
import { checkFitOptions, checkLearnerOptions } from "../options/run-options.ts";
import { FitStop } from "../run/fit-stop.ts";
import { datasetOf, fitOf, type InputPolicyOptions } from "../run/learner.ts";
import { modelOfRun } from "../run/model-of-run.ts";
import { ownRun } from "../run/own-run.ts";
import { type CartFitOptions, cartRunOptions } from "./cart-options.ts";
import { pruningReport } from "./pruning-report.ts";
import type { TreeLearner } from "./tree-learner.ts";

/** Opens a run, for a `fit` with its options, or for an ensemble, which has none. */
type OpenTrees = (
  run: Pick<CartFitOptions, "onNode">,
  ...of: Parameters<TreeLearner["openTrees"]>
) => ReturnType<TreeLearner["openTrees"]>;

/** A learner of single trees, which `fit` grows on all rows. `openFor` is given options that nobody else has. */
export function singleTreeLearner<M extends Model, Options extends InputPolicyOptions>(
  name: string,
  given: Options,
  rules: OptionRules,
  openFor: (options: Options) => OpenTrees,
): TreeLearner<M, CartFitOptions> {
  checkLearnerOptions(name, given, rules, cartRunOptions);
  const options = Object.freeze(ownOptions(given));
  const open = openFor(options);
  const learner: TreeLearner<M, CartFitOptions> = {
    name,
    options,
    openTrees: (...of) => open({}, ...of),
    fit: fitOf<M, CartFitOptions>(async (data, run) => {
      checkFitOptions(name, run, cartRunOptions, rules);
      return ownRun(data, run, (ownData, own) =>
        growTree({ name, options, openTrees: (...of) => open(own, ...of) }, ownData, own),
      );
    }),
  };
  return Object.freeze(learner);
}

async function growTree(
  { name, options, openTrees }: Pick<TreeLearner, "name" | "options" | "openTrees">,
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
    const grew = trees.engine === null ? [] : engineReport(trees.engine, { trees: 1 });
    const report = [...trees.report, ...pruningReport([notes]), ...grew];
    return modelOfRun(dataset, options, learned, report, { options: inForceOf(trees, options) });
  } finally {
    trees.end();
  }
}
