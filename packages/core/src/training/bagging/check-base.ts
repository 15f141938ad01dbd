import type { PruningStrategy } from "../../pruning/pruning-strategy.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { describe } from "../../util/check-options.ts";
import type { TreeLearner } from "../single-trees/tree-learner.ts";

/** Refuses what an ensemble can not grow its trees with. `owner` is what the user called: `bagging`, `adaBoost`. */
export function checkBase(owner: string, base: TreeLearner): void {
  if (typeof base?.openTrees !== "function") {
    const found = typeof base?.fit === "function" ? `${base.name}, which is none` : describe(base);
    throw new CambiumError("bad-option", `${owner} expects a learner of single trees, such as cart(), got ${found}`);
  }
  if (typeof base.options !== "object" || base.options === null) {
    const message = `${owner}: the learner of its trees expects options, an object, got ${describe(base.options)}`;
    throw new CambiumError("bad-option", message);
  }
  refuseValidation(owner, base.options);
}

/** Pruning by a validation set would need one for each tree: the rows that are left out say as much, at no cost. */
export function refuseValidation(owner: string, options: object): void {
  const prune = "prune" in options ? ([options.prune ?? []].flat() as PruningStrategy[]) : [];
  const found = prune.find((strategy) => strategy.stage === "after-growth" && strategy.needs.kind === "validation");
  if (found === undefined) return;
  const message = `${owner}: the trees of an ensemble have no validation set, which pruning by ${found.name} asks for; choose by folds, or leave it out`;
  throw new CambiumError("bad-option", message);
}
