import { NodeKind, sumOfChildren } from "../tree/tree.ts";
import { aNumber, checkOptions } from "../util/check-options.ts";
import { demand } from "../util/demand.ts";
import { droppable, type OptionsOf, required } from "../util/option.ts";
import type { PostPruning } from "./pruning-strategy.ts";

/**
 * XGBoost's pruning: from the bottom up, a split between two leaves goes where its gain minus γ is negative. A poor split
 * above a good one stays, which a demand on the gain before the split would never have let grow.
 */
export function negativeGain(options: NegativeGainOptions): PostPruning {
  checkOptions("negativeGain", options, negativeGainOptions);
  const { gamma } = options;
  demand(gamma !== undefined, `negativeGain: gamma expects ${negativeGainOptions.gamma.expected}, got none`);
  return {
    stage: "after-growth",
    name: "negativeGain",
    needs: { kind: "nothing" },
    prune(tree) {
      const collapse = new Uint8Array(tree.nodeCount);
      const isEnd = Float64Array.from(tree.kind, (kind) => (kind === NodeKind.Leaf ? 1 : 0));
      for (let node = tree.nodeCount - 1; node >= 0; node--) {
        if (isEnd[node] === 1 || !(tree.gain[node] < gamma)) continue;
        if (sumOfChildren(tree, node, isEnd) < tree.childCount[node]) continue;
        collapse[node] = 1;
        isEnd[node] = 1;
      }
      return { collapse, path: [], reason: `a split went where it and all below it gain less than γ = ${gamma}` };
    },
  };
}

export const negativeGainOptions = /* @__PURE__ */ droppable(() => ({
  /** What every split costs, on the scale of the tree's gains. */
  gamma: required(aNumber("a number >= 0", (value) => value >= 0)),
}));

export interface NegativeGainOptions extends OptionsOf<typeof negativeGainOptions> {}
