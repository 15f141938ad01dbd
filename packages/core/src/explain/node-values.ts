import type { Model } from "../model/model.ts";
import type { Tree } from "../tree/tree.ts";
import { keptValues, startOfKept } from "../tree/values-of-node.ts";

/**
 * What the values in the nodes of a model's trees are. "shares": of each class, which are probabilities; "votes": 1 for the class
 * that the node decides for, and nothing of the others; "numbers": what the node predicts, be it the mean or the
 * median of its rows; "scores": what the tree adds to the score of a row, before the link.
 */
export type NodeValues = "shares" | "votes" | "numbers" | "scores";

export function nodeValues(model: Model): NodeValues {
  const { trees, initialScore, combine } = model.ensemble;
  const addUp = combine === undefined && (trees.length !== 1 || initialScore.some((score) => score !== 0));
  if (model.loss !== null || addUp) return "scores";
  if (model.task === "regression") return "numbers";
  return combine !== undefined && trees.every(isOfVotes) ? "votes" : "shares";
}

/** A node is split only where its rows are of several classes: one that is all for one class has voted. */
function isOfVotes(tree: Tree): boolean {
  return keptValues(tree)
    .subarray(0, startOfKept(tree, 1))
    .every((share) => share === 0 || share === 1);
}
