import type { ClassLabel } from "../dataset/target.ts";
import { expectTree } from "../model/expect-model.ts";
import type { Model } from "../model/model.ts";
import { predictedClass } from "../tree/predicted-class.ts";
import { countOf } from "../util/nearest-name.ts";
import { conditionText, plainName } from "./condition-text.ts";
import { type LeafRegion, regions } from "./regions.ts";

/** A leaf as a rule. */
export interface TreeRule extends LeafRegion {
  /** Share of the weight of the training rows that the rule holds for; in boosting of their hessians. */
  readonly support: number;
  /** What a model of this one tree predicts; null where the leaf only adds to a score. */
  readonly prediction: ClassLabel | number | null;
  /** The rule as a sentence. */
  readonly text: string;
}

/**
 * One tree as rules, those with most support first, of equals by leaf. Every row that has what its path asks meets exactly
 * one of them; what a path asks of a feature more than once is one condition, which also says where missing values belong. Of
 * rows that meet several, for which see `regions`, the model's prediction is an average.
 */
export function treeRules(model: Model, tree = 0): TreeRule[] {
  const { cover } = expectTree("treeRules", model, tree);
  const rules = regions(model, tree).map((region) => {
    const prediction = predictionOf(model, region.value);
    const support = cover[0] > 0 ? region.cover / cover[0] : 0;
    return { ...region, support, prediction, text: sentence(model, region, prediction) };
  });
  return rules.sort((a, b) => b.support - a.support);
}

/** A leaf is a prediction where nothing else is added to it. */
function predictionOf(model: Model, value: readonly number[]): ClassLabel | number | null {
  const { trees, initialScore } = model.ensemble;
  if (trees.length !== 1 || model.loss !== null || initialScore.some((score) => score !== 0)) return null;
  return model.task === "regression" ? value[0] : model.classes[predictedClass(model.cost, value, 0, value.length)];
}

function sentence(model: Model, region: LeafRegion, prediction: TreeRule["prediction"]): string {
  const { conditions, rowCount, value } = region;
  const premise = conditions.length === 0 ? "always" : `if ${conditions.map(conditionText).join(" and ")} then`;
  const rows = countOf(rowCount, "row", "rows");
  const target = plainName(model.target);
  if (prediction === null) return `${premise} ${addition(model, value)} (${rows})`;
  if (model.task === "regression") return `${premise} ${target} is ${short(value[0])} (${rows})`;
  const share = short(100 * Math.max(...value));
  return `${premise} ${target} is ${plainName(String(prediction))} (${share}%, ${rows})`;
}

function addition(model: Model, value: readonly number[]): string {
  const target = plainName(model.target);
  if (model.task === "regression" || value.length !== model.classes.length)
    return `add ${short(value[0])} to the score of ${target}`;
  const parts = model.classes.map((label, k) => `${short(value[k])} to the score of ${plainName(String(label))}`);
  return `add ${parts.join(", ")}`;
}

/** Four digits, for reading; `value` has them all. */
function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}
