import type { FeatureSchema } from "../dataset/column.ts";
import { sideOfCategory } from "../util/side-of-value.ts";
import { hasSurrogates, type Surrogates, sideOfSurrogate } from "./surrogates.ts";
import { EVERY_CHILD, NodeKind, sumOfChildren, type Tree } from "./tree.ts";

/**
 * What is known of one feature. `missing` says whether rows without a value are meant too. In an interval a value is
 * above `above` and at most `atMost`, and null is no bound; with `above >= atMost` no value is in it. A list of categories that would
 * make the output too long is empty, and `omitted` is how many it has.
 */
export type Condition =
  | {
      readonly kind: "interval";
      readonly feature: string;
      readonly above: number | null;
      readonly atMost: number | null;
      readonly missing: boolean;
    }
  | {
      readonly kind: "categories";
      readonly feature: string;
      readonly categories: readonly string[];
      readonly omitted?: number;
      readonly missing: boolean;
    };

/** All that a path has said, one condition a feature, by the feature's index, in the order of the path. */
export type Region = ReadonlyMap<number, Condition>;

/** What a surrogate asks of a row that it sends to this child. */
export function surrogateCondition(
  features: readonly FeatureSchema[],
  surrogates: Surrogates,
  index: number,
  side: number,
): Condition {
  const schema = features[surrogates.feature[index]];
  const feature = schema.name;
  if (schema.kind === "numeric") {
    const threshold = surrogates.threshold[index];
    const [above, atMost] = surrogates.lowChild[index] === side ? [null, threshold] : [threshold, null];
    return { kind: "interval", feature, above, atMost, missing: false };
  }
  const categories = schema.categories.filter((_, code) => sideOfSurrogate(surrogates, index, code) === side);
  return { kind: "categories", feature, categories, missing: false };
}

/** What a row has to meet to go to this child of a node, whatever was asked before. */
export function branchCondition(features: readonly FeatureSchema[], tree: Tree, node: number, side: number): Condition {
  const schema = features[tree.feature[node]];
  const missing = sendsMissingTo(tree, node)(side);
  const feature = schema.name;
  if (tree.kind[node] === NodeKind.Threshold) {
    const threshold = tree.threshold[node];
    const [above, atMost] = side === 0 ? [null, threshold] : [threshold, null];
    return { kind: "interval", feature, above, atMost, missing };
  }
  const known = schema.kind === "categorical" ? schema.categories : [];
  const categories = known.filter((_, code) => sideOfCode(tree, node, code) === side);
  return { kind: "categories", feature, categories, missing };
}

/**
 * Tells of each child whether rows without a value go there. Where surrogates decide, they are meant by no branch: they go by what they
 * have elsewhere. Where a row goes down every branch, it is meant by all that get a part of it.
 */
export function sendsMissingTo(tree: Tree, node: number): (side: number) => boolean {
  if (hasSurrogates(tree, node)) return () => false;
  const missing = tree.missingChild[node];
  if (missing !== EVERY_CHILD) return (side) => side === missing;
  const first = tree.firstChild[node];
  const isSeen = sumOfChildren(tree, node, tree.cover) > 0;
  // A file may tell that no training row came by: the first branch is as good as any.
  return (side) => (isSeen ? tree.cover[first + side] > 0 : side === 0);
}

/** The region of this child of a node, counted from the first, whose own region is given. */
export function childRegion(
  features: readonly FeatureSchema[],
  tree: Tree,
  node: number,
  side: number,
  region: Region,
): Region {
  return new Map(region).set(tree.feature[node], childConditions(features, tree, node, region)[side]);
}

/** What is known of a node's feature at each of its children, where the node's own region is given. */
export function childConditions(
  features: readonly FeatureSchema[],
  tree: Tree,
  node: number,
  region: Region,
): Condition[] {
  const known = region.get(tree.feature[node]);
  const schema = features[tree.feature[node]];
  const goes = sendsMissingTo(tree, node);
  const missing = (side: number) => (known?.missing ?? true) && goes(side);
  if (schema.kind === "numeric") {
    const { above, atMost } = known?.kind === "interval" ? known : { above: null, atMost: null };
    const threshold = tree.threshold[node];
    const of = { kind: "interval", feature: schema.name } as const;
    return [
      { ...of, above, atMost: stricter(atMost, threshold, Math.min), missing: missing(0) },
      { ...of, above: stricter(above, threshold, Math.max), atMost, missing: missing(1) },
    ];
  }
  const parts = Array.from({ length: tree.childCount[node] }, (): string[] => []);
  const names = known?.kind === "categories" ? known.categories : schema.categories;
  // The names that are known stand in the order of the codes.
  let next = 0;
  for (let code = 0; code < schema.categories.length && next < names.length; code++) {
    if (schema.categories[code] === names[next]) parts[sideOfCode(tree, node, code)].push(names[next++]);
  }
  return parts.map((categories, side) => ({
    kind: "categories",
    feature: schema.name,
    categories,
    missing: missing(side),
  }));
}

/** The child of a node, counted from the first, that rows of this category go to. */
export function sideOfCode(tree: Tree, node: number, code: number): number {
  if (tree.kind[node] === NodeKind.Multiway) return tree.categories[tree.categoryStart[node] + code];
  return sideOfCategory(code, tree.categories, tree.categoryStart[node], tree.categoryWords[node], 0);
}

/** The bound that leaves less, where there is one. */
export function stricter(a: number | null, b: number | null, choose: (a: number, b: number) => number): number | null {
  if (a === null || b === null) return a ?? b;
  return choose(a, b);
}
