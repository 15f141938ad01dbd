import type { Pacer } from "@cambium/kernels";
import type { Target, Task } from "../dataset/target.ts";
import type { CandidateSplit } from "../splitter/split.ts";
import type { SearchNode } from "../splitter/splitter.ts";
import type { CostMatrix } from "../tree/predicted-class.ts";
import type { EncodedRows } from "../tree/route-row.ts";
import type { Tree } from "../tree/tree.ts";

/**
 * Keeps a tree small, before a split, during growth or after it. A strategy never trains and never edits a tree: it says
 * yes or no, or how many leaves there may be, or it marks nodes, and a new tree is made from the marks.
 *
 * Life cycle of a rule before a split
 * 1. The grower asks `allows` before it searches a node, with `split: null`: a no there saves the search.
 * 2. It asks again with the best split that was found; a node without a yes from every rule is a leaf.
 *
 * Life cycle of a limit during growth
 * 1. Training reads `leaves`, takes the least of all limits, and lets the tree grow best first instead of by depth.
 *
 * Life cycle of a cut after growth
 * 1. Training reads `needs`, and provides it: the training rows, a held-out set, or a tree for each fold grown without that
 *    fold's rows.
 * 2. It calls `prune` with the full tree and that evidence. Work of more than some milliseconds pauses by the pacer.
 * 3. It makes the new tree from the marks (where a child was raised, the training rows are counted anew), keeps the path for the user, and reports what went with the verdict's reason.
 */
export type PruningStrategy = PrePruning | GrowthLimit | PostPruning;

export interface PrePruning {
  readonly stage: "before-split";
  readonly name: string;
  /** The only task whose nodes it can judge; none where it can judge any. */
  readonly task?: Task;
  allows(node: SearchNode, split: CandidateSplit | null): boolean;
  /** The whole rule as a number, where it can be one: loops that grow a tree without calling anybody then keep to it. */
  readonly bounds?: RuleBounds;
}

/** What a rule says, as facts. */
export interface RuleBounds {
  /** A node of this depth is a leaf. */
  readonly maxDepth?: number;
  /** A node of fewer rows is a leaf. */
  readonly minRowsSplit?: number;
  /** A cut with fewer rows in a child is none: the search looks for the best of the others. */
  readonly minRowsLeaf?: number;
  /** A cut with less weight, or a lower sum of hessians, in a child is none. */
  readonly minChildWeight?: number;
  /** A node whose best cut gains less, in the tree's unit, is a leaf. */
  readonly minGain?: number;
  /** A node of which one class has at least this share is a leaf. */
  readonly purity?: number;
}

/** What no node can say alone: it is a limit on the whole tree. */
export interface GrowthLimit {
  readonly stage: "during-growth";
  readonly name: string;
  /** The most leaves that the tree may have; a whole number from 1, or Infinity for no limit. */
  readonly leaves: number;
}

export interface PostPruning {
  readonly stage: "after-growth";
  readonly name: string;
  readonly needs: PruningNeed;
  /** The only task whose trees it can judge; none where it can judge any. */
  readonly task?: Task;
  /** `cost` is there where errors do not cost the same: by true class and decision, for a unit of the tree's weights. */
  prune(
    tree: Tree,
    evidence: PruningEvidence,
    pacer: Pacer,
    cost?: CostMatrix | null,
  ): PruningVerdict | Promise<PruningVerdict>;
}

export type PruningNeed =
  | { readonly kind: "nothing" }
  | { readonly kind: "training" }
  | { readonly kind: "validation" }
  | { readonly kind: "folds"; readonly folds: number; readonly seed: number };

/** A tree, and the rows to judge it by: such as it did not see, unless the training rows were asked for. */
export interface HeldOut {
  readonly tree: Tree;
  readonly columns: EncodedRows;
  readonly target: Target;
  readonly rows: Uint32Array;
  /** The tree by the weights that it was grown on, where these are not those that it is judged by. */
  readonly grown?: Tree;
  /** What errors cost, where not all cost the same. */
  readonly cost?: CostMatrix | null;
}

/** One entry for "validation", with the full tree; one per fold for "folds"; the tree with its own rows for "training"; none for "nothing". */
export type PruningEvidence = readonly HeldOut[];

export interface PruningVerdict {
  /** 1 for each node that becomes a leaf; marks on leaves, and below marked nodes, mean nothing. */
  readonly collapse: Uint8Array;
  /** For each node 1 + the child, counted from the first, that takes its place; 0 where none does. None unless given. */
  readonly raise?: Uint32Array;
  /** The nested trees from the full one to the root, for the strategies that have such a path; else empty. */
  readonly path: readonly PruningStep[];
  /** Why the nodes went, and by which rule: the end of a sentence in the model's report. */
  readonly reason?: string;
}

/** One step of the weakest-link path. */
export interface PruningStep {
  /** From this α on the tree has been cut back so far. */
  readonly alpha: number;
  readonly leaves: number;
  /** Impurity of the training rows, summed over the leaves, on the scale of the tree's gains. */
  readonly impurity: number;
  /** Weight of the training rows that the leaves get wrong, or what they cost, as a share of all; only where α is the price by errors. */
  readonly trainingError?: number;
  /** Error on rows that the tree did not see (share of wrong classes or, where errors have costs, their mean; mean squared error); null where none were held out. */
  readonly validationError: number | null;
  readonly standardError: number | null;
}
