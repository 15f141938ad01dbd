import type { CostMatrix } from "../tree/predicted-class.ts";
import { isLeaf, leafCount, parentsOf, sumOfChildren, type Tree } from "../tree/tree.ts";
import { aNumber, aSeed, checkOptions, integerFrom, oneOf } from "../util/check-options.ts";
import { demand } from "../util/demand.ts";
import { droppable, type OptionsOf, option, withDefaults } from "../util/option.ts";
import { allRows, CHUNK } from "../util/ranges.ts";
import { inTurns, type Turns, turnsOver } from "../util/turns.ts";
import { type ErrorEstimate, type HeldOutLinks, heldOutErrors, leafSteps } from "./held-out-errors.ts";
import type { PostPruning, PruningEvidence, PruningNeed, PruningStep, PruningVerdict } from "./pruning-strategy.ts";
import { trainingErrors } from "./training-errors.ts";

/** "impurity": what the tree's splits gain. "error": for classes the weight of wrong rows, or their cost; numbers have the impurity either way. */
export type PruningMeasure = "impurity" | "error";

/** "min": the least error. "1se": the smallest tree whose error is within one standard error of the least. */
export type PruningRule = "min" | "1se";

const aPrice = /* @__PURE__ */ aNumber("a number >= 0", (value) => value >= 0);

export const costComplexityOptions = /* @__PURE__ */ droppable(() => ({
  /** The price of a leaf. Default: none. */
  alpha: option(aPrice, null),
  /** So many folds of a cross-validation choose α. Default: none. */
  folds: option(integerFrom(2), null),
  /** The `validation` set that `fit` is given chooses α. Default: none. */
  by: option(oneOf("validation"), null),
  /** "min" takes the least error, "1se" the smallest tree within one standard error of it. Default: "min". */
  rule: option(oneOf("min", "1se"), "min"),
  /** The seed of the folds. Default: 0. */
  seed: option(aSeed, 0),
  /** What the price of a leaf is weighed against: "impurity" is the impurity of the leaves; "error" is for classes the weight (or cost) of their wrong rows, as the CART book and rpart prune, and for numbers the impurity. Default: "impurity". */
  measure: option(oneOf("impurity", "error"), "impurity"),
}));

type Given = OptionsOf<typeof costComplexityOptions>;
type Chosen<Name extends keyof Given> = { readonly [K in keyof Pick<Given, Name>]-?: Exclude<Given[K], undefined> };

/** At a given α, at the one that cross-validation likes best, or at the one that a validation set does. */
export type CostComplexityOptions = Pick<Given, "measure"> &
  (Chosen<"alpha"> | (Chosen<"folds"> & Pick<Given, "rule" | "seed">) | (Chosen<"by"> & Pick<Given, "rule">));

/**
 * Weakest-link pruning of CART. Every tree between the full one and the root has a price, impurity (or error) + α·leaves; for each α
 * one of them is cheapest, and these trees are nested. The path names them all, α by α; one of them is chosen.
 */
export function costComplexity(options: CostComplexityOptions): PostPruning {
  checkOptions("costComplexity", options, costComplexityOptions);
  const given: Given = { ...options };
  const ways = (["alpha", "folds", "by"] as const).filter((name) => given[name] !== undefined);
  demand(ways.length === 1, `costComplexity: expected one of alpha, folds and by, got ${ways.length} of them`);
  const idle = { alpha: ["rule", "seed"], folds: [], by: ["seed"] } as const;
  const useless = idle[ways[0]].find((name) => given[name] !== undefined);
  demand(useless === undefined, `costComplexity: ${useless} has no use beside ${ways[0]}; leave it out`);
  const need: PruningNeed =
    given.folds !== undefined
      ? { kind: "folds", folds: given.folds, seed: withDefaults(costComplexityOptions, given).seed }
      : { kind: given.by === undefined ? "nothing" : "validation" };
  const { rule, measure } = withDefaults(costComplexityOptions, given);
  function* pruned(tree: Tree, evidence: PruningEvidence, cost: CostMatrix | null): Turns<PruningVerdict> {
    const linksOf = (grown: Tree) => pricedLinks(grown, measure, cost);
    const links = yield* linksOf(tree);
    const price = measure === "error" ? " by the errors" : "";
    if (given.alpha !== undefined) {
      return { ...(yield* verdictOf(tree, links, null, given.alpha)), reason: `at α = ${given.alpha}${price}` };
    }
    const errors = yield* estimateErrors(links, evidence, need.kind === "folds" ? linksOf : null);
    const alpha = links.alphas[chooseStep(errors, rule)];
    const chooser = need.kind === "folds" ? `${need.folds} folds of seed ${need.seed}` : "the validation rows";
    const reason = `at α = ${alpha}${price}, chosen by ${chooser} and the rule "${rule}"`;
    return { ...(yield* verdictOf(tree, links, errors, alpha)), reason };
  }
  return {
    stage: "after-growth",
    name: "costComplexity",
    needs: need,
    prune: (tree, evidence, pacer, cost = null) => inTurns(pruned(tree, evidence, cost), pacer),
  };
}

