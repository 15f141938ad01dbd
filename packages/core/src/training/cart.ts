import type { Pacer } from "@cambium/kernels";
import type { Criterion } from "../criterion/criterion.ts";
import type { Dataset } from "../dataset/dataset.ts";
import type { Model, ModelByTask } from "../model/model.ts";
import type { TableInput } from "../table/table-like.ts";
import { ownOptions } from "../util/own-data.ts";
import {
  type CartFitOptions,
  type CartOptions,
  type CriterionName,
  cartFitOptions,
  cartOptions,
  type TaskOfCriterion,
} from "./cart-options.ts";
import { CartTrees } from "./cart-trees.ts";
import { fitTree } from "./fit-tree.ts";
import { fitOf } from "./learner.ts";
import { checkLearnerOptions } from "./run-options.ts";
import type { TreeLearner } from "./tree-learner.ts";

/** One tree, grown as Breiman, Friedman, Olshen and Stone do: binary splits, best gain first, pruned back by its cost. */
export function cart<C extends CriterionName | Criterion>(
  options: CartOptions & { readonly criterion: C },
): TreeLearner<ModelByTask[TaskOfCriterion<C>], CartFitOptions>;
export function cart(options?: CartOptions): TreeLearner<Model, CartFitOptions>;
export function cart(options: CartOptions = {}): TreeLearner<Model, CartFitOptions> {
  checkLearnerOptions("cart", options, cartOptions, cartFitOptions);
  const frozen = Object.freeze(ownOptions(options));
  const learner: TreeLearner<Model, CartFitOptions> = Object.freeze({
    name: "cart",
    options: frozen,
    openTrees: (dataset: Dataset, pacer: Pacer, validation?: TableInput, threads = 1) =>
      CartTrees.open("cart", frozen, dataset, pacer, validation, { threads }),
    fit: fitOf<Model, CartFitOptions>((data, run) => {
      const openTrees: typeof learner.openTrees = (dataset, pacer, validation) =>
        CartTrees.open("cart", frozen, dataset, pacer, validation, {}, run.onNode);
      return fitTree({ ...learner, openTrees }, data, run, cartOptions);
    }),
  });
  return learner;
}
