import type { Dataset } from "../../dataset/dataset.ts";
import type { ClassificationModel } from "../../model/model.ts";
import { errorBased } from "../../pruning/error-based.ts";
import { bestGainRatio, mostInformation } from "../../splitter/branch-test.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { trueOrFalse } from "../../util/check-options.ts";
import { droppable } from "../../util/droppable.ts";
import { type OptionsOf, option, someOf, withDefaults } from "../../util/option.ts";
import { inTurns, type Turns } from "../../util/turns.ts";
import { optionsInForce } from "../options/options-in-force.ts";
import { sizeOptions, strategiesOf } from "../options/size-options.ts";
import { inputPolicyOptions } from "../run/learner.ts";
import { type BranchStyle, openBranchTrees } from "./branch-trees.ts";
import type { CartFitOptions } from "./cart-options.ts";
import { singleTreeLearner, type TreeLearner } from "./tree-learner.ts";

export const id3Options = /* @__PURE__ */ droppable(() => ({
  ...someOf(sizeOptions, "maxDepth", "minRowsSplit", "minGain", "prune"),
  ...inputPolicyOptions,
}));

export interface Id3Options extends OptionsOf<typeof id3Options> {}

export const c45Options = /* @__PURE__ */ droppable(() => ({
  ...someOf(sizeOptions, "maxDepth", "minRowsSplit"),
  /** Weight that at least two branches of a split need. Numeric splits may need more: a tenth of the average class. Default: 2. */
  minChildWeight: option(sizeOptions.minChildWeight, 2),
  ...someOf(sizeOptions, "minGain"),
  /** What else stops a tree from growing, and what prunes it afterwards: one strategy or several. Default: errorBased(). */
  prune: option(sizeOptions.prune),
  /** Whether categories with similar classes share a branch. Default: false. */
  grouping: option(trueOrFalse, false),
  ...inputPolicyOptions,
}));

export interface C45Options extends OptionsOf<typeof c45Options> {}

/**
 * One tree as Quinlan's ID3 grows it: a branch for each category, by the column that tells most of the class, until nothing
 * is left to tell. Columns are categories without gaps; what is missing, or new, at prediction goes where most rows went.
 */
export function id3(options: Id3Options = {}): TreeLearner<ClassificationModel, CartFitOptions> {
  return singleTreeLearner<ClassificationModel, Id3Options>("id3", options, id3Options, (own) => {
    const style: BranchStyle = {
      learner: "id3",
      options: optionsInForce(id3Options, own),
      strategies: strategiesOf(own),
      choose: mostInformation,
      grouping: false,
      leastWeight: 0,
      missing: "heaviest",
      dropsIdleSplits: false,
      unseen: withDefaults(id3Options, own).unseen,
    };
    return async (_run, dataset, pacer, validation) => {
      await inTurns(checkColumns(dataset), pacer);
      return openBranchTrees(style, dataset, pacer, validation);
    };
  });
}

/**
 * One tree as Quinlan's C4.5 (Release 8) grows it: the test of the best gain ratio among those with at least the average
 * gain, a branch for each category, rows without a value shared among the branches, pruned by its expected errors.
 */
export function c45(options: C45Options = {}): TreeLearner<ClassificationModel, CartFitOptions> {
  return singleTreeLearner<ClassificationModel, C45Options>("c45", options, c45Options, (own) => {
    const { minChildWeight: leastWeight, grouping, unseen } = withDefaults(c45Options, own);
    // The least weight is a demand on two branches here, on all of them in the strategy of the same name.
    const { minChildWeight: _, prune = errorBased(), ...limits } = own;
    const style: BranchStyle = {
      learner: "c45",
      options: optionsInForce(c45Options, own, { prune }),
      strategies: strategiesOf({ ...limits, prune }),
      choose: bestGainRatio,
      grouping,
      leastWeight,
      missing: "every",
      dropsIdleSplits: true,
      unseen,
    };
    return (_run, dataset, pacer, validation) => openBranchTrees(style, dataset, pacer, validation);
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
