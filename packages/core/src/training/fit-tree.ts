import type { Pacer } from "@cambium/kernels";
import type { Dataset } from "../dataset/dataset.ts";
import type { Model } from "../model/model.ts";
import type { TableInput } from "../table/table-like.ts";
import { allRows } from "../util/ranges.ts";
import { modelOfRun } from "./model-of-run.ts";
import { pruningReport } from "./pruning-report.ts";
import type { TreeLearner } from "./tree-learner.ts";

/** A model of one tree, grown on all rows. */
export async function fitTree(
  { name, options, openTrees }: Pick<TreeLearner, "name" | "options" | "openTrees">,
  dataset: Dataset,
  pacer: Pacer,
  validation?: TableInput,
): Promise<Model> {
  const trees = await openTrees(dataset, pacer, validation);
  try {
    const { tree, path, notes } = await trees.grow({ rows: allRows(dataset.rowCount), target: dataset.target });
    const ensemble = { trees: [tree], initialScore: new Float64Array(tree.valueWidth) };
    const learned = {
      learner: name,
      ensemble,
      link: "identity" as const,
      loss: null,
      pruningPath: path,
      cost: trees.cost,
    };
    return modelOfRun(dataset, options, learned, trees.engine, [...trees.report, ...pruningReport([notes])]);
  } finally {
    trees.end();
  }
}
