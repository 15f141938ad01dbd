import type { Pacer } from "@cambium/kernels";
import type { Dataset } from "../dataset/dataset.ts";
import type { ClassificationModel } from "../model/model.ts";
import { mostInformation } from "../splitter/branch-test.ts";
import type { TableInput } from "../table/table-like.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { ownOptions } from "../util/own-data.ts";
import { inTurns, type Turns } from "../util/turns.ts";
import { BranchTrees } from "./branch-trees.ts";
import { type CartFitOptions, cartFitOptions } from "./cart-options.ts";
import { fitTree } from "./fit-tree.ts";
import { type Id3Options, id3Options } from "./id3-options.ts";
import { fitOf } from "./learner.ts";
import { optionsInForce } from "./options-in-force.ts";
import { checkLearnerOptions } from "./run-options.ts";
import { strategiesOf } from "./size-options.ts";
import type { TreeLearner } from "./tree-learner.ts";

/**
 * One tree as Quinlan's ID3 grows it: a branch for each category, by the column that tells most of the class, until nothing
 * is left to tell. Columns are categories without gaps; what is missing, or new, at prediction goes where most rows went.
 */
export function id3(options: Id3Options = {}): TreeLearner<ClassificationModel, CartFitOptions> {
  checkLearnerOptions("id3", options, id3Options, cartFitOptions);
  const frozen = Object.freeze(ownOptions(options));
  const style = {
    learner: "id3",
    options: optionsInForce(id3Options, frozen),
    choose: mostInformation,
    grouping: false,
    leastWeight: 0,
    missing: "heaviest",
    dropsIdleSplits: false,
    strategies: strategiesOf(frozen),
    unseen: frozen.unseen ?? "missing",
  } as const;
  const learner: TreeLearner<ClassificationModel, CartFitOptions> = Object.freeze({
    name: "id3",
    options: frozen,
    async openTrees(dataset: Dataset, pacer: Pacer, validation?: TableInput) {
      await inTurns(checkColumns(dataset), pacer);
      return BranchTrees.open(style, dataset, pacer, validation);
    },
    fit: fitOf<ClassificationModel, CartFitOptions>((data, run) => fitTree(learner, data, run, id3Options)),
  });
  return learner;
}

function* checkColumns({ columns }: Dataset): Turns<void> {
  for (const column of columns) {
    yield;
    const name = JSON.stringify(column.name);
    if (column.kind === "numeric") {
      const message = `id3 takes categories, and column ${name} is numeric; if its numbers are names, pass types: { ${name}: "categorical" }; if they are amounts, cut them into bins by discretize(table, { columns: [${name}] }), or use c45`;
      throw new CambiumError("bad-column", message);
    }
    const row = column.codes.findIndex((code) => code < 0);
    if (row < 0) continue;
    const message = `id3 has no rule for missing values, and column ${name} has none in row ${row + 1}; give them a category of their own, such as "unknown", or use c45`;
    throw new CambiumError("missing-value", message);
  }
}
