import type { ClassLabel } from "../dataset/target.ts";
import { expectTree } from "../model/expect-model.ts";
import type { Model } from "../model/model.ts";
import { predictedClass } from "../tree/predicted-class.ts";
import { countOf } from "../util/nearest-name.ts";
import { plainText } from "../util/plain-text.ts";
import { conditionText } from "./condition-text.ts";
import { type NodeValues, nodeValues } from "./node-values.ts";
import { type LeafRegion, regions } from "./regions.ts";

/** A leaf as a rule. */
export interface TreeRule extends LeafRegion {
  /** Share of the weight of the training rows that the rule holds for; in boosting of their hessians. */
  readonly support: number;
  /** What this tree alone predicts; null where the leaf only adds to a score. */
  readonly prediction: ClassLabel | number | null;
  /** The rule as a sentence. */
  readonly text: string;
}

/**
 * One tree as rules, those with most support first, of equals by leaf. Every row that has what its path asks meets exactly
 * one of them; what a path asks of a feature more than once is one condition, which also says where missing values belong. Of
 * rows that meet several, for which see `regions`, the tree's prediction is an average. Trees of a forest and of AdaBoost
 * each have a prediction of their own; those of boosting, and of AdaBoost's kind "real", add to a score.
 */
export function treeRules(model: Model, tree = 0): TreeRule[] {
  const { cover } = expectTree("treeRules", model, tree);
  const values = nodeValues(model);
  const rules = regions(model, tree).map((region) => {
    const support = cover[0] > 0 ? region.cover / cover[0] : 0;
    return { ...region, support, ...told(model, values, region) };
  });
  return rules.sort((a, b) => b.support - a.support);
}

function told(model: Model, values: NodeValues, region: LeafRegion): Pick<TreeRule, "prediction" | "text"> {
  const { conditions, rowCount, value } = region;
  const premise = conditions.length === 0 ? "always" : `if ${conditions.map(conditionText).join(" and ")} then`;
  const rows = countOf(rowCount, "row", "rows");
  if (values === "scores") return { prediction: null, text: `${premise} ${addition(model, value)} (${rows})` };
  const target = plainText(model.target);
  if (model.task === "regression")
    return { prediction: value[0], text: `${premise} ${target} is ${short(value[0])} (${rows})` };
  const chosen = predictedClass(model.cost, value, 0, value.length);
  const prediction = model.classes[chosen];
  const name = plainText(prediction);
  if (values === "votes") return { prediction, text: `${premise} vote for ${name} (${rows})` };
  return { prediction, text: `${premise} ${target} is ${name} (${short(100 * value[chosen])}%, ${rows})` };
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
