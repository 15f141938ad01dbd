// Written by `npm run generate` from packages/kernels/layouts/room.mjs. Do not edit.

/** Slots of a column whose bins are bytes. */
export const BINS_PER_COLUMN: usize = 256;

/** Rows of a block. Threads that partition a node together meet when they take one: with blocks of 128 two threads took a fifth more time for a tree, and one thread a seventh. */
export const BLOCK_ROWS: u32 = 1024;

/** Rows that narrow sums can take before they might overflow; so no task has more. */
export const MOST_SUMMED: u32 = 32768;

/** A job on one node of a room: `partRecords`, `packRecords` or `sumNode`. */
export const enum NodeWord {
  room = 0, // Offset of the `RoomWord`s.
  start = 4, // The first row of the node.
  end = 8, // The row after the last.
  binAt = 12, // Bytes into a record, to the bin that decides where rows go.
  sides = 16, // Offset of a byte by bin: 1 for those that go right.
  claimed = 20, // Blocks that threads have taken.
  claimedLeft = 24, // The number of those at the left end of the run.
  claimedRight = 28, // The number of those at the right end.
  unsettled = 32, // Blocks that threads left with rows of both sides.
  unsettledList = 36, // Offset of U32: where those begin.
  placedLeft = 40, // Rows on the left, once all are partitioned.
  pending = 44, // Tasks on this node that are not done.
  lock = 48, // Of the histogram that is summed.
  summedSide = 52, // The child that is summed: 0 left, 1 right, 2 neither.
  histogram = 56, // Offset of what is summed.
  counts = 60, // Offset of its row counts.
  parent = 64, // Offset of the histogram that it is subtracted from; 0: none.
  parentCounts = 68, // Offset of the row counts of that.
  isFilled = 72, // Whether anything was added to the histogram yet.
  size = 80, // What all of it takes.
}

/** Bytes of the narrow pair in front of a record's bins. */
export const PAIR_BYTES: usize = 4;

/** A room: what all nodes of a tree on bins have in common. Offsets are in bytes from the start of the memory. */
export const enum RoomWord {
  columns = 0, // Of the records: features, then bundles of them.
  stride = 4, // Bytes from one record to the next.
  hasWideBins = 8, // Whether bins are u16.
  slots = 12, // Of a histogram.
  slotStarts = 16, // Offset of U32 by column: its first slot.
  isNarrow = 20, // Whether the records of this tree contain narrow pairs.
  pairs = 24, // Offset of F64 gradient and hessian by row.
  countsRows = 28,
  accumulators = 32, // Offset of the accumulators of thread 0.
  accumulatorBytes = 36, // Of one thread.
  allRecords = 40, // Offset of the records of all rows, by row.
  records = 44, // Offset of the records of the tree's rows, node after node.
  gradientStep = 48, // The value of a narrow gradient of 1, a power of two.
  hessianStep = 56, // The value of a narrow hessian of 1, a power of two.
  rows = 64, // Offset of U32: the row of each of the tree's records.
  lists = 68, // Offset of U32: two lists of `BLOCK_ROWS` by thread.
  board = 72, // Offset of the board of the threads.
  classPairs = 76, // Offset of U8 by row: the pair of classes that it adds to; 0: all add to the first.
  pairSlots = 80, // Of a histogram, of one pair of classes.
  bundles = 84, // Offset of U32: the table of bundles.
  bundlesEnd = 88, // The offset of its end.
  size = 96, // What all of it takes.
}
