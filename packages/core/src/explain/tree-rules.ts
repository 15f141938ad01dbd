import type { ClassLabel } from "../dataset/target.ts";
import { expectTree } from "../model/expect-model.ts";
import type { Model } from "../model/model.ts";
import type { Tree } from "../tree/tree.ts";
import { keptValues, predictedClassOfNode, startOfKept, valueOfNode, valuesOfNode } from "../tree/values-of-node.ts";
import { countOf } from "../util/nearest-name.ts";
import { plainText } from "../util/plain-text.ts";
import { conditionText } from "./condition-text.ts";
import { OutputLimit } from "./output-limit.ts";
import { type LeafRegion, regions } from "./regions.ts";

/** A leaf as a rule. */
export interface TreeRule extends LeafRegion {
  /** Share of the weight of the training rows that the rule holds for; in boosting of their hessians. */
  readonly support: number;
  /** What this tree alone predicts; null where the leaf only adds to a score. */
  readonly prediction: ClassLabel | number | null;
  /** The rule as a sentence; where the texts of all rules would be too long, a note that it is left out. */
  readonly text: string;
}

/**
 * One tree as rules, those with most support first, then by leaf. Every row that has what its path asks meets exactly
 * one of them; what a path asks of a feature more than once is one condition, which also says where missing values belong. Of
 * rows that meet several, for which see `regions`, the tree's prediction is an average. Trees of a forest and of AdaBoost
 * each have a prediction of their own; those of boosting, and of AdaBoost's kind "real", add to a score. The limit of `regions` holds here
 * too, and the texts have ten million characters at most, or 512 for each node of the tree where that is more.
 */
export function treeRules(model: Model, tree = 0): TreeRule[] {
  const chosen = expectTree("treeRules", model, tree);
  const { cover } = chosen;
  const values = nodeValues(model);
  const limit = new OutputLimit(chosen.nodeCount);
  const rules = regions(model, tree)
    .map((region) => ({ ...region, support: cover[0] > 0 ? region.cover / cover[0] : 0 }))
    .sort((a, b) => b.support - a.support);
  return rules.map((rule) => {
    const prediction = values === "scores" ? null : predictionOf(model, chosen, rule.leaf);
    const conditions = countOf(rule.omitted ?? rule.conditions.length, "condition", "conditions");
    const short = () => `a rule of ${conditions}, whose text is left out: the texts of all rules would be too long`;
    return { ...rule, prediction, text: limit.text(() => textOf(model, values, chosen, rule), short) };
  });
}

function predictionOf(model: Model, tree: Tree, leaf: number): ClassLabel | number {
  if (model.task === "regression") return valueOfNode(tree, leaf, 0);
  return model.classes[predictedClassOfNode(model.cost, tree, leaf)];
}

function textOf(model: Model, values: NodeValues, tree: Tree, region: LeafRegion): string {
  const { leaf, rowCount } = region;
  const premise = premiseOf(region);
  const rows = countOf(rowCount, "row", "rows");
  if (values === "scores") return `${premise} ${addition(model, valuesOfNode(tree, leaf))} (${rows})`;
  const target = plainText(model.target);
  if (model.task === "regression") return `${premise} ${target} is ${short(valueOfNode(tree, leaf, 0))} (${rows})`;
  const decided = predictedClassOfNode(model.cost, tree, leaf);
  const name = plainText(model.classes[decided]);
  if (values === "votes") return `${premise} vote for ${name} (${rows})`;
  return `${premise} ${target} is ${name} (${short(100 * valueOfNode(tree, leaf, decided))}%, ${rows})`;
}

function premiseOf({ conditions, omitted }: LeafRegion): string {
  if (omitted !== undefined) return `if ${countOf(omitted, "condition", "conditions")} hold, which are left out, then`;
  return conditions.length === 0 ? "always" : `if ${conditions.map(conditionText).join(" and ")} then`;
}

/** Where two classes have one score, it is that of the second. */
function addition(model: Model, value: Float64Array): string {
  const named = model.task === "regression" ? [model.target] : model.classes.slice(-value.length);
  return `add ${named.map((name, k) => `${short(value[k])} to the score of ${plainText(name)}`).join(", ")}`;
}

/** Four digits, for reading; `value` has them all. */
function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}

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
