import type { OwnLoss } from "./own-loss.ts";

/** A memory and the loops that run in it. */
export interface ArenaMemory {
  readonly buffer: ArrayBuffer;
  readonly loops: Loops;
  /** Above this byte everything is still zero. */
  usedBytes: number;
  /**
   * Has the loops derive by this loss where a task says so. Gives its compiled module, for the threads that share the memory. Rejects
   * where the host refuses to compile it.
   */
  takeLoss(loss: OwnLoss): Promise<object>;
}

/** The compiled loops. Places are offsets in bytes. */
export interface Loops {
  /** Does a share of the work on the tree at a byte offset, and returns one of `TreeOutcome`. */
  growTree(job: number, budget: number): number;
  /** Adds to the scores of the block of rows at a byte offset the leaves of trees, as `layouts/walk.mjs` describes both. */
  walkTrees(block: number, rows: number): void;
  /** Turns scores into probabilities, in place. */
  linkLogistic(scores: number, count: number): void;
  /** Takes a task of the board at a byte offset and runs it on a thread; 0 where there is none. */
  takeTask(board: number, thread: number): number;
  /** Works on a tree of a `LeafRoom`, together with whoever else does. */
  growLeaves(job: number, blocks: number, thread: number): void;
  /** Looks up to `looks` times whether so many tasks of the board are done. */
  areDone(board: number, count: number, looks: number): number;
}
