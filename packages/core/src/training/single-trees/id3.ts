import type { Dataset } from "../../dataset/dataset.ts";
import type { ClassificationModel } from "../../model/model.ts";
import { mostInformation } from "../../splitter/branch-test.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { droppable } from "../../util/droppable.ts";
import { type OptionsOf, someOf, withDefaults } from "../../util/option.ts";
import { inTurns, type Turns } from "../../util/turns.ts";
import { optionsInForce } from "../options/options-in-force.ts";
import { sizeOptions, strategiesOf } from "../options/size-options.ts";
import { inputPolicyOptions } from "../run/learner.ts";
import { BranchTrees } from "./branch-trees.ts";
import type { CartFitOptions } from "./cart-options.ts";
import { singleTreeLearner } from "./single-tree-learner.ts";
import type { TreeLearner } from "./tree-learner.ts";

export const id3Options = /* @__PURE__ */ droppable(() => ({
  ...someOf(sizeOptions, "maxDepth", "minRowsSplit", "minGain", "prune"),
  ...inputPolicyOptions,
}));

export interface Id3Options extends OptionsOf<typeof id3Options> {}

/**
 * One tree as Quinlan's ID3 grows it: a branch for each category, by the column that tells most of the class, until nothing
 * is left to tell. Columns are categories without gaps; what is missing, or new, at prediction goes where most rows went.
 */
export function id3(options: Id3Options = {}): TreeLearner<ClassificationModel, CartFitOptions> {
  return singleTreeLearner<ClassificationModel, Id3Options>("id3", options, id3Options, (own) => {
    const style = {
      learner: "id3",
      options: optionsInForce(id3Options, own),
      choose: mostInformation,
      grouping: false,
      leastWeight: 0,
      missing: "heaviest",
      dropsIdleSplits: false,
      strategies: strategiesOf(own),
      unseen: withDefaults(id3Options, own).unseen,
    } as const;
    return async (_run, dataset, pacer, validation) => {
      await inTurns(checkColumns(dataset), pacer);
      return BranchTrees.open(style, dataset, pacer, validation);
    };
  });
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
