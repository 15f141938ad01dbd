import type { ClassificationModel } from "../../model/model.ts";
import { errorBased } from "../../pruning/error-based.ts";
import { bestGainRatio } from "../../splitter/branch-test.ts";
import { trueOrFalse } from "../../util/check-options.ts";
import { droppable } from "../../util/droppable.ts";
import { type OptionsOf, option, someOf, withDefaults } from "../../util/option.ts";
import { optionsInForce } from "../options/options-in-force.ts";
import { sizeOptions, strategiesOf } from "../options/size-options.ts";
import { inputPolicyOptions } from "../run/learner.ts";
import { BranchTrees } from "./branch-trees.ts";
import type { CartFitOptions } from "./cart-options.ts";
import { singleTreeLearner } from "./single-tree-learner.ts";
import type { TreeLearner } from "./tree-learner.ts";

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
 * One tree as Quinlan's C4.5 (Release 8) grows it: the test of the best gain ratio among those with at least the average
 * gain, a branch for each category, rows without a value shared among the branches, pruned by its expected errors.
 */
export function c45(options: C45Options = {}): TreeLearner<ClassificationModel, CartFitOptions> {
  return singleTreeLearner<ClassificationModel, C45Options>("c45", options, c45Options, (own) => {
    const { minChildWeight, grouping, unseen } = withDefaults(c45Options, own);
    // The least weight is a demand on two branches here, on all of them in the strategy of the same name.
    const { minChildWeight: _, prune = errorBased(), ...limits } = own;
    const style = {
      learner: "c45",
      options: optionsInForce(c45Options, own, { prune }),
      choose: bestGainRatio,
      grouping,
      leastWeight: minChildWeight,
      missing: "every",
      dropsIdleSplits: true,
      strategies: strategiesOf({ ...limits, prune }),
      unseen,
    } as const;
    return (_run, dataset, pacer, validation) => BranchTrees.open(style, dataset, pacer, validation);
  });
}
