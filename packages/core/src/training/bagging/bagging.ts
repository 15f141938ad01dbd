import type { Criterion } from "../../criterion/criterion.ts";
import type { Dataset } from "../../dataset/dataset.ts";
import type { Task } from "../../dataset/target.ts";
import type { Model, ModelByTask } from "../../model/model.ts";
import type { PruningStrategy } from "../../pruning/pruning-strategy.ts";
import { describe, integerFrom } from "../../util/check-options.ts";
import { demand } from "../../util/demand.ts";
import { droppable } from "../../util/droppable.ts";
import { type OptionsOf, option, withDefaults } from "../../util/option.ts";
import {
  bagOptions,
  type ColumnShare,
  columnCount,
  columnSampleOf,
  type ForestFitOptions,
  forestRunOptions,
} from "../options/forest-options.ts";
import { choiceText, inForceOf, optionsInForce } from "../options/options-in-force.ts";
import { checkedOptions } from "../options/run-options.ts";
import type { Learner } from "../run/learner.ts";
import { type CriterionName, cartOptions, openCartTrees, type TaskOfCriterion } from "../single-trees/cart.ts";
import type { TreeLearner } from "../single-trees/tree-learner.ts";
import { type BagPlan, fitBags } from "./fit-bags.ts";

const noLimit = "pass a number such as 1000";

export const baggingOptions = /* @__PURE__ */ droppable(() => ({
  /** How many trees there are. Default: 10. */
  trees: option({ ...integerFrom(1), noLimit }, 10),
  ...bagOptions,
  /** Which columns a tree may use, drawn without replacement. Default: { tree: 1 }. */
  columnSample: option(columnSampleOf("tree")),
}));

export interface BaggingOptions extends OptionsOf<typeof baggingOptions> {}

export const randomForestOptions = /* @__PURE__ */ droppable(() => ({
  /** How many trees there are. Default: 100. */
  trees: option({ ...integerFrom(1), noLimit }, 100),
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

/** Many trees of any kind, each grown on a sample of the rows, and the mean of what they say (Breiman 1996). */
export function bagging<M extends Model>(
  base: TreeLearner<M>,
  options: BaggingOptions = {},
): Learner<M, ForestFitOptions> {
  checkBase("bagging", base);
  const frozen = checkedOptions("bagging", options, baggingOptions, forestRunOptions);
  const { columnSample: { tree = 1 } = {}, ...given } = withDefaults(baggingOptions, frozen);
  const plan: BagPlan = {
    name: "bagging",
    rules: baggingOptions,
    task: base.task,
    policy: base.options,
    ...given,
    columnShare: tree,
    resolve(maker) {
      const ofBase = { learner: base.name, options: inForceOf(maker, base.options) };
      const own = optionsInForce(baggingOptions, frozen, { columnSample: { tree } });
      return { options: Object.freeze({ base: ofBase, ...own }), choices: [] };
    },
    openTrees: base.openTrees,
  };
  return Object.freeze({
    name: "bagging",
    ...(base.task && { task: base.task }),
    options: Object.freeze({ base: base.options, ...frozen }),
    fit: fitBags<M>(plan),
  });
}

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
  const frozen = checkedOptions(name, options, rules, forestRunOptions);
  refuseValidation(name, frozen);
  const { trees, vote, seed, bootstrap, rowSample, columnSample = {} } = withDefaults(rules, frozen);
  const { tree = 1, node } = columnSample;
  const nodeShare = (task: Task): ColumnShare => node ?? (task === "classification" ? "sqrt" : 1);
  const plan: BagPlan = {
    ...{ name, rules, task: undefined, policy: frozen },
    ...{ trees, vote, seed, bootstrap, rowSample, columnShare: tree },
    resolve(maker, { target: { task } }) {
      const reason = task === "classification" ? "because the target has classes" : "because the target has numbers";
      const share = nodeShare(task);
      return {
        options: optionsInForce(rules, frozen, { ...maker.options, columnSample: { tree, node: share } }),
        choices: node === undefined ? [choiceText("columnSample", { node: share }, reason)] : [],
      };
    },
    openTrees(dataset: Dataset, pacer, _validation, threads) {
      const featuresPerNode = columnCount(nodeShare(dataset.target.task), dataset.columns.length);
      return openCartTrees(name, frozen, dataset, pacer, { featuresPerNode, randomThresholds, threads });
    },
  };
  return Object.freeze({ name, options: frozen, fit: fitBags<Model>(plan) });
}

/** Refuses what an ensemble can not grow its trees with. `owner` is what the user called: `bagging`, `adaBoost`. */
export function checkBase(owner: string, base: TreeLearner): void {
  const found = typeof base?.fit === "function" ? `${base.name}, which is none` : describe(base);
  const expected = `${owner} expects a learner of single trees, such as cart(), got ${found}`;
  demand(typeof base?.openTrees === "function", expected);
  const message = `${owner}: the learner of its trees expects options, an object, got ${describe(base.options)}`;
  demand(typeof base.options === "object" && base.options !== null, message);
  refuseValidation(owner, base.options);
}

/** Pruning by a validation set would need one for each tree: the rows that are left out say as much, at no cost. */
function refuseValidation(owner: string, options: object): void {
  const prune = "prune" in options ? ([options.prune ?? []].flat() as PruningStrategy[]) : [];
  const found = prune.find((strategy) => strategy.stage === "after-growth" && strategy.needs.kind === "validation");
  const message = `${owner}: the trees of an ensemble have no validation set, which pruning by ${found?.name} asks for; choose by folds, or leave it out`;
  demand(found === undefined, message);
}
