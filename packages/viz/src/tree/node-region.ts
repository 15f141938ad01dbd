import {
  type Condition,
  childConditions,
  type FeatureSchema,
  plainText,
  presentText,
  type Region,
  type Tree,
} from "@cambium/core";
import { exactNumber } from "../text/format-number.ts";

/** Longer lists of names end in a count. */
export const MOST_NAMES = 50;

export const everywhere: Region = new Map();

/** The categories that a node sends down each branch, without those that an ancestor has sent elsewhere. */
export function partedCategories(
  features: readonly FeatureSchema[],
  tree: Tree,
  node: number,
  region: Region,
): readonly (readonly string[])[] {
  const conditions = childConditions(features, tree, node, region);
  return conditions.map((condition) => (condition.kind === "categories" ? condition.categories : []));
}

/** "flipper_length_mm ≤ 206.5 and island is Dream"; "all rows" of the root. Of missing values others speak. */
export function regionText(region: Region): string {
  return region.size === 0 ? "all rows" : [...region.values()].map(textOf).join(" and ");
}

function textOf(condition: Condition): string {
  return (
    presentText(condition, { number: exactNumber, mostNames: MOST_NAMES }) ??
    `${plainText(condition.feature)} has no value`
  );
}
