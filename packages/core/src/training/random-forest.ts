import type { Pacer } from "@cambium/kernels";
import type { Dataset, DatasetOptions } from "../dataset/dataset.ts";
import type { Model } from "../model/model.ts";
import type { TableInput } from "../table/table-like.ts";
import { integerFrom, type OptionRule } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";
import { ownOptions } from "../util/own-data.ts";
import { type CartOptions, cartOptions } from "./cart-options.ts";
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
import type { Learner } from "./learner.ts";
import { checkLearnerOptions } from "./run-options.ts";

export interface RandomForestOptions extends CartOptions, BagOptions {
  /** 100 unless told. */
  readonly trees?: number;
  /**
   * Which columns a tree may use, drawn for each tree, and which of those a node is searched by, drawn for each node; all of
   * them for a tree, and for a node their square root with classes and all with numbers, unless told.
   */
  readonly columnSample?: { readonly tree?: ColumnShare; readonly node?: ColumnShare };
}

/** Trees grown as by `cart`, each on a bootstrap sample, each node by a few columns drawn for it (Breiman 2001). */
export function randomForest(options: RandomForestOptions = {}): Learner<Model, ForestFitOptions> {
  return forest("randomForest", options, randomForestOptions, { bootstrap: true, randomThresholds: false });
}

/**
 * Extremely randomised trees (Geurts, Ernst and Wehenkel 2006): each node is searched by a few columns drawn for it, each of
 * these by one threshold drawn evenly between the node's least and greatest value; each tree sees all rows. Of a column of
 * categories the best partition is taken.
 */
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
    openTrees(dataset: Dataset, pacer: Pacer, _validation: undefined, threads: number) {
      const usual = dataset.target.task === "classification" ? "sqrt" : 1;
      const featuresPerNode = columnCount(columnSample.node ?? usual, dataset.columns.length);
      const sampling = { featuresPerNode, randomThresholds, threads };
      return CartTrees.open(name, frozen, dataset, pacer, undefined, sampling);
    },
  };
  return Object.freeze({
    name,
    options: frozen,
    fit: (data: TableInput | Dataset, run: Partial<DatasetOptions> & ForestFitOptions = {}) => fitBags(plan, data, run),
  });
}

export const randomForestOptions: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  trees: { ...integerFrom(1), default: "100", about: "how many there are" },
  ...cartOptions,
  ...bagOptions(true),
  columnSample: {
    ...columnSampleRule("tree", "node"),
    default: '{ tree: 1, node: "sqrt" } with classes, { tree: 1, node: 1 } with numbers',
    about: "which columns a tree may use, and which of those a node is searched by, drawn without replacement",
  },
}));

export const extraTreesOptions: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  ...randomForestOptions,
  ...bagOptions(false),
}));
