import { expectTree } from "../model/expect-model.ts";
import type { Model } from "../model/model.ts";
import { type Condition, RegionWalk } from "../tree/condition.ts";
import { OutputLimit } from "./output-limit.ts";

/** One leaf, and all that is known of the rows that reach it. */
export interface LeafRegion {
  /** Index of the leaf in the tree's arrays. */
  readonly leaf: number;
  /** At most one a feature, in the order of the path; a feature without one may have any value, or none. */
  readonly conditions: readonly Condition[];
  /** How many conditions there are where the limit of the output has left them out. */
  readonly omitted?: number;
  /** What the leaf predicts: a number per class, or one number. Empty where the limit of the output has left it out. */
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
 *
 * All regions together have at most a million conditions and names of categories, or 64 for each node of the tree where that is more. A
 * leaf beyond that, counted from left to right, has no conditions, and `omitted` is how many it would have. The values of all leaves are at most
 * 2^24 numbers, or 64 for each node; the `value` of a leaf beyond that is empty, and `valuesOfNode` of @cambium/core reads it from the tree.
 */
export function regions(model: Model, tree = 0): LeafRegion[] {
  const chosen = expectTree("regions", model, tree);
  const walk = new RegionWalk(model.features, chosen);
  const limit = new OutputLimit(chosen.nodeCount);
  const found: LeafRegion[] = [];
  for (const leaf of walk.leaves()) {
    const fits = limit.takeItems(walk.size);
    found.push({
      leaf,
      conditions: fits ? walk.conditions().map((condition) => asAccepted(model, condition)) : [],
      ...(!fits && { omitted: walk.conditionCount }),
      value: limit.valuesOf(chosen, leaf),
      cover: chosen.cover[leaf],
      rowCount: chosen.rowCount[leaf],
    });
  }
  return found.sort((a, b) => a.leaf - b.leaf);
}

/** A condition as the model can meet it: a refused row without a value comes to no node. */
export function asAccepted(model: Model, condition: Condition): Condition {
  return model.missing === "error" ? { ...condition, missing: false } : condition;
}
