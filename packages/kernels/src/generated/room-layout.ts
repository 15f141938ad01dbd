// Written by `npm run generate` from packages/kernels/layouts/room.mjs. Do not edit.

/** Slots of a column whose bins are bytes. */
export const BINS_PER_COLUMN = 256;

/** Rows of a block. Threads that partition a node together meet when they take one: with blocks of 128 two threads took a fifth more time for a tree, and one thread a seventh. */
export const BLOCK_ROWS = 1024;

/** Rows that narrow sums can take before they might overflow; so no task has more. */
export const MOST_SUMMED = 32768;

/** A job on one node of a room: `partRecords`, `packRecords` or `sumNode`. */
export enum NodeWord {
  /** Offset of the `RoomWord`s. */
  room = 0,
  /** The first row of the node. */
  start = 1,
  /** The row after the last. */
  end = 2,
  /** Bytes into a record, to the bin that decides where rows go. */
  binAt = 3,
  /** Offset of a byte by bin: 1 for those that go right. */
  sides = 4,
  /** Blocks that threads have taken. */
  claimed = 5,
  /** The number of those at the left end of the run. */
  claimedLeft = 6,
  /** The number of those at the right end. */
  claimedRight = 7,
  /** Blocks that threads left with rows of both sides. */
  unsettled = 8,
  /** Offset of U32: where those begin. */
  unsettledList = 9,
  /** Rows on the left, once all are partitioned. */
  placedLeft = 10,
  /** Tasks on this node that are not done. */
  pending = 11,
  /** Of the histogram that is summed. */
  lock = 12,
  /** The child that is summed: 0 left, 1 right, 2 neither. */
  summedSide = 13,
  /** Offset of what is summed. */
  histogram = 14,
  /** Offset of its row counts. */
  counts = 15,
  /** Offset of the histogram that it is subtracted from; 0: none. */
  parent = 16,
  /** Offset of the row counts of that. */
  parentCounts = 17,
  /** Whether anything was added to the histogram yet. */
  isFilled = 18,
  /** What all of it takes. */
  size = 20,
}

/** Bytes of the narrow pair in front of a record's bins. */
export const PAIR_BYTES = 4;

/** A room: what all nodes of a tree on bins have in common. Offsets are in bytes from the start of the memory. */
export enum RoomWord {
  /** Of the records: features, then bundles of them. */
  columns = 0,
  /** Bytes from one record to the next. */
  stride = 1,
  /** Whether bins are u16. */
  hasWideBins = 2,
  /** Of a histogram. */
  slots = 3,
  /** Offset of U32 by column: its first slot. */
  slotStarts = 4,
  /** Whether the records of this tree contain narrow pairs. */
  isNarrow = 5,
  /** Offset of F64 gradient and hessian by row. */
  pairs = 6,
  countsRows = 7,
  /** Offset of the accumulators of thread 0. */
  accumulators = 8,
  /** Of one thread. */
  accumulatorBytes = 9,
  /** Offset of the records of all rows, by row. */
  allRecords = 10,
  /** Offset of the records of the tree's rows, node after node. */
  records = 11,
  /** The value of a narrow gradient of 1, a power of two. */
  gradientStep = 12,
  /** The value of a narrow hessian of 1, a power of two. */
  hessianStep = 14,
  /** Offset of U32: the row of each of the tree's records. */
  rows = 16,
  /** Offset of U32: two lists of `BLOCK_ROWS` by thread. */
  lists = 17,
  /** Offset of the board of the threads. */
  board = 18,
  /** Offset of U8 by row: the pair of classes that it adds to; 0: all add to the first. */
  classPairs = 19,
  /** Of a histogram, of one pair of classes. */
  pairSlots = 20,
  /** Offset of U32: the table of bundles. */
  bundles = 21,
  /** The offset of its end. */
  bundlesEnd = 22,
  /** What all of it takes. */
  size = 24,
}
