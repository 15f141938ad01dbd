import { checkArgument, integerFrom, numberFromZero, shareAboveZero, wholeLimitFrom } from "../util/check-options.ts";
import { indexOfLargest } from "../util/index-of-largest.ts";
import type { Check } from "../util/option.ts";
import type { GrowthLimit, PrePruning, RuleBounds } from "./pruning-strategy.ts";

/** A rule that is a number: it has the name of its bound. */
function ruleOf(name: keyof RuleBounds, value: number, rule: Check<number>, allows: PrePruning["allows"]): PrePruning {
  checkArgument(name, value, rule);
  return { stage: "before-split", name, allows, bounds: { [name]: value } };
}

/** No leaf lies deeper than `limit` splits below the root; Infinity is no limit. */
export function maxDepth(limit: number): PrePruning {
  return ruleOf("maxDepth", limit, wholeLimitFrom(0), (node) => node.depth < limit);
}

/** A node of fewer rows is a leaf: rows are counted, not weighed. */
export function minRowsSplit(least: number): PrePruning {
  return ruleOf("minRowsSplit", least, integerFrom(2), (node) => node.end - node.start >= least);
}

/** Every child has at least so many rows. The search finds the best of the splits that keep to it. */
export function minRowsLeaf(least: number): PrePruning {
  const isEnough = (rows: number) => rows >= least;
  return ruleOf("minRowsLeaf", least, integerFrom(1), (_node, split) => split?.childRows.every(isEnough) ?? true);
}

/** Every child has at least this weight, or in boosting this sum of hessians. The search finds the best of the splits that keep to it. */
export function minChildWeight(least: number): PrePruning {
  return ruleOf("minChildWeight", least, numberFromZero, (node, split) => {
    if (split === null) return true;
    // Rows are not asked for: a search may have to count them, and only for that.
    const width = node.stats.length;
    for (let at = width - 1; at < split.childStats.length; at += width) if (split.childStats[at] < least) return false;
    return true;
  });
}

/**
 * A split gains at least so much, on the scale of the gains that the tree shows. For `cart` these are divided by the weight
 * of all rows, which is scikit-learn's `min_impurity_decrease`. A gain of exactly `least` is enough.
 */
export function minGain(least: number): PrePruning {
  return ruleOf("minGain", least, numberFromZero, (_node, split) => split === null || split.gain >= least);
}

/**
 * A node is a leaf when its most frequent class has at least this share of the weight. In regression it changes nothing:
 * a node whose targets are all equal is a leaf without a rule.
 */
export function purity(share: number): PrePruning {
  return ruleOf("purity", share, shareAboveZero, ({ stats }) => {
    const classes = stats.length - 1;
    // The record of a gradient has two numbers, as that of a single class, which nothing can split.
    if (classes < 2) return true;
    const largest = stats[indexOfLargest(stats, 0, classes)];
    // A quotient, not a product: of 100 rows 57 are the share 0.57, but 0.57 × 100 is less than 57.
    return !(largest / stats[classes] >= share);
  });
}

/** At most so many leaves: the tree grows best first, by the split that gains most of all that are open. Infinity is no limit. */
export function maxLeaves(limit: number): GrowthLimit {
  checkArgument("maxLeaves", limit, wholeLimitFrom(1));
  return { stage: "during-growth", name: "maxLeaves", leaves: limit };
}

/** What the rules demand of all nodes: the search keeps to the strictest. */
export function searchLimits(rules: readonly PrePruning[]) {
  const boundsOf = (name: keyof RuleBounds) => rules.flatMap(({ bounds }) => bounds?.[name] ?? []);
  const depth = Math.min(...boundsOf("maxDepth"));
  return {
    mostLeaves: depth < 31 ? 1 << depth : Number.POSITIVE_INFINITY,
    minRowsLeaf: Math.max(1, ...boundsOf("minRowsLeaf")),
    minChildWeight: Math.max(0, ...boundsOf("minChildWeight")),
  };
}
