// Written by build-assembly.mjs from assembly/. Do not edit.

/** The functions that the compiled kernels export: assembly/ says what each does. Places are offsets in bytes. */
export interface Loops {
  winsTieOf(key: number, path: number, feature: number, rival: number): number;
  growLeaves(job: number, blocks: number, thread: number): void;
  growTree(job: number, budget: number): number;
  areDone(board: number, count: number, looks: number): number;
  serveTasks(board: number, thread: number): void;
  takeTask(board: number, thread: number): number;
  linkLogistic(scores: number, count: number): void;
  walkTrees(block: number, rows: number): void;
  exp(place: number): void;
  log(place: number): void;
}
