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
  lowerRanks(from: number, to: number, count: number): void;
  rankNumbers(wide: number, list: number, parts: number, count: number, keys: number, starts: number, column: number, row: number, rowBytes: number): number;
  walkRanks(trees: number, count: number, missing: number, columns: number, ranks: number, rowBytes: number, rows: number, width: number, exits: number, scores: number, places: number): void;
  orderNumbers(wide: number, from: number, to: number, count: number, last: number): void;
  walkTrees(wide: number, trees: number, count: number, block: number, rows: number, width: number, scores: number, places: number): void;
  exp(place: number): void;
  log(place: number): void;
}
