import type { Pacer } from "@cambium/kernels";
import type { Criterion } from "../criterion/criterion.ts";
import type { Dataset } from "../dataset/dataset.ts";
import type { Task } from "../dataset/target.ts";
import type { Model, ModelByTask } from "../model/model.ts";
import { integerFrom, type OptionRule } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";
import { ownOptions } from "../util/own-data.ts";
import { type CartOptions, type CriterionName, cartOptions, type TaskOfCriterion } from "./cart-options.ts";
import { CartTrees } from "./cart-trees.ts";
import { refuseValidation } from "./check-base.ts";
import { fitBags } from "./fit-bags.ts";
import {
  type BagOptions,
  bagOptions,
  type ColumnShare,
  columnCount,
  columnSampleRule,
  type ForestFitOptions,
  forestFitOptions,
} from "./forest-options.ts";
import { fitOf, type Learner } from "./learner.ts";
import { choiceText, optionsInForce } from "./options-in-force.ts";
import { checkLearnerOptions } from "./run-options.ts";
import type { TreeMaker } from "./tree-learner.ts";

export interface RandomForestOptions extends CartOptions, BagOptions {
  /** 100 unless told. */
  readonly trees?: number | undefined;
  /**
   * Which columns a tree may use, drawn for each tree, and which of those a node is searched by, drawn for each node. Default: all
   * columns for a tree, and for a node their square root with classes and all with numbers. One that is left out keeps its
   * default: `{ tree: 0.8 }` still draws for each node.
   */
  readonly columnSample?:
    | { readonly tree?: ColumnShare | undefined; readonly node?: ColumnShare | undefined }
    | undefined;
}

/** Trees grown as by `cart`, each on a bootstrap sample, each node by a few columns drawn for it (Breiman 2001). */
export function randomForest<C extends CriterionName | Criterion>(
  options: RandomForestOptions & { readonly criterion: C },
): Learner<ModelByTask[TaskOfCriterion<C>], ForestFitOptions>;
export function randomForest(options?: RandomForestOptions): Learner<Model, ForestFitOptions>;
export function randomForest(options: RandomForestOptions = {}): Learner<Model, ForestFitOptions> {
  return forest("randomForest", options, randomForestOptions, { bootstrap: true, randomThresholds: false });
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
  return forest("extraTrees", options, extraTreesOptions, { bootstrap: false, randomThresholds: true });
}

function forest(
  name: string,
  options: RandomForestOptions,
  rules: Readonly<Record<string, OptionRule>>,
  kind: { readonly bootstrap: boolean; readonly randomThresholds: boolean },
): Learner<Model, ForestFitOptions> {
  checkLearnerOptions(name, options, rules, forestFitOptions);
  refuseValidation(name, options);
  const frozen = Object.freeze(ownOptions(options));
  const { randomThresholds } = kind;
  const { trees = 100, bootstrap = kind.bootstrap, rowSample = 1, seed = 0, vote, columnSample = {} } = frozen;
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

export const randomForestOptions: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  trees: { ...integerFrom(1), default: "100", about: "how many there are", noLimit: "pass a number such as 1000" },
  ...cartOptions,
  ...bagOptions(true),
  columnSample: {
    ...columnSampleRule("tree", "node"),
    default: '{ tree: 1, node: "sqrt" } with classes, { tree: 1, node: 1 } with numbers; each by itself',
    about: "which columns a tree may use, and which of those a node is searched by, drawn without replacement",
  },
}));

export const extraTreesOptions: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  ...randomForestOptions,
  ...bagOptions(false),
}));
