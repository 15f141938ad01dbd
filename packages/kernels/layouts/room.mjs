export const RoomWord = {
  unit: "u32",
  about: "A room: what all nodes of a tree on bins have in common. Offsets are in bytes from the start of the memory.",
  fields: {
    columns: "Of the records: features, then bundles of them.",
    stride: "Bytes from one record to the next.",
    hasWideBins: "Whether bins are u16.",
    slots: "Of a histogram.",
    slotStarts: "Offset of U32 by column: its first slot.",
    isNarrow: "Whether the records of this tree contain narrow pairs.",
    pairs: "Offset of F64 gradient and hessian by row.",
    countsRows: "",
    accumulators: "Offset of the accumulators of thread 0.",
    accumulatorBytes: "Of one thread.",
    allRecords: "Offset of the records of all rows, by row.",
    records: "Offset of the records of the tree's rows, node after node.",
    gradientStep: ["f64", "The value of a narrow gradient of 1, a power of two."],
    hessianStep: ["f64", "The value of a narrow hessian of 1, a power of two."],
    rows: "Offset of U32: the row of each of the tree's records.",
    lists: "Offset of U32: two lists of `BLOCK_ROWS` by thread.",
    board: "Offset of the board of the threads.",
    classPairs: "Offset of U8 by row: the pair of classes that it adds to; 0: all add to the first.",
    pairSlots: "Of a histogram, of one pair of classes.",
    bundles: "Offset of U32: the table of bundles.",
    bundlesEnd: "The offset of its end.",
  },
};

export const NodeWord = {
  unit: "u32",
  about: "A job on one node of a room: `partRecords`, `packRecords` or `sumNode`.",
  fields: {
    room: "Offset of the `RoomWord`s.",
    start: "The first row of the node.",
    end: "The row after the last.",
    binAt: "Bytes into a record, to the bin that decides where rows go.",
    sides: "Offset of a byte by bin: 1 for those that go right.",
    claimed: "Blocks that threads have taken.",
    claimedLeft: "The number of those at the left end of the run.",
    claimedRight: "The number of those at the right end.",
    unsettled: "Blocks that threads left with rows of both sides.",
    unsettledList: "Offset of U32: where those begin.",
    placedLeft: "Rows on the left, once all are partitioned.",
    pending: "Tasks on this node that are not done.",
    lock: "Of the histogram that is summed.",
    summedSide: "The child that is summed: 0 left, 1 right, 2 neither.",
    histogram: "Offset of what is summed.",
    counts: "Offset of its row counts.",
    parent: "Offset of the histogram that it is subtracted from; 0: none.",
    parentCounts: "Offset of the row counts of that.",
    isFilled: "Whether anything was added to the histogram yet.",
  },
};

export const PAIR_BYTES = { usize: 4, about: "Bytes of the narrow pair in front of a record's bins." };

export const BINS_PER_COLUMN = { usize: 256, about: "Slots of a column whose bins are bytes." };

export const BLOCK_ROWS = {
  u32: 1024,
  about:
    "Rows of a block. Threads that partition a node together meet when they take one: with blocks of 128 two threads took a fifth more time for a tree, and one thread a seventh.",
};

export const MOST_SUMMED = {
  u32: 32_768,
  about: "Rows that narrow sums can take before they might overflow; so no task has more.",
};
