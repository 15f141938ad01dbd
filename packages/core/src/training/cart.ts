import { createPacer, type Pacer } from "@cambium/kernels";
import type { Dataset, DatasetOptions } from "../dataset/dataset.ts";
import type { Model } from "../model/model.ts";
import type { TableInput } from "../table/table-like.ts";
import { checkOptions } from "../util/check-options.ts";
import { type CartFitOptions, type CartOptions, cartFitOptions, cartOptions } from "./cart-options.ts";
import { CartTrees } from "./cart-trees.ts";
import { fitTree } from "./fit-tree.ts";
import { datasetOf } from "./learner.ts";
import type { TreeLearner } from "./tree-learner.ts";

/** One tree, grown as Breiman, Friedman, Olshen and Stone do: binary splits, best gain first, pruned back by its cost. */
export function cart(options: CartOptions = {}): TreeLearner<Model, CartFitOptions> {
  checkOptions("cart", options, cartOptions);
  const frozen = Object.freeze({ ...options });
  const learner: TreeLearner<Model, CartFitOptions> = Object.freeze({
    name: "cart",
    options: frozen,
    openTrees: (dataset: Dataset, pacer: Pacer, validation?: TableInput, threads = 1) =>
      CartTrees.open(frozen, dataset, pacer, validation, { threads }),
    async fit(data: TableInput | Dataset, run: Partial<DatasetOptions> & CartFitOptions = {}) {
      checkOptions("fit", run, cartFitOptions);
      const { validation, onNode, ...forDataset } = run;
      const dataset = await datasetOf(data, forDataset);
      const openTrees: typeof learner.openTrees = (rows, pacer, table) =>
        CartTrees.open(frozen, rows, pacer, table, {}, onNode);
      return fitTree({ ...learner, openTrees }, dataset, createPacer(run.signal), validation);
    },
  });
  return learner;
}
