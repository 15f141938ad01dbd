import type { FeatureSchema } from "../dataset/column.ts";
import { sideOfCategory } from "../util/side-of-value.ts";
import { partsAtFork } from "./share-row.ts";
import { hasSurrogates, type Surrogates, sideOfSurrogate } from "./surrogates.ts";
import { EVERY_CHILD, NodeKind, type Tree } from "./tree.ts";

/**
 * What is known of one feature. `missing` says whether rows without a value are meant too. In an interval a value is
 * above `above` and at most `atMost`, and null is no bound; with `above >= atMost` no value is in it.
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
  const missing = sendsMissingTo(tree, node, side);
  const feature = schema.name;
  if (tree.kind[node] === NodeKind.Threshold) {
    const threshold = tree.threshold[node];
    const [above, atMost] = side === 0 ? [null, threshold] : [threshold, null];
    return { kind: "interval", feature, above, atMost, missing };
  }
  const known = schema.kind === "categorical" ? schema.categories : [];
  const categories = known.filter((_, code) => sideOf(tree, node, code) === side);
  return { kind: "categories", feature, categories, missing };
}

/**
 * Where surrogates decide, a row without a value is meant by neither branch: it goes by what it has elsewhere. Where it goes
 * down every branch, it is meant by all that get a part of it.
 */
function sendsMissingTo(tree: Tree, node: number, side: number): boolean {
  if (hasSurrogates(tree, node)) return false;
  if (tree.missingChild[node] !== EVERY_CHILD) return tree.missingChild[node] === side;
  return partsAtFork(tree, node, 1).some((part) => part.node === tree.firstChild[node] + side);
}

/** The region of this child of a node, counted from the first, whose own region is given. */
export function childRegion(
  features: readonly FeatureSchema[],
  tree: Tree,
  node: number,
  side: number,
  region: Region,
): Region {
  const condition = branchCondition(features, tree, node, side);
  const known = region.get(tree.feature[node]);
  return new Map(region).set(tree.feature[node], known === undefined ? condition : bothOf(known, condition));
}

/** The region of every node, by node. */
export function regionsOfNodes(features: readonly FeatureSchema[], tree: Tree): readonly Region[] {
  const regions: Region[] = [new Map()];
  // Parents stand before their children, so that the region of each node is there before it is needed.
  for (let node = 0; node < tree.nodeCount; node++) {
    if (tree.kind[node] === NodeKind.Leaf) continue;
    for (let side = 0; side < tree.childCount[node]; side++) {
      regions[tree.firstChild[node] + side] = childRegion(features, tree, node, side, regions[node]);
    }
  }
  return regions;
}

function sideOf(tree: Tree, node: number, code: number): number {
  if (tree.kind[node] === NodeKind.Multiway) return tree.categories[tree.categoryStart[node] + code];
  return sideOfCategory(code, tree.categories, tree.categoryStart[node], tree.categoryWords[node], 0);
}

/** Two conditions on one feature as one. */
function bothOf(known: Condition, added: Condition): Condition {
  const missing = known.missing && added.missing;
  if (known.kind === "interval" && added.kind === "interval") {
    const above = stricter(known.above, added.above, Math.max);
    return { ...known, above, atMost: stricter(known.atMost, added.atMost, Math.min), missing };
  }
  if (known.kind === "categories" && added.kind === "categories") {
    const allowed = new Set(added.categories);
    return { ...known, categories: known.categories.filter((category) => allowed.has(category)), missing };
  }
  throw new TypeError("unreachable: a feature is numeric or categorical in all nodes of a tree");
}

function stricter(a: number | null, b: number | null, choose: (a: number, b: number) => number): number | null {
  if (a === null || b === null) return a ?? b;
  return choose(a, b);
}
