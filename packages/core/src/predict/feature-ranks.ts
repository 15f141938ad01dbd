import { MOST_RANKED, MOST_THRESHOLDS, thresholdWords, writeThreshold, writeThresholds } from "@cambium/kernels";
import { NodeKind, type Tree } from "../tree/tree.ts";

/** The thresholds of a feature in all trees of a model, in order: a number's rank among them answers each of their questions. */
export interface FeatureRanks {
  readonly feature: number;
  /** By what `ofThreshold` gives: its place in the order, from 1. */
  readonly ranks: ReadonlyMap<number, number>;
  /** Where the list of thresholds begins in the words. */
  readonly list: number;
}

const key = /* @__PURE__ */ new Int32Array(1);

/** Equal for thresholds that part all values alike, and in their order. */
export function orderOfThreshold(threshold: number, wide: boolean): number {
  if (wide) return threshold + 0;
  writeThreshold(key, 0, threshold, false);
  return key[0];
}

/** Null where a byte does not tell a feature's thresholds apart, or there are too many features. */
export function rankFeatures(
  trees: readonly Tree[],
  wide: boolean,
): { readonly words: Int32Array; readonly features: readonly FeatureRanks[] } | null {
  const thresholds = thresholdsByFeature(trees, wide);
  if (thresholds === null) return null;
  const features: FeatureRanks[] = [];
  let list = 0;
  for (const [feature, of] of thresholds) {
    const ranks = new Map([...of.keys()].sort((a, b) => a - b).map((order, index) => [order, index + 1]));
    features.push({ feature, ranks, list });
    list += thresholdWords(of.size, wide);
  }
  const words = new Int32Array(list);
  for (const { feature, ranks, list } of features) {
    const of = thresholds.get(feature);
    const sorted = [...ranks.keys()].map((order) => of?.get(order) ?? 0);
    writeThresholds(words, list, sorted, wide);
  }
  return { words, features };
}

/** One threshold of those that are equal in order. */
function thresholdsByFeature(trees: readonly Tree[], wide: boolean): Map<number, Map<number, number>> | null {
  const thresholds = new Map<number, Map<number, number>>();
  for (const tree of trees) {
    if (!addThresholds(tree, wide, thresholds) || thresholds.size > MOST_RANKED) return null;
  }
  return thresholds;
}

function addThresholds(tree: Tree, wide: boolean, to: Map<number, Map<number, number>>): boolean {
  const { nodeCount, kind, feature, threshold } = tree;
  for (let node = 0; node < nodeCount; node++) {
    if (kind[node] === NodeKind.Leaf) continue;
    if (kind[node] !== NodeKind.Threshold || Number.isNaN(threshold[node])) return false;
    const of = to.get(feature[node]) ?? new Map<number, number>();
    of.set(orderOfThreshold(threshold[node], wide), threshold[node]);
    if (of.size > MOST_THRESHOLDS) return false;
    to.set(feature[node], of);
  }
  return true;
}
