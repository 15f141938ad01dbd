// Written by `npm run generate` from packages/kernels/layouts/tasks.mjs. Do not edit.

/** The board of a team; a `PartWord` for each part of its list follows. */
export const enum BoardWord {
  tasks = 0, // Offset of the list.
  homes = 4, // How many parts the list has: one for each thread.
  unended = 8, // Offset of the job that the caller's thread has summed rows of and has still to end; 0: none.
  callerDone = 12, // Tasks that the caller's thread has done.
  opened = 128, // How often a list was opened: workers look at it, and sleepers wait on it.
  isOver = 132,
  sleepers = 256,
  done = 384, // Tasks that workers have done.
  size = 512, // What all of it takes.
}

/** A part of the list of a board. */
export const enum PartWord {
  untaken = 0, // Tasks that nobody has taken, counted down.
  start = 4, // Its first task in the list.
  size = 128, // What all of it takes.
}

/** The function of the module `grow` that runs a task. */
export const enum TaskKind {
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
export const enum TaskWord {
  kind = 0, // A `TaskKind`; the module `predict` has one kind.
  job = 4, // Offset.
  from = 8,
  to = 12,
  out = 16, // Offset.
  size = 32, // What all of it takes.
}
