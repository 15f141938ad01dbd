import { expectTree } from "../model/expect-model.ts";
import type { Model } from "../model/model.ts";
import { leafCount } from "../tree/tree.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { checkArgument, numberFromZero } from "../util/check-options.ts";

/**
 * J = C(T) + α·|T|: the impurity of the training rows in the leaves of one tree, on the scale of its gains, and a price for
 * each leaf. Of all ways to cut a tree back, `costComplexity({ alpha })` leaves the one of least J.
 */
export function treeCost(model: Model, alpha: number, tree = 0): number {
  const chosen = expectTree("treeCost", model, tree);
  const { gain, nodeCount, rootImpurity } = chosen;
  checkArgument("treeCost", alpha, numberFromZero);
  if (!(rootImpurity > 0) && nodeCount > 1) {
    const message = `treeCost: the trees of ${model.learner} have gains, but no impurity; pass a model of a single tree, such as cart's`;
    throw new CambiumError("bad-option", message);
  }
  let impurity = rootImpurity;
  for (let node = 0; node < nodeCount; node++) impurity -= gain[node];
  return Math.max(0, impurity) + alpha * leafCount(chosen);
}
