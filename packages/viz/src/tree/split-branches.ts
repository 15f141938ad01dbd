import type { FeatureSchema, Tree } from "@cambium/core";
import { NodeKind } from "@cambium/core";
import { plainText } from "../text/plain-text.ts";
import type { Region } from "./node-region.ts";
import { partedCategories } from "./node-region.ts";

/** How a split is told: by its threshold, or by the names on either side. */
export type Split =
  | { readonly kind: "threshold"; readonly feature: string; readonly threshold: number }
  | { readonly kind: "categories"; readonly feature: string; readonly names: readonly [string[], string[]] };

export function splitOf(features: readonly FeatureSchema[], tree: Tree, node: number, region: Region): Split {
  const schema = features[tree.feature[node]];
  const feature = plainText(schema.name);
  if (tree.kind[node] === NodeKind.Threshold) {
    return { kind: "threshold", feature, threshold: tree.threshold[node] };
  }
  const categories = schema.kind === "categorical" ? schema.categories : [];
  const [first, second] = partedCategories(features, tree, node, region);
  const nameOf = (code: number): string => plainText(categories[code]);
  return { kind: "categories", feature, names: [first.map(nameOf), second.map(nameOf)] };
}

const signs = ["≤", ">"] as const;

/** "≤ 206.5" */
export function thresholdText(side: 0 | 1, threshold: string): string {
  return `${signs[side]} ${threshold}`;
}
