// Written by `npm run generate` from packages/kernels/layouts/tasks.mjs. Do not edit.

/** The board of a team; a `PartWord` for each part of its list follows. */
export enum BoardWord {
  /** Offset of the list. */
  tasks = 0,
  /** How many parts the list has: one for each thread. */
  homes = 1,
  /** Offset of the job that the caller's thread has summed rows of and has still to end; 0: none. */
  unended = 2,
  /** Tasks that the caller's thread has done. */
  callerDone = 3,
  /** How often a list was opened: workers look at it, and sleepers wait on it. */
  opened = 32,
  isOver = 33,
  sleepers = 64,
  /** Tasks that workers have done. */
  done = 96,
  /** What all of it takes. */
  size = 128,
}

/** A part of the list of a board. */
export enum PartWord {
  /** Tasks that nobody has taken, counted down. */
  untaken = 0,
  /** Its first task in the list. */
  start = 1,
  /** What all of it takes. */
  size = 32,
}

/** The function of the module `grow` that runs a task. */
export enum TaskKind {
  packRecords = 0,
  derive = 1,
  roundPairs = 2,
  sumPairs = 3,
  addToScores = 4,
  markLeaf = 5,
  sumByLeaf = 6,
  addByLeaf = 7,
  layRecords = 8,
  binColumn = 9,
  growTree = 10,
  loadShare = 11,
  searchShare = 12,
  partShare = 13,
  findShares = 14,
  growLeaves = 15,
}

/** A task: one share of some work, small enough to hand out. */
export enum TaskWord {
  /** A `TaskKind`; the module `predict` has one kind. */
  kind = 0,
  /** Offset. */
  job = 1,
  from = 2,
  to = 3,
  /** Offset. */
  out = 4,
  /** What all of it takes. */
  size = 8,
}
