import { expectTree } from "../model/expect-model.ts";
import type { Model } from "../model/model.ts";
import { type Condition, regionsOfNodes } from "../tree/condition.ts";
import { isLeaf } from "../tree/tree.ts";

/** One leaf, and all that is known of the rows that reach it. */
export interface LeafRegion {
  /** Index of the leaf in the tree's arrays. */
  readonly leaf: number;
  /** At most one a feature, in the order of the path; a feature without one may have any value, or none. */
  readonly conditions: readonly Condition[];
  /** What the leaf says: a number per class, or one number. */
  readonly value: readonly number[];
  /** Weight of its training rows; in boosting the sum of their hessians. */
  readonly cover: number;
  readonly rowCount: number;
}

/**
 * The box of feature space that each leaf of one tree holds, in the order of the leaves. Every row that the model accepts
 * is in exactly one of them, with two exceptions. Rows that go by a surrogate lie in no box, since what they lack is not what
 * sent them. A row that lacks a value where the tree, as those of `c45` do, sends such rows down every branch is in the box of each leaf
 * that has a part in its prediction; `rowCount` counts it in each of them, `cover` by its part. Where the model refuses
 * missing values, no condition allows them.
 */
export function regions(model: Model, tree = 0): LeafRegion[] {
  const chosen = expectTree("regions", model, tree);
  const width = chosen.valueWidth;
  return regionsOfNodes(model.features, chosen).flatMap((region, node) => {
    if (!isLeaf(chosen, node)) return [];
    return {
      leaf: node,
      conditions: [...region.values()].map((condition) => asAccepted(model, condition)),
      value: [...chosen.value.subarray(node * width, (node + 1) * width)],
      cover: chosen.cover[node],
      rowCount: chosen.rowCount[node],
    };
  });
}

/** A condition as the model can meet it: a refused row without a value comes to no node. */
export function asAccepted(model: Model, condition: Condition): Condition {
  return model.missing === "error" ? { ...condition, missing: false } : condition;
}
