// Written by build-assembly.mjs from assembly/grow.ts. Do not edit.

/** The functions that the module `grow` exports: assembly/ says what each does. Places are offsets in bytes. */
export interface GrowLoops {
  winsTieOf(key: number, path: number, feature: number, rival: number): number;
  growLeaves(job: number, blocks: number, thread: number): void;
  growTree(job: number, budget: number): number;
  serveTasks(board: number, thread: number): void;
  takeTask(board: number, thread: number): number;
  areDone(board: number, count: number, looks: number): number;
  exp(place: number): void;
  log(place: number): void;
}
