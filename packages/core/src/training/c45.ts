import type { Pacer } from "@cambium/kernels";
import type { Dataset } from "../dataset/dataset.ts";
import type { ClassificationModel } from "../model/model.ts";
import { errorBased } from "../pruning/error-based.ts";
import { bestGainRatio } from "../splitter/branch-test.ts";
import type { TableInput } from "../table/table-like.ts";
import { ownOptions } from "../util/own-data.ts";
import { BranchTrees } from "./branch-trees.ts";
import { type C45Options, c45Options } from "./c45-options.ts";
import { type CartFitOptions, cartFitOptions } from "./cart-options.ts";
import { fitTree } from "./fit-tree.ts";
import { fitOf } from "./learner.ts";
import { optionsInForce } from "./options-in-force.ts";
import { checkLearnerOptions } from "./run-options.ts";
import { strategiesOf } from "./size-options.ts";
import type { TreeLearner } from "./tree-learner.ts";

/**
 * One tree as Quinlan's C4.5 (Release 8) grows it: the test of the best gain ratio among those with at least the average
 * gain, a branch for each category, rows without a value shared among the branches, pruned by its expected errors.
 */
export function c45(options: C45Options = {}): TreeLearner<ClassificationModel, CartFitOptions> {
  checkLearnerOptions("c45", options, c45Options, cartFitOptions);
  const frozen = Object.freeze(ownOptions(options));
  // The least weight is a demand on two branches here, on all of them in the strategy of the same name.
  const { minChildWeight = 2, prune = errorBased(), grouping = false, ...limits } = frozen;
  const style = {
    learner: "c45",
    options: optionsInForce(c45Options, frozen, { prune }),
    choose: bestGainRatio,
    grouping,
    leastWeight: minChildWeight,
    missing: "every",
    dropsIdleSplits: true,
    strategies: strategiesOf({ ...limits, prune }),
    unseen: frozen.unseen ?? "missing",
  } as const;
  const learner: TreeLearner<ClassificationModel, CartFitOptions> = Object.freeze({
    name: "c45",
    options: frozen,
    openTrees: (dataset: Dataset, pacer: Pacer, validation?: TableInput) =>
      BranchTrees.open(style, dataset, pacer, validation),
    fit: fitOf<ClassificationModel, CartFitOptions>((data, run) => fitTree(learner, data, run, c45Options)),
  });
  return learner;
}
