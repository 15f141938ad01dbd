import type { Pacer } from "@cambium/kernels";
import type { Dataset, DatasetOptions } from "../dataset/dataset.ts";
import type { Model } from "../model/model.ts";
import type { TableInput } from "../table/table-like.ts";
import { ownOptions } from "../util/own-data.ts";
import { type CartFitOptions, type CartOptions, cartFitOptions, cartOptions } from "./cart-options.ts";
import { CartTrees } from "./cart-trees.ts";
import { fitTree } from "./fit-tree.ts";
import { checkLearnerOptions } from "./run-options.ts";
import type { TreeLearner } from "./tree-learner.ts";

/** One tree, grown as Breiman, Friedman, Olshen and Stone do: binary splits, best gain first, pruned back by its cost. */
export function cart(options: CartOptions = {}): TreeLearner<Model, CartFitOptions> {
  checkLearnerOptions("cart", options, cartOptions, cartFitOptions);
  const frozen = Object.freeze(ownOptions(options));
  const learner: TreeLearner<Model, CartFitOptions> = Object.freeze({
    name: "cart",
    options: frozen,
    openTrees: (dataset: Dataset, pacer: Pacer, validation?: TableInput, threads = 1) =>
      CartTrees.open("cart", frozen, dataset, pacer, validation, { threads }),
    fit(data: TableInput | Dataset, run: Partial<DatasetOptions> & CartFitOptions = {}) {
      const openTrees: typeof learner.openTrees = (dataset, pacer, validation) =>
        CartTrees.open("cart", frozen, dataset, pacer, validation, {}, run.onNode);
      return fitTree({ ...learner, openTrees }, data, run, cartOptions);
    },
  });
  return learner;
}
