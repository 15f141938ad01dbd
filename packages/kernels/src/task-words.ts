/** A task, in u32 words. `assembly/run-task.ts` has the same numbers, times 4. */
export const TaskWord = { kind: 0, job: 1, from: 2, to: 3, out: 4, length: 8 } as const;

export const TaskKind = {
  packRecords: 0,
  partRecords: 1,
  sumNode: 2,
  scanBins: 3,
  derive: 4,
  roundPairs: 5,
  sumPairs: 6,
  addToScores: 7,
  markLeaf: 8,
  sumByLeaf: 9,
  addByLeaf: 10,
  layRecords: 11,
  binColumn: 12,
  growTree: 13,
  loadShare: 14,
  searchShare: 15,
  partShare: 16,
  addLevelGains: 17,
  scanClasses: 18,
  findShares: 19,
  growLeaves: 20,
  /** Only for threads: alone, the calls are made and not noted. */
  makeCalls: 21,
} as const;

/** The board, in i32 words, as `assembly/board-words.ts` has them. */
export const BoardWord = {
  tasks: 0,
  homes: 1,
  unended: 2,
  callerDone: 3,
  beside: 4,
  isOwn: 5,
  opened: 32,
  isOver: 33,
  sleepers: 64,
  done: 96,
  parts: 128,
  /** From one part to the next. */
  part: 32,
} as const;
