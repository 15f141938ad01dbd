import type { Target } from "../dataset/target.ts";
import type { Grower } from "../grower/grower.ts";
import { logistic } from "../loss/logistic.ts";
import type { Loss } from "../loss/loss.ts";
import { squaredError } from "../loss/squared-error.ts";
import type { PostPruning, PrePruning } from "../pruning/pruning-strategy.ts";
import { CambiumError } from "../util/cambium-error.ts";
import type { BoostingOptions } from "./boosting-options.ts";
import { growthOf } from "./growth-options.ts";
import { strategiesOf } from "./size-options.ts";

/** How the trees of boosting grow, and what is cut back from them. */
export interface BoostingPlan {
  readonly rules: readonly PrePruning[];
  readonly cuts: readonly PostPruning[];
  readonly grower: Grower;
}

/** What the options come to. Trees that fit gradients are not judged by classes, and none of their rows is held out. */
export function boostingPlan(options: BoostingOptions): BoostingPlan {
  const strategies = strategiesOf({ maxDepth: 6, ...options });
  for (const strategy of strategies) {
    const { name } = strategy;
    if (strategy.stage === "after-growth" && strategy.needs.kind !== "nothing") {
      const message = `boosting: pruning by ${name} needs rows that the tree did not see, and boosting holds none back; prune by costComplexity({ alpha }) or negativeGain({ gamma })`;
      throw new CambiumError("bad-option", message);
    }
    if (strategy.stage === "during-growth" || strategy.task === undefined) continue;
    const message = `boosting: pruning by ${name} is for trees of ${strategy.task}, but boosting's trees fit gradients; prune by minGain or costComplexity({ alpha })`;
    throw new CambiumError("bad-option", message);
  }
  const limits = strategies.filter((strategy) => strategy.stage === "during-growth");
  return {
    rules: strategies.filter((strategy) => strategy.stage === "before-split"),
    cuts: strategies.filter((strategy) => strategy.stage === "after-growth"),
    grower: growthOf("boosting", options, limits),
  };
}

/** A loss for the target's task: from here on it meets targets of that task only, which the compiler can not know. */
export function lossFor(target: Target, asked: BoostingOptions["loss"] = "auto"): Loss {
  const loss = asked !== "auto" ? asked : target.task === "regression" ? squaredError() : logistic();
  if (loss.task !== target.task) {
    const message = `boosting: the loss ${loss.spec.name} is for ${loss.task}, but the target "${target.name}" is for ${target.task}`;
    throw new CambiumError("bad-option", message);
  }
  loss.checkTarget(target);
  return loss;
}