/** A path, and where its α's are prices of errors, the share that the root gets wrong. */
interface PricedLinks extends WeakestLinks {
  readonly rootError?: number;
}

/** Errors are whole numbers on their grid, so a split's part of them is exact. Trees of numbers have one value a node, and no such errors. */
function* pricedLinks(tree: Tree, measure: PruningMeasure, cost: CostMatrix | null): Turns<PricedLinks> {
  if (measure === "impurity" || tree.valueWidth === 1) return yield* weakestLinks(tree);
  const errors = yield* trainingErrors(tree, cost);
  const gain = errors.map((error, node) => (isLeaf(tree, node) ? 0 : error - sumOfChildren(tree, node, errors)));
  const unit = tree.cover[0];
  return { ...(yield* weakestLinks(tree, { gain, unit })), rootError: errors[0] / unit };
}

function* verdictOf(
  tree: Tree,
  links: PricedLinks,
  errors: readonly ErrorEstimate[] | null,
  alpha: number,
): Turns<PruningVerdict> {
  const { alphas, collapseAt, rootError } = links;
  const gains = rootError === undefined ? links.gains : yield* gainsByStep(tree, links);
  const collapse = new Uint8Array(tree.nodeCount);
  yield* turnsOver(tree.nodeCount, (start, end) => {
    for (let node = start; node < end; node++) collapse[node] = collapseAt[node] <= alpha ? 1 : 0;
  });
  const path: PruningStep[] = [];
  yield* turnsOver(alphas.length, (start, end) => {
    for (let step = start; step < end; step++) {
      path.push({
        alpha: alphas[step],
        leaves: links.leaves[step],
        impurity: Math.max(0, tree.rootImpurity - gains[step]),
        ...(rootError !== undefined && { trainingError: Math.max(0, rootError - links.gains[step]) }),
        validationError: errors?.[step].error ?? null,
        standardError: errors?.[step].standardError ?? null,
      });
    }
  });
  return { collapse, path };
}

/** The total gain of the splits that are left at each α. A split is removed at the least of its own α and the α's of the splits above it. */
function* gainsByStep(tree: Tree, { alphas, collapseAt }: WeakestLinks): Turns<Float64Array> {
  const { from, to } = leafSteps(tree, collapseAt, alphas);
  const gains = new Float64Array(alphas.length);
  yield* turnsOver(tree.nodeCount, (start, end) => {
    for (let node = start; node < end; node++) {
      const left = Math.min(from[node], to[node]);
      if (left > 0) gains[left - 1] += tree.gain[node];
    }
  });
  for (let step = alphas.length - 2; step >= 0; step--) gains[step] += gains[step + 1];
  return gains;
}

/**
 * The full tree's subtrees are told apart by their α's. A fold's tree has other α's, so it is pruned at the geometric mean
 * of both ends of the interval in which the full tree's choice does not change.
 */
function* estimateErrors(
  links: WeakestLinks,
  evidence: PruningEvidence,
  linksOfFold: ((grown: Tree) => Turns<WeakestLinks>) | null,
): Turns<ErrorEstimate[]> {
  const { alphas } = links;
  const trees: HeldOutLinks[] = [];
  for (const heldOut of evidence) {
    const own = linksOfFold === null ? links : yield* linksOfFold(heldOut.grown ?? heldOut.tree);
    trees.push({ ...heldOut, collapseAt: own.collapseAt });
  }
  const between = alphas.map((low, step) => Math.sqrt(low * alphas[step + 1]));
  between[alphas.length - 1] = Number.POSITIVE_INFINITY;
  return yield* heldOutErrors(trees, linksOfFold === null ? alphas : between);
}

