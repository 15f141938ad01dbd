/** A room, in u32 words: what all its nodes have in common. Offsets are in bytes. `assembly/room-words.ts` has the same numbers, times 4. */
export const RoomWord = {
  /** Of the records: features, and behind them bundles of them. */
  columns: 0,
  /** Bytes from one record to the next. */
  stride: 1,
  /** Whether bins are u16. */
  hasWideBins: 2,
  /** Of a histogram. */
  slots: 3,
  /** U32 by column: its first slot. */
  slotStarts: 4,
  /** Whether the records of this tree carry narrow pairs. */
  isNarrow: 5,
  /** F64 gradient and hessian by row. */
  pairs: 6,
  countsRows: 7,
  /** Those of thread 0. */
  accumulators: 8,
  /** Of one thread. */
  accumulatorBytes: 9,
  /** The records of all rows, by row. */
  allRecords: 10,
  /** Those of the tree's rows, as nodes have them one after the other. */
  records: 11,
  /** F64: what a narrow gradient of 1 stands for, a power of two. */
  gradientStep: 12,
  hessianStep: 14,
  /** U32: the row of each of the tree's records. */
  rows: 16,
  /** 2,048 U32 by thread, for lists. */
  lists: 17,
  /** Of the threads. */
  board: 18,
  /** U8 by row: the pair of classes that it adds to; 0: all add to the first. */
  classPairs: 19,
  /** Of a histogram, of one pair of classes. */
  pairSlots: 20,
  /** The table of bundles, and where it ends: U32. */
  bundles: 21,
  bundlesEnd: 22,
  end: 24,
} as const;

/** A job: one node. */
export const NodeWord = {
  room: 0,
  /** Its run of rows. */
  start: 1,
  end: 2,
  /** Bytes into a record, to the bin that parts the rows. */
  binAt: 3,
  /** A byte by bin: 1 for those that go right. */
  sides: 4,
  /** Blocks that a thread has taken, and those of them at either end of the run. */
  claimed: 5,
  claimedLeft: 6,
  claimedRight: 7,
  /** Blocks that a thread left with rows of both sides, and where they begin: U32. */
  unsettled: 8,
  unsettledList: 9,
  /** Rows on the left, once all are parted. */
  placedLeft: 10,
  /** Tasks on this node that are not done. */
  pending: 11,
  /** Of the histogram that is summed. */
  lock: 12,
  /** The child that is summed: 0 left, 1 right, 2 neither. */
  summedSide: 13,
  /** What is summed. */
  histogram: 14,
  counts: 15,
  /** The histogram from which it is taken away; 0: none. */
  parent: 16,
  parentCounts: 17,
  /** Whether anything was added to the histogram yet. */
  isFilled: 18,
  length: 20,
} as const;
