import type { Steps } from "@cambium/kernels";
import type { FitGoal } from "../../goal/fit-goal.ts";

/** What the kernels on bins sum of each row. */
export interface BinnedStatistics {
  /** Brings the goal of a tree to the kernels. */
  load(goal: FitGoal, rows: Uint32Array): Promise<LoadedGoal>;
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

/** The root of a tree. */
export interface BinnedRoot {
  readonly rows: number;
  readonly stats: Float64Array;
  /** The record by which its splits are chosen. */
  readonly record: ArrayLike<number>;
}
