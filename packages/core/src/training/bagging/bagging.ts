import type { Model } from "../../model/model.ts";
import { integerFrom } from "../../util/check-options.ts";
import { droppable } from "../../util/droppable.ts";
import { type OptionsOf, option, withDefaults } from "../../util/option.ts";
import { ownOptions } from "../../util/own-data.ts";
import { bagOptions, columnSampleOf, type ForestFitOptions, forestRunOptions } from "../options/forest-options.ts";
import { inForceOf, optionsInForce } from "../options/options-in-force.ts";
import { checkLearnerOptions } from "../options/run-options.ts";
import { fitOf, type Learner } from "../run/learner.ts";
import type { TreeLearner, TreeMaker } from "../single-trees/tree-learner.ts";
import { checkBase } from "./check-base.ts";
import { fitBags } from "./fit-bags.ts";

export const baggingOptions = /* @__PURE__ */ droppable(() => ({
  /** How many trees there are. Default: 10. */
  trees: option({ ...integerFrom(1), noLimit: "pass a number such as 1000" }, 10),
  ...bagOptions,
  /** Which columns a tree may use, drawn without replacement. Default: { tree: 1 }. */
  columnSample: option(columnSampleOf("tree")),
}));

export interface BaggingOptions extends OptionsOf<typeof baggingOptions> {}

/** Many trees of any kind, each grown on a sample of the rows, and the mean of what they say (Breiman 1996). */
export function bagging<M extends Model>(
  base: TreeLearner<M>,
  options: BaggingOptions = {},
): Learner<M, ForestFitOptions> {
  checkBase("bagging", base);
  checkLearnerOptions("bagging", options, baggingOptions, forestRunOptions);
  const frozen = Object.freeze(ownOptions(options));
  const { trees, bootstrap, rowSample, seed, vote, columnSample = {} } = withDefaults(baggingOptions, frozen);
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
