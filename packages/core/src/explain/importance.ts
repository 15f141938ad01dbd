import { expectModel } from "../model/expect-model.ts";
import type { Model } from "../model/model.ts";
import { checkOptions, oneOf, trueOrFalse } from "../util/check-options.ts";
import { exactSum } from "../util/exact-sum.ts";
import { droppable, type OptionsOf, option, withDefaults } from "../util/option.ts";

export type ImportanceKind = "gain" | "cover" | "splits";

export interface FeatureImportance {
  readonly feature: string;
  readonly importance: number;
}

export const importanceOptions = /* @__PURE__ */ droppable(() => ({
  /** What is summed over the splits on a feature: what each gained, the weight of its rows, or 1. Default: "gain". */
  kind: option(oneOf("gain", "cover", "splits"), "gain"),
  /** Divide by the sum of all features. Default: true. */
  normalise: option(trueOrFalse, true),
}));

export interface ImportanceOptions extends OptionsOf<typeof importanceOptions> {}

/**
 * How much the splits on each feature do in training, summed over all trees: of all features, the largest first; a tie goes to
 * the first in the table. It tells what the model used, not what would be lost without it: a feature with many values is
 * flattered. All are 0 where no tree splits.
 */
export function importance(model: Model, options: ImportanceOptions = {}): FeatureImportance[] {
  expectModel("importance", model);
  checkOptions("importance", options, importanceOptions);
  const { kind, normalise } = withDefaults(importanceOptions, options);
  const amounts: number[][] = model.features.map(() => []);
  for (const tree of model.ensemble.trees) {
    for (let node = 0; node < tree.nodeCount; node++) {
      const feature = tree.feature[node];
      if (feature >= 0) amounts[feature].push(kind === "splits" ? 1 : tree[kind][node]);
    }
  }
  const sums = amounts.map((of) => exactSum(of.length, (i) => of[i]));
  const total = normalise ? exactSum(sums.length, (i) => sums[i]) : 1;
  return model.features
    .map(({ name }, index) => ({ feature: name, importance: total === 0 ? 0 : sums[index] / total }))
    .sort((a, b) => b.importance - a.importance);
}
