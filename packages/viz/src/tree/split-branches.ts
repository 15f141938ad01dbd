import { type FeatureSchema, NodeKind, type Region, type Tree } from "@cambium/core";
import { shownName } from "../text/shown-name.ts";
import { partedCategories } from "./node-region.ts";

/** How a split is told: by its threshold, by the names on each branch, or by the side that all present values are on. */
export type Split =
  | { readonly kind: "presence"; readonly feature: string; readonly present: 0 | 1 }
  | { readonly kind: "threshold"; readonly feature: string; readonly threshold: number }
  | { readonly kind: "categories"; readonly feature: string; readonly names: readonly string[][] };

export function splitOf(features: readonly FeatureSchema[], tree: Tree, node: number, region: Region): Split {
  const schema = features[tree.feature[node]];
  const feature = shownName(schema.name);
  if (tree.kind[node] === NodeKind.Threshold) {
    if (tree.threshold[node] === Infinity) return { kind: "presence", feature, present: 0 };
    return { kind: "threshold", feature, threshold: tree.threshold[node] };
  }
  const parted = partedCategories(features, tree, node, region);
  const [first, second] = parted;
  if (tree.kind[node] === NodeKind.Categories && (first.length === 0 || second.length === 0))
    return { kind: "presence", feature, present: first.length > 0 ? 0 : 1 };
  return { kind: "categories", feature, names: parted.map((names) => names.map(shownName)) };
}

/** The two branches of a threshold: "≤ 206.5", "> 206.5". */
export function thresholdTexts(threshold: string): readonly [string, string] {
  return [`≤ ${threshold}`, `> ${threshold}`];
}

/** The two branches where one has all present values: "has a value", "has none". */
export function presenceTexts(present: 0 | 1): readonly [string, string] {
  return present === 0 ? ["has a value", "has none"] : ["has none", "has a value"];
}
