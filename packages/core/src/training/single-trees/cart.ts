import type { Criterion } from "../../criterion/criterion.ts";
import type { Model, ModelByTask } from "../../model/model.ts";
import {
  type CartFitOptions,
  type CartOptions,
  type CriterionName,
  cartOptions,
  type TaskOfCriterion,
} from "./cart-options.ts";
import { CartTrees } from "./cart-trees.ts";
import { singleTreeLearner } from "./single-tree-learner.ts";
import type { TreeLearner } from "./tree-learner.ts";

/** One tree, grown as Breiman, Friedman, Olshen and Stone do: binary splits, best gain first, pruned back by its cost. */
export function cart<C extends CriterionName | Criterion>(
  options: CartOptions & { readonly criterion: C },
): TreeLearner<ModelByTask[TaskOfCriterion<C>], CartFitOptions>;
export function cart(options?: CartOptions): TreeLearner<Model, CartFitOptions>;
export function cart(options: CartOptions = {}): TreeLearner<Model, CartFitOptions> {
  return singleTreeLearner<Model, CartOptions>("cart", options, cartOptions, (own) => {
    return ({ onNode }, dataset, pacer, validation, threads = 1) =>
      CartTrees.open("cart", own, dataset, pacer, validation, { threads }, onNode);
  });
}
