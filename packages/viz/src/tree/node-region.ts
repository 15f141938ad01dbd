import { type FeatureSchema, NodeKind, type Tree } from "@cambium/core";
import { exactNumber } from "../text/format-number.ts";
import { plainText } from "../text/plain-text.ts";

/** What a path has said of one feature: low < x <= high, or one of these categories. */
type Constraint =
  | { readonly kind: "interval"; readonly low: number; readonly high: number }
  | { readonly kind: "categories"; readonly codes: readonly number[] };

/** All that is known of the rows in a node, one merged constraint a feature, in the order of the path. */
export type Region = ReadonlyMap<number, Constraint>;

export const everywhere: Region = new Map();

/** Longer lists of names end in a count. */
const MOST_NAMES = 50;

/** The categories that can still reach a node. */
function openCategories(features: readonly FeatureSchema[], region: Region, feature: number): readonly number[] {
  const known = region.get(feature);
  if (known?.kind === "categories") return known.codes;
  const schema = features[feature];
  return schema.kind === "categorical" ? schema.categories.map((_, code) => code) : [];
}

function childOfCode(tree: Tree, node: number, code: number): number {
  const start = tree.categoryStart[node];
  if (tree.kind[node] === NodeKind.Multiway) return tree.categories[start + code];
  const word = code >>> 5;
  if (word >= tree.categoryWords[node]) return 1;
  return ((tree.categories[start + word] >>> (code & 31)) & 1) === 1 ? 0 : 1;
}

/** The categories that a node parts, without those that an ancestor has sent elsewhere. */
export function partedCategories(
  features: readonly FeatureSchema[],
  tree: Tree,
  node: number,
  region: Region,
): readonly number[][] {
  const sides = Array.from({ length: tree.childCount[node] }, (): number[] => []);
  for (const code of openCategories(features, region, tree.feature[node])) {
    sides[childOfCode(tree, node, code)].push(code);
  }
  return sides;
}

/** The region of this child of a node, counted from the first. */
export function childRegion(
  features: readonly FeatureSchema[],
  tree: Tree,
  node: number,
  region: Region,
  side: number,
): Region {
  const feature = tree.feature[node];
  const child = new Map(region);
  if (tree.kind[node] !== NodeKind.Threshold) {
    child.set(feature, { kind: "categories", codes: partedCategories(features, tree, node, region)[side] });
    return child;
  }
  const threshold = tree.threshold[node];
  const known = region.get(feature);
  const { low, high } = known?.kind === "interval" ? known : { low: -Infinity, high: Infinity };
  const interval = side === 0 ? { low, high: Math.min(high, threshold) } : { low: Math.max(low, threshold), high };
  child.set(feature, { kind: "interval", ...interval });
  return child;
}

/** "flipper_length_mm ≤ 206.5 and island is Dream"; "all rows" of the root. */
export function regionText(features: readonly FeatureSchema[], region: Region): string {
  const parts = [...region].map(([feature, constraint]) => constraintText(features[feature], constraint));
  return parts.length === 0 ? "all rows" : parts.join(" and ");
}

function constraintText(schema: FeatureSchema, constraint: Constraint): string {
  const name = plainText(schema.name);
  if (constraint.kind === "categories") {
    const categories = schema.kind === "categorical" ? schema.categories : [];
    return `${name} ${namesText(constraint.codes.map((code) => plainText(categories[code])))}`;
  }
  const { low, high } = constraint;
  if (low === Infinity) return `${name} has no value`;
  if (low === -Infinity && high === Infinity) return `${name} has a value`;
  if (low === -Infinity) return `${name} ≤ ${exactNumber(high)}`;
  if (high === Infinity) return `${name} > ${exactNumber(low)}`;
  return `${exactNumber(low)} < ${name} ≤ ${exactNumber(high)}`;
}

/** "is Dream", "in {Biscoe, Dream}". */
export function namesText(names: readonly string[], most = MOST_NAMES): string {
  if (names.length === 0) return "has no value";
  if (names.length === 1) return `is ${names[0]}`;
  const shown = names.slice(0, most).join(", ");
  return names.length <= most ? `in {${shown}}` : `in {${shown} and ${names.length - most} more}`;
}
