import type { Pacer } from "@cambium/kernels";
import type { Criterion } from "../criterion/criterion.ts";
import type { FitGoal } from "../goal/fit-goal.ts";
import type { PrePruning } from "../pruning/pruning-strategy.ts";
import type { SplitSearch, TreeDraw } from "../splitter/splitter.ts";
import type { Tree } from "../tree/tree.ts";
import type { NodeTrace } from "./node-trace.ts";

/**
 * Turns one goal into one tree.
 *
 * Life cycle
 * 1. `grow` asks the search for the root of the goal.
 * 2. It keeps a queue of nodes that may still be cut, and takes a wave of them: which ones is the order of growth.
 * 3. For a wave it asks the rules, then the search for the best cuts, then the rules again.
 * 4. It applies the cuts that are allowed, and the children join the queue.
 * 5. When the queue is empty, or the tree has the leaves it may have, the nodes are packed into a `Tree`, and the grower keeps nothing.
 */
export interface Grower {
  readonly name: string;
  /** What it does as data, where it is built in: engines that call nobody then do its work. Your own grower leaves it out. */
  readonly order?: GrowthOrder;
  grow(plan: GrowPlan): Promise<Tree>;
}

/** Level by level; the split that gains most first, up to a number of leaves; or all nodes of a level by the same split. */
export type GrowthOrder =
  | { readonly by: "depth" }
  | { readonly by: "gain"; readonly leaves: number }
  | { readonly by: "level" };

/** What one tree is to fit. */
export interface GrowTask {
  readonly goal: FitGoal;
  /** The rows that the tree may see, ascending. */
  readonly rows: Uint32Array;
  /** Needed where chance has a say in the search. */
  readonly draw?: TreeDraw;
  /** What gains are divided by: the total weight for single trees, 1 for boosting. */
  readonly gainUnit: number;
  /** Impurity of the rows on the scale of the divided gains; 0 where nobody asks. */
  readonly rootImpurity: number;
  /** Is called for each node when it has been decided whether it is split. */
  readonly onNode?: (trace: NodeTrace) => void;
}

/** A task, and the search that a grower asks. */
export interface GrowPlan extends GrowTask {
  readonly search: SplitSearch;
  readonly criterion: Criterion;
  readonly rules: readonly PrePruning[];
  readonly pacer: Pacer;
}
