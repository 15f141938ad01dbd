import type { Pacer } from "@cambium/kernels";
import type { Criterion } from "../../criterion/criterion.ts";
import type { Dataset } from "../../dataset/dataset.ts";
import type { Task } from "../../dataset/target.ts";
import type { Model, ModelByTask } from "../../model/model.ts";
import { integerFrom } from "../../util/check-options.ts";
import { droppable } from "../../util/droppable.ts";
import { type OptionsOf, option, withDefaults } from "../../util/option.ts";
import { ownOptions } from "../../util/own-data.ts";
import {
  bagOptions,
  type ColumnShare,
  columnCount,
  columnSampleOf,
  type ForestFitOptions,
  forestRunOptions,
} from "../options/forest-options.ts";
import { choiceText, optionsInForce } from "../options/options-in-force.ts";
import { checkLearnerOptions } from "../options/run-options.ts";
import { fitOf, type Learner } from "../run/learner.ts";
import { type CriterionName, cartOptions, type TaskOfCriterion } from "../single-trees/cart-options.ts";
import { CartTrees } from "../single-trees/cart-trees.ts";
import type { TreeMaker } from "../single-trees/tree-learner.ts";
import { refuseValidation } from "./check-base.ts";
import { fitBags } from "./fit-bags.ts";

export const randomForestOptions = /* @__PURE__ */ droppable(() => ({
  /** How many trees there are. Default: 100. */
  trees: option({ ...integerFrom(1), noLimit: "pass a number such as 1000" }, 100),
  ...cartOptions,
  ...bagOptions,
  /**
   * Which columns a tree may use, drawn for each tree, and which of those a node is searched by, drawn for each node without replacement.
   * A share that is left out keeps its default: `{ tree: 0.8 }` still draws for each node. Default: { tree: 1, node: "sqrt" } with classes,
   * { tree: 1, node: 1 } with numbers.
   */
  columnSample: option(columnSampleOf("tree", "node")),
}));

export interface RandomForestOptions extends OptionsOf<typeof randomForestOptions> {}

export const extraTreesOptions = /* @__PURE__ */ droppable(() => ({
  ...randomForestOptions,
  /** Whether a row may be drawn more than once for a tree. Default: false. */
  bootstrap: option(randomForestOptions.bootstrap, false),
}));

/** Trees grown as by `cart`, each on a bootstrap sample, each node by a few columns drawn for it (Breiman 2001). */
export function randomForest<C extends CriterionName | Criterion>(
  options: RandomForestOptions & { readonly criterion: C },
): Learner<ModelByTask[TaskOfCriterion<C>], ForestFitOptions>;
export function randomForest(options?: RandomForestOptions): Learner<Model, ForestFitOptions>;
export function randomForest(options: RandomForestOptions = {}): Learner<Model, ForestFitOptions> {
  return forest("randomForest", options, randomForestOptions, false);
}

/**
 * Extremely randomised trees (Geurts, Ernst and Wehenkel 2006): each node is searched by a few columns drawn for it, each of
 * these by one threshold drawn evenly between the node's least and greatest value; each tree sees all rows. Of a column of
 * categories the best partition is taken.
 */
export function extraTrees<C extends CriterionName | Criterion>(
  options: RandomForestOptions & { readonly criterion: C },
): Learner<ModelByTask[TaskOfCriterion<C>], ForestFitOptions>;
export function extraTrees(options?: RandomForestOptions): Learner<Model, ForestFitOptions>;
export function extraTrees(options: RandomForestOptions = {}): Learner<Model, ForestFitOptions> {
  return forest("extraTrees", options, extraTreesOptions, true);
}

function forest(
  name: string,
  options: RandomForestOptions,
  rules: typeof randomForestOptions | typeof extraTreesOptions,
  randomThresholds: boolean,
): Learner<Model, ForestFitOptions> {
  checkLearnerOptions(name, options, rules, forestRunOptions);
  refuseValidation(name, options);
  const frozen = Object.freeze(ownOptions(options));
  const { trees, bootstrap, rowSample, seed, vote, columnSample = {} } = withDefaults(rules, frozen);
  const plan = {
    name,
    rules,
    task: undefined,
    policy: frozen,
    trees,
    vote,
    sampling: { seed, bootstrap, rowSample, columnShare: columnSample.tree ?? 1 },
    resolve(maker: TreeMaker, { target: { task } }: Dataset) {
      const { tree = 1, node = usualNodeShare(task) } = columnSample;
      const reason = task === "classification" ? "because the target has classes" : "because the target has numbers";
      return {
        options: optionsInForce(rules, frozen, { ...maker.options, bootstrap, columnSample: { tree, node } }),
        choices: columnSample.node === undefined ? [choiceText("columnSample", { node }, reason)] : [],
      };
    },
    openTrees(dataset: Dataset, pacer: Pacer, _validation: undefined, threads: number) {
      const { target, columns } = dataset;
      const featuresPerNode = columnCount(columnSample.node ?? usualNodeShare(target.task), columns.length);
      return CartTrees.open(name, frozen, dataset, pacer, undefined, { featuresPerNode, randomThresholds, threads });
    },
  };
  return Object.freeze({
    name,
    options: frozen,
    fit: fitOf<Model, ForestFitOptions>((data, run) => fitBags(plan, data, run)),
  });
}

function usualNodeShare(task: Task): ColumnShare {
  return task === "classification" ? "sqrt" : 1;
}
