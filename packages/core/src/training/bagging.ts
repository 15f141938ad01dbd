import type { Model } from "../model/model.ts";
import { integerFrom, type OptionRule } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";
import { ownOptions } from "../util/own-data.ts";
import { checkBase } from "./check-base.ts";
import { fitBags } from "./fit-bags.ts";
import {
  type BagOptions,
  bagOptions,
  type ColumnShare,
  columnSampleRule,
  type ForestFitOptions,
  forestFitOptions,
} from "./forest-options.ts";
import { fitOf, type Learner } from "./learner.ts";
import { inForceOf, optionsInForce } from "./options-in-force.ts";
import { checkLearnerOptions } from "./run-options.ts";
import type { TreeLearner, TreeMaker } from "./tree-learner.ts";

export interface BaggingOptions extends BagOptions {
  /** 10 unless told. */
  readonly trees?: number | undefined;
  /** Which columns a tree may use, drawn without replacement for each tree; all unless told. */
  readonly columnSample?: { readonly tree?: ColumnShare | undefined } | undefined;
}

/** Many trees of any kind, each grown on a sample of the rows, and the mean of what they say (Breiman 1996). */
export function bagging<M extends Model>(
  base: TreeLearner<M>,
  options: BaggingOptions = {},
): Learner<M, ForestFitOptions> {
  checkBase("bagging", base);
  checkLearnerOptions("bagging", options, baggingOptions, forestFitOptions);
  const frozen = Object.freeze(ownOptions(options));
  const { trees = 10, bootstrap = true, rowSample = 1, seed = 0, vote, columnSample = {} } = frozen;
  const plan = {
    name: "bagging",
    rules: baggingOptions,
    task: base.task,
    policy: base.options,
    trees,
    vote,
    sampling: { seed, bootstrap, rowSample, columnShare: columnSample.tree ?? 1 },
    resolve(maker: TreeMaker) {
      const ofBase = { learner: base.name, options: inForceOf(maker, base.options) };
      const own = optionsInForce(baggingOptions, frozen, { columnSample: { tree: columnSample.tree ?? 1 } });
      return { options: Object.freeze({ base: ofBase, ...own }), choices: [] };
    },
    openTrees: base.openTrees,
  };
  return Object.freeze({
    name: "bagging",
    ...(base.task && { task: base.task }),
    options: Object.freeze({ base: base.options, ...frozen }),
    fit: fitOf<M, ForestFitOptions>((data, run) => fitBags(plan, data, run)),
  });
}

export const baggingOptions: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  trees: { ...integerFrom(1), default: "10", about: "how many there are", noLimit: "pass a number such as 1000" },
  ...bagOptions(true),
  columnSample: {
    ...columnSampleRule("tree"),
    default: "{ tree: 1 }",
    about: "which columns a tree may use, drawn without replacement",
  },
}));