/** Later steps are smaller trees; of equal errors the smallest tree is taken. */
function chooseStep(errors: readonly ErrorEstimate[], rule: PruningRule): number {
  let best = 0;
  errors.forEach((estimate, step) => {
    if (estimate.error <= errors[best].error) best = step;
  });
  if (rule === "min") return best;
  const { error, standardError } = errors[best];
  errors.forEach((estimate, step) => {
    if (step > best && estimate.error <= error + standardError) best = step;
  });
  return best;
}

/** The nested sequence of subtrees that minimise their price + α·leaves (Breiman, Friedman, Olshen and Stone 1984, ch. 3). */
interface WeakestLinks {
  /** Strictly ascending; the first is 0 and stands for the smallest tree that costs no more than the full one, the last for the root alone. */
  readonly alphas: readonly number[];
  readonly leaves: readonly number[];
  /** What the splits that are left gain in total, in the measure of the α's. */
  readonly gains: readonly number[];
  /** The α from which on a node is a leaf; 0 for leaves, Infinity below a node that is collapsed first. */
  readonly collapseAt: Float64Array;
}

/** Nodes that are collapsed between two turns of others: each sums up all nodes above it. */
const STEPS = 1024;

/** The gain of each split of a tree, and the unit of α. */
interface SplitGains {
  readonly gain: Float64Array;
  readonly unit: number;
}

/**
 * Collapses the node whose subtree gains least per leaf, again and again until the root is left. Since a node's subtree
 * gains what its splits gain, no sum of squares is ever subtracted.
 */
export function* weakestLinks(tree: Tree, splits: SplitGains = { gain: tree.gain, unit: 1 }): Turns<WeakestLinks> {
  const { nodeCount } = tree;
  const parents = parentsOf(tree);
  const subtrees = subtreesOf(tree, splits);
  const { leaves, gain, link, weakest } = subtrees;
  const collapseAt = new Float64Array(nodeCount).fill(Number.POSITIVE_INFINITY);
  for (let node = nodeCount - 1; node >= 0; node--) {
    if (node % CHUNK === 0) yield;
    if (isLeaf(tree, node)) collapseAt[node] = 0;
    else sumUp(subtrees, node);
  }
  const alphas = [0];
  const leafCounts = [leafCount(tree)];
  const gains = [gain[0] / splits.unit];
  for (let step = 1; leaves[0] > 1; step++) {
    if (step % STEPS === 0) yield;
    const node = weakest[0];
    const alpha = Math.max(link[node], alphas[alphas.length - 1]);
    collapseAt[node] = alpha;
    leaves[node] = 1;
    gain[node] = 0;
    link[node] = Number.POSITIVE_INFINITY;
    weakest[node] = node;
    for (let above = parents[node]; above >= 0; above = parents[above]) sumUp(subtrees, above);
    if (alpha > alphas[alphas.length - 1]) alphas.push(alpha);
    leafCounts[alphas.length - 1] = leaves[0];
    gains[alphas.length - 1] = gain[0] / splits.unit;
  }
  return { alphas, leaves: leafCounts, gains, collapseAt };
}

/** What is left of the subtree below each node; at first that of the leaves is known. */
function subtreesOf(tree: Tree, splits: SplitGains) {
  const { nodeCount } = tree;
  return {
    ...{ tree, splits },
    leaves: new Uint32Array(nodeCount).fill(1),
    gain: new Float64Array(nodeCount),
    /** What a subtree gains per leaf that its collapse would save; Infinity for leaves. */
    link: new Float64Array(nodeCount).fill(Number.POSITIVE_INFINITY),
    /** The node of the least link in the subtree; a tie goes to the lowest. */
    weakest: allRows(nodeCount),
  };
}

/** All is taken anew from the children, never subtracted: rounding does not pile up. */
function sumUp({ tree, splits, leaves, gain, link, weakest }: ReturnType<typeof subtreesOf>, node: number): void {
  const first = tree.firstChild[node];
  let leavesBelow = leaves[first];
  let gainBelow = gain[first];
  let least = weakest[first];
  for (let child = first + 1; child < first + tree.childCount[node]; child++) {
    leavesBelow += leaves[child];
    gainBelow += gain[child];
    const other = weakest[child];
    if (link[other] < link[least] || (link[other] === link[least] && other < least)) least = other;
  }
  leaves[node] = leavesBelow;
  gain[node] = splits.gain[node] + gainBelow;
  // Two divisions, so that links of equal shares stay equal.
  link[node] = gain[node] / (leavesBelow - 1) / splits.unit;
  weakest[node] = link[node] <= link[least] ? node : least;
}
