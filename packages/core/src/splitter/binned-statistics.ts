import type { BinCut, FoundCuts, Steps } from "@cambium/kernels";
import type { FitGoal } from "../goal/fit-goal.ts";
import type { BinnedNode } from "./binned-node.ts";

/** What a search by histogram sums of each row, and how it looks for cuts in these sums. */
export interface BinnedStatistics {
  /** Brings the goal of a tree to the kernels. */
  load(goal: FitGoal, rows: Uint32Array): Promise<LoadedGoal>;
  /** The record of a root by which its cuts are chosen, where its histogram adds up to another than its own. */
  recordOf(histogram: number, stats: Float64Array): Float64Array;
  /** Looks for the best cut on each feature, or on each of those that a node may be cut by. */
  scan(
    nodes: readonly BinnedNode[],
    features: readonly (readonly number[] | null)[],
    onFound: (index: number, found: FoundCuts) => void,
  ): Promise<void>;
  /** The records of both children of a cut. */
  childRecords(node: BinnedNode, cut: BinCut): Float64Array;
  /** Two numbers by bin of a feature, the missing values last: both 0 where a bin is empty. */
  slotsOf(histogram: number, feature: number): Float64Array;
}

/** The goal of a tree, as the kernels sum it. */
export interface LoadedGoal {
  /** The rows that the tree may see, where the kernels read them. */
  readonly bag: Uint32Array;
  /** The record of them all. */
  readonly sums: ArrayLike<number>;
  /** The steps of narrow pairs; null where the tree takes wide ones. */
  readonly narrow: Steps | null;
}
