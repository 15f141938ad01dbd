// Written by build-assembly.mjs from assembly/predict.ts. Do not edit.

/** The functions that the module `predict` exports: assembly/ says what each does. Places are offsets in bytes. */
export interface PredictLoops {
  takeTask(board: number, thread: number): number;
  serveTasks(board: number, thread: number): void;
  areDone(board: number, count: number, looks: number): number;
  linkLogistic(scores: number, count: number): void;
  walkTrees(block: number, rows: number): void;
}
