import type { ClassLabel } from "../dataset/target.ts";
import { expectTree } from "../model/expect-model.ts";
import type { Model } from "../model/model.ts";
import { predictedClass } from "../tree/predicted-class.ts";
import { countOf } from "../util/nearest-name.ts";
import { plainText } from "../util/plain-text.ts";
import { conditionText } from "./condition-text.ts";
import { type NodeValues, nodeValues } from "./node-values.ts";
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
 * One tree as rules, those with most support first, of equals by leaf. Every row that has what its path asks meets exactly
 * one of them; what a path asks of a feature more than once is one condition, which also says where missing values belong. Of
 * rows that meet several, for which see `regions`, the tree's prediction is an average. Trees of a forest and of AdaBoost
 * each have a prediction of their own; those of boosting, and of AdaBoost's kind "real", add to a score. The limit of `regions` holds here
 * too, and the texts have ten million characters at most, or 512 for each node of the tree where that is more.
 */
export function treeRules(model: Model, tree = 0): TreeRule[] {
  const { cover, nodeCount } = expectTree("treeRules", model, tree);
  const values = nodeValues(model);
  const limit = new OutputLimit(nodeCount);
  const rules = regions(model, tree)
    .map((region) => ({ ...region, support: cover[0] > 0 ? region.cover / cover[0] : 0 }))
    .sort((a, b) => b.support - a.support);
  return rules.map((rule) => {
    const chosen = values === "scores" ? 0 : predictedClass(model.cost, rule.value, 0, rule.value.length);
    const answer = model.task === "regression" ? rule.value[0] : model.classes[chosen];
    const prediction = values === "scores" ? null : answer;
    const conditions = countOf(rule.omitted ?? rule.conditions.length, "condition", "conditions");
    const short = () => `a rule of ${conditions}, whose text is left out: the texts of all rules would be too long`;
    return { ...rule, prediction, text: limit.text(() => textOf(model, values, rule, chosen), short) };
  });
}

function textOf(model: Model, values: NodeValues, region: LeafRegion, chosen: number): string {
  const { rowCount, value } = region;
  const premise = premiseOf(region);
  const rows = countOf(rowCount, "row", "rows");
  if (values === "scores") return `${premise} ${addition(model, value)} (${rows})`;
  const target = plainText(model.target);
  if (model.task === "regression") return `${premise} ${target} is ${short(value[0])} (${rows})`;
  const name = plainText(model.classes[chosen]);
  if (values === "votes") return `${premise} vote for ${name} (${rows})`;
  return `${premise} ${target} is ${name} (${short(100 * value[chosen])}%, ${rows})`;
}

function premiseOf({ conditions, omitted }: LeafRegion): string {
  if (omitted !== undefined) return `if ${countOf(omitted, "condition", "conditions")} hold, which are left out, then`;
  return conditions.length === 0 ? "always" : `if ${conditions.map(conditionText).join(" and ")} then`;
}

/** Where two classes have one score, it is that of the second. */
function addition(model: Model, value: readonly number[]): string {
  const named = model.task === "regression" ? [model.target] : model.classes.slice(-value.length);
  return `add ${named.map((name, k) => `${short(value[k])} to the score of ${plainText(name)}`).join(", ")}`;
}

/** Four digits, for reading; `value` has them all. */
function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}
